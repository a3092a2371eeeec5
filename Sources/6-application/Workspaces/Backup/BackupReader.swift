internal import Archives
internal import Digests
internal import Documents
internal import Glibc
internal import Platform
internal import Representations

/// Reads a backup from front to back, and holds its contents against its checksums. Calls block.
final class BackupReader {
    private let path: Path
    private let archive: ArchiveReader
    private let found: ChecksumList
    private let progress: @Sendable (BackupProgress) -> Void
    /// All that was read but for the checksums, as `BackupWriter` counts them.
    private(set) var files = 0
    private(set) var bytes: Int64 = 0
    private var readBytes: Int64 = 0

    /// - Parameters:
    ///   - path: of the backup.
    ///   - folder: private, for what is written on the way.
    init(_ path: Path, in folder: Folder, progress: @escaping @Sendable (BackupProgress) -> Void) throws {
        self.path = path
        // A pipe that nobody writes into would be waited for without an end. Standard input is one that somebody has opened.
        guard try path == "/dev/stdin" || FileStatus.of(path).kind == .regular else {
            throw Problem.refused("\(path) is not a file, and so no backup.")
        }
        do {
            archive = try ArchiveReader(FileDescriptor.open(path, flags: O_RDONLY | O_NOCTTY))
        } catch let error as ArchiveError {
            throw Self.problem(path, error)
        }
        found = try ChecksumList(in: folder)
        self.progress = progress
    }

    /// One file of a backup, whose bytes are read once.
    final class Content {
        let path: Path
        let size: Int64
        let isExecutable: Bool
        private let archive: ArchiveReader
        private var hasher: SHA256? = SHA256()
        private var readBytes: Int64 = 0
        private let progressed: (Int64) -> Void

        fileprivate init(
            _ entry: ArchiveReader.Entry, _ archive: ArchiveReader, progressed: @escaping (Int64) -> Void
        ) {
            (path, size, isExecutable) = (entry.path, entry.size, entry.isExecutable)
            (self.archive, self.progressed) = (archive, progressed)
        }

        /// Reads the next bytes, as many as there is room for; 0 at the end.
        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            try Task.checkCancellation()
            let count = try archive.read(into: buffer)
            hasher?.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            readBytes += Int64(count)
            progressed(Int64(count))
            return count
        }

        /// The next bytes, at most 1 MiB; empty at the end.
        func read() throws -> [UInt8] {
            try [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
                count = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        }

        /// Writes them into a new file, for its owner alone. On disk on return, but for its name.
        ///
        /// - Throws: `SystemError`, `ArchiveError`
        func write(to name: Path, in folder: Folder) throws {
            let file = try folder.open(
                name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: isExecutable ? 0o700 : 0o600)
            while true {
                let bytes = try read()
                if bytes.isEmpty { break }
                try file.write(bytes)
            }
            try file.synchronize()
        }

        /// All bytes of a short file.
        ///
        /// - Throws: `Problem` when there are more than `limit`.
        func readAll(limit: Int) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while true {
                let piece = try read()
                if piece.isEmpty { return bytes }
                bytes += piece
                if bytes.count > limit {
                    throw Problem.refused("This is no backup of a workspace: its \(path) is too long.")
                }
            }
        }

        /// Of all bytes, of which none may be left.
        fileprivate func digest() throws -> SHA256Digest {
            while try !read().isEmpty {}
            guard readBytes == size, let hasher = hasher.take() else {
                throw Problem.refused("The backup is damaged: \(path) has \(readBytes) bytes instead of \(size).")
            }
            return hasher.finalize()
        }
    }

    /// Reads it all.
    ///
    /// - Parameter take: gets each file but the first and the last one; what it leaves of the bytes is read and compared too.
    /// - Returns: what the first entry says.
    /// - Throws: `Problem` when it is no backup or damaged; what `take` throws.
    @discardableResult
    func check(_ take: (Content) async throws -> Void = { _ in }) async throws -> BackupHead {
        do {
            guard let first = try next(), first.path == BackupFormat.head else {
                throw Problem.refused("\(path) is no backup of a workspace.")
            }
            let head = try BackupHead(first.readAll(limit: BackupFormat.headLimit))
            try enter(first)
            while let content = try next() {
                if content.path == BackupFormat.checksums {
                    try compare(content)
                    if let more = try next() {
                        throw Problem.refused(
                            "\(path) holds \(more.path) behind its end, which is in no backup that compass has made.")
                    }
                    return head
                }
                try await take(content)
                try enter(content)
            }
            throw Problem.refused("\(path) is damaged: its end is missing.")
        } catch let error as ArchiveError {
            throw Self.problem(path, error)
        }
    }

    /// Holds the objects that were read against what a database has of them.
    ///
    /// - Returns: a sentence for each that is not what was stored.
    func damage(by references: any ObjectReferences) async throws -> [String] {
        var damage: [String] = []
        try await found.forEachPage { entries in
            let objects = entries.compactMap { entry in
                entry.path.rest(below: BackupFormat.objects).map { (key: $0.text, digest: entry.digest) }
            }
            for start in stride(from: 0, to: objects.count, by: 500) {
                let page = objects[start..<min(start + 500, objects.count)]
                let stored = try await references.digests(of: page.map(\.key))
                for object in page {
                    guard let digest = stored[object.key], digest != object.digest else { continue }
                    damage.append(
                        "the object \(Printable.short(object.key)) was damaged already when the backup was made: its SHA-256 is "
                            + "\(object.digest) instead of \(digest)")
                }
            }
        }
        return damage
    }

    /// Looks for the bytes of a database's versions among the objects that were read.
    ///
    /// - Returns: a sentence for each version that has none, and how many versions there are.
    func missing(for references: any ObjectReferences) async throws -> (sentences: [String], versions: Int) {
        var sentences: [String] = []
        let count = try await found.forEachVersion(without: references) { sentences.append(Self.sentence($0)) }
        return (sentences, count)
    }

    /// That a version has no bytes.
    static func sentence(_ version: VersionObject) -> String {
        "the version \(version.id) has no bytes: \(Printable.short(version.key)) is not in the backup"
    }

    private static func problem(_ path: Path, _ error: ArchiveError) -> Problem {
        switch error.code {
        case .damaged:
            Problem.refused(
                "\(path) is no backup, or a damaged one: \(error). One that was compressed has to be uncompressed first"
            )
        case .system, .unavailable: Problem(.failed, "\(path) cannot be read: \(error)")
        }
    }

    /// What was not made by `BackupWriter` is refused.
    private func next() throws -> Content? {
        guard let entry = try archive.next() else { return nil }
        let segments = entry.path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isInside = segments.allSatisfy { !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] }
        guard entry.isFile, isInside, entry.size >= 0 else {
            throw Problem.refused("\(path) holds \(entry.path), which is in no backup that compass has made.")
        }
        return Content(entry, archive) { [self] count in
            readBytes += count
            progress(.reading(readBytes))
        }
    }

    private func enter(_ content: Content) throws {
        try found.append(content.path, content.digest())
        files += 1
        bytes += content.size
    }

    /// Holds the lines of what was read against those that were written.
    private func compare(_ content: Content) throws {
        var offset: Int64 = 0
        var line: [UInt8] = []
        while true {
            let written = try content.read()
            if written.isEmpty { break }
            var expected: [UInt8] = []
            while expected.count < written.count {
                let piece = try found.bytes(at: offset + Int64(expected.count))
                if piece.isEmpty { break }
                expected += piece.prefix(written.count - expected.count)
            }
            if written != expected {
                line = Self.line(of: expected, differingFrom: written)
                break
            }
            offset += Int64(written.count)
        }
        if line.isEmpty, offset == found.size { return }
        let name = String(decoding: line.dropFirst(66), as: UTF8.self)
        throw Problem.refused(
            "\(path) is damaged: "
                + (name.isEmpty ? "its checksums are not those of its files." : "\(name) is not what was saved."))
    }

    /// The first line that is not the same, without its end.
    private static func line(of found: [UInt8], differingFrom written: [UInt8]) -> [UInt8] {
        let index = zip(found, written).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? found.count
        let start = found[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return Array(found[start...].prefix { $0 != UInt8(ascii: "\n") })
    }
}
