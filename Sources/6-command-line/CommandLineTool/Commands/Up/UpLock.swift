internal import Glibc
internal import Platform

/// The claim of a long-lived process on its workspace: `.compass/up.lock`. The kernel gives it up when the process ends,
/// however it ends.
struct UpLock: Sendable {
    static let path: Path = ".compass/up.lock"

    private let file: LockFile

    /// - Parameter root: the workspace's folder.
    /// - Throws: `UsageError` when another process has it; `SystemError`.
    init(root: Path) throws {
        let path = root == "." ? Self.path : root.appending(Self.path)
        try Files.createFolders(path.folder)
        file = try LockFile(path)
        guard try file.take(0) else {
            let holder = Self.holder(path).map { " (process \($0))" } ?? ""
            throw UsageError(
                "another `compass up`\(holder) works on this workspace; there may be one. "
                    + "End that one first, or ask it what it does: `compass status`")
        }
        // For the message above; the lock itself needs no contents.
        let descriptor = try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC)
        try descriptor.write(Array("\(getpid())\n".utf8))
    }

    /// Who wrote the file; nil: nobody, or it cannot be read.
    static func holder(_ path: Path) -> Int32? {
        guard let bytes = try? Files.read(path, limit: 64) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
