internal import Archives
internal import Digests
internal import Documents
internal import Platform

/// Writes the entries of a backup, each with its checksum. Calls block.
final class BackupWriter {
    private let archive: ArchiveWriter
    let checksums: ChecksumList
    private let progressed: (Int64) -> Void
    private(set) var files = 0
    private(set) var bytes: Int64 = 0

    /// - Parameters:
    ///   - file: empty.
    ///   - folder: private, for what is written on the way.
    ///   - progressed: told now and then of the bytes that were written so far.
    init(_ file: FileDescriptor, in folder: Folder, progressed: @escaping (Int64) -> Void) throws {
        archive = try ArchiveWriter(file, format: .tar)
        checksums = try ChecksumList(in: folder)
        self.progressed = progressed
    }

    /// Adds a file.
    ///
    /// - Parameter read: gives the next bytes from an offset on, empty at the end.
    /// - Returns: the digest, and how many bytes there were: those behind `size` are left out, and missing ones are zero.
    func add(
        _ path: Path, size: Int64, modified: Timestamp, isExecutable: Bool = false,
        read: (Int64) async throws -> [UInt8]
    ) async throws -> (digest: SHA256Digest, found: Int64) {
        try archive.begin(path, size: size, modified: modified, isExecutable: isExecutable)
        var hasher = SHA256()
        var offset: Int64 = 0
        while offset < size {
            try Task.checkCancellation()
            let piece = try await read(offset)
            if piece.isEmpty { break }
            let kept = Int64(piece.count) > size - offset ? Array(piece.prefix(Int(size - offset))) : piece
            hasher.update(kept)
            try archive.add(kept)
            offset += Int64(kept.count)
            bytes += Int64(kept.count)
            progressed(bytes)
        }
        let found = offset
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while offset < size {
            let piece = Array(zeros.prefix(Int(min(size - offset, 1 << 16))))
            hasher.update(piece)
            try archive.add(piece)
            offset += Int64(piece.count)
        }
        let digest = hasher.finalize()
        try checksums.append(path, digest)
        files += 1
        return (digest, found)
    }

    /// Adds a short file.
    func add(_ path: Path, _ content: [UInt8], modified: Timestamp) async throws {
        _ = try await add(path, size: Int64(content.count), modified: modified) { Array(content.dropFirst(Int($0))) }
    }

    /// Adds the checksums, and ends the archive.
    func finish(at time: Timestamp) throws {
        try archive.begin(BackupFormat.checksums, size: checksums.size, modified: time)
        var offset: Int64 = 0
        while true {
            let piece = try checksums.bytes(at: offset)
            if piece.isEmpty { break }
            try archive.add(piece)
            offset += Int64(piece.count)
        }
        try archive.finish()
    }
}
