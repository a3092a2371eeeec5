internal import Documents
internal import Pipelines
internal import Platform

/// The SHA-256 of a file's bytes, with what it was when they were read.
struct FileDigest: Sendable, Hashable {
    /// In lower-case hexadecimal.
    let sha256: String
    let device: UInt64
    let inode: UInt64
    let mark: FileMark

    /// Reads a file; nil when it cannot be read, or changed meanwhile. Blocks.
    ///
    /// - Parameter tree: as for `SourceFile`.
    static func of(_ path: Path, tree: Path?) -> FileDigest? {
        guard let file = try? SourceFile(opening: path, tree: tree), let digest = try? file.sha256() else { return nil }
        return FileDigest(
            sha256: digest, device: file.status.device, inode: file.status.inode, mark: FileMark(file.status))
    }
}
