internal import Diagnostics
internal import Glibc
internal import Platform
internal import Representations

/// The claim of a long-lived process on its workspace: `.compass/up.lock`. The kernel gives it up when the process ends,
/// however it ends.
struct UpLock: Sendable {
    static let name: Path = ".compass/up.lock"

    /// How long one that is ending is waited for: with much memory to give back, it keeps its lock for a while after the
    /// signal that killed it.
    private static let timeout = Duration.seconds(5)
    /// A process that was killed just now does not look like that yet.
    private static let briefTimeout = Duration.milliseconds(500)
    private static let longestPause = Duration.milliseconds(100)

    private let file: LockFile
    /// Of the file.
    let path: Path

    /// Waits for a holder that is ending, up to 5 s; one that goes on is refused within a second.
    ///
    /// The lock is tried again and again, with growing pauses, instead of being waited for in the kernel: such a wait ends
    /// by itself only with the lock or a signal to its very thread, and would not see whether the holder is ending.
    ///
    /// - Parameter root: the workspace's folder.
    /// - Throws: `Problem` when another process has it; `PrivateFolderError`; `SystemError`; `CancellationError`.
    init(root: Path) async throws {
        let path = root == "." ? Self.name : root.appending(Self.name)
        try PrivateFolder.prepare(path.folder)
        let file = try LockFile(path)
        let start = ContinuousClock.now
        var pause = Duration.milliseconds(5)
        while try !file.take(0) {
            let holder = Self.holder(path)
            // Without a number it has the lock since this moment, or has just lost it.
            let timeout = holder.map(ProcessEnd.isNear) ?? true ? Self.timeout : Self.briefTimeout
            guard ContinuousClock.now - start < timeout else {
                throw Problem.invalidRequest(
                    "another service\(holder.map { " (process \($0))" } ?? "") works on this workspace; there may be "
                        + "one. End that one first", advice: [.askService])
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
        // For the message above; the lock itself needs no contents.
        do throws(SystemError) {
            let descriptor = try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC | O_NOFOLLOW)
            try descriptor.write(Array("\(getpid())\n".utf8))
        } catch {
            guard [ENOSPC, EDQUOT].contains(error.code) else { throw error }
            throw Problem(
                .failed, "There is no room for \(path): \(error.reason). Make room on its disk.", advice: [.diagnose])
        }
        (self.file, self.path) = (file, path)
    }

    /// Whether the file was removed or replaced, so that another process could take the lock of the new one.
    var isLost: Bool { (try? file.isAtItsPath()) == false }

    /// Who wrote the file; nil: nobody, or it cannot be read.
    static func holder(_ path: Path) -> Int32? {
        guard let bytes = try? Files.read(path, limit: 64) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
