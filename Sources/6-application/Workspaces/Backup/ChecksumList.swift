internal import Digests
internal import Documents
internal import Glibc
internal import Platform

/// The lines of `SHA256SUMS`, in a file without a name, so that memory does not grow with them.
///
/// A line is as sha256sum(1) writes it: the digest, two blanks, the name; names with a backslash or a line break have these
/// escaped, and a backslash stands before the line.
final class ChecksumList {
    private let file: FileDescriptor
    private var pending: [UInt8] = []
    private(set) var size: Int64 = 0

    /// - Parameter folder: on whose disk the lines are.
    /// - Throws: `SystemError`
    init(in folder: Folder) throws(SystemError) {
        let name: Path = ".sums"
        file = try folder.open(name, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try folder.remove(name)
    }

    func append(_ path: Path, _ digest: SHA256Digest) throws(SystemError) {
        let line = Self.line(path, digest)
        pending += line
        size += Int64(line.count)
        if pending.count >= 1 << 16 { try flush() }
    }

    /// The next lines from an offset on, at most 1 MiB; empty at the end.
    func bytes(at offset: Int64) throws(SystemError) -> [UInt8] {
        try flush()
        return try file.bytes(at: offset, count: 1 << 20)
    }

    /// Calls `body` with all that was appended, page by page. The digests are in lower-case hexadecimal.
    func forEachPage(_ body: ([(path: Path, digest: String)]) async throws -> Void) async throws {
        var offset: Int64 = 0
        var rest: [UInt8] = []
        while true {
            let piece = try bytes(at: offset)
            if piece.isEmpty { return }
            offset += Int64(piece.count)
            var lines = (rest + piece).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = lines.popLast().map(Array.init) ?? []
            try await body(lines.map(Self.entry))
        }
    }

    /// So many versions are looked for at a time. The entries are gone through for each part, since there may be more of both than
    /// memory has room for.
    private static let part = 100_000

    /// Calls `take` with each version of a database whose object is none of the entries, in the order of versions.
    ///
    /// - Returns: how many versions there are.
    /// - Throws: the store's errors; what `take` throws.
    func forEachVersion(
        without references: any ObjectReferences, _ take: (VersionObject) async throws -> Void
    ) async throws -> Int {
        var (row, count): (Int64, Int) = (0, 0)
        while true {
            var versions: [VersionObject] = []
            while versions.count < Self.part {
                let page = try await references.versionObjects(after: row, limit: 500)
                guard let last = page.last else { break }
                row = last.row
                versions += page
            }
            if versions.isEmpty { return count }
            count += versions.count
            var absent = Set(versions.map(\.key))
            try await forEachPage { entries in
                for entry in entries {
                    if let key = entry.path.rest(below: BackupFormat.objects) { absent.remove(key.text) }
                }
            }
            for version in versions where absent.contains(version.key) { try await take(version) }
        }
    }

    /// What `line` has made a line of, without its end.
    private static func entry(_ line: ArraySlice<UInt8>) -> (path: Path, digest: String) {
        let isEscaped = line.first == UInt8(ascii: "\\")
        let line = isEscaped ? line.dropFirst() : line
        let digest = String(decoding: line.prefix(64), as: UTF8.self)
        guard isEscaped else { return (Path(bytes: Array(line.dropFirst(66))), digest) }
        var name: [UInt8] = []
        var isAfterBackslash = false
        for byte in line.dropFirst(66) {
            if !isAfterBackslash, byte == UInt8(ascii: "\\") {
                isAfterBackslash = true
                continue
            }
            let plain: [UInt8: UInt8] = [UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "r"): UInt8(ascii: "\r")]
            name.append(isAfterBackslash ? plain[byte] ?? byte : byte)
            isAfterBackslash = false
        }
        return (Path(bytes: name), digest)
    }

    private func flush() throws(SystemError) {
        if pending.isEmpty { return }
        try file.write(pending)
        pending = []
    }

    static func line(_ path: Path, _ digest: SHA256Digest) -> [UInt8] {
        var name: [UInt8] = []
        var isEscaped = false
        for byte in path.bytes {
            switch byte {
            case UInt8(ascii: "\\"): name += Array("\\\\".utf8)
            case UInt8(ascii: "\n"): name += Array("\\n".utf8)
            case UInt8(ascii: "\r"): name += Array("\\r".utf8)
            default:
                name.append(byte)
                continue
            }
            isEscaped = true
        }
        return Array(((isEscaped ? "\\" : "") + digest.hex + "  ").utf8) + name + [UInt8(ascii: "\n")]
    }
}
