internal import Glibc
public import Platform

/// A file system of its own in memory, mounted in a user namespace of a process that lives as long as this. Needs no rights.
public final class SmallDisk: Sendable {
    /// The mount point as that process sees it.
    public let path: Path
    /// The mount point for this process.
    public let seenFromHere: Path
    public let folder: Folder
    private let process: ChildProcess

    /// - Parameters:
    ///   - options: of mount(8), such as `size=1m,ro`.
    ///   - path: a folder, which itself stays as it is for this process.
    ///   - type: of mount(8); of those in memory, `ramfs` has no direct writes.
    /// - Throws: `SystemError`
    public init(mount options: String, at path: Path, type: String = "tmpfs") throws {
        process = try ChildProcess(
            "/usr/bin/unshare",
            [
                "--user", "--map-root-user", "--mount", "/bin/sh", "-ec",
                "mount -t \"$2\" -o \"$1\" none \"$0\"; echo ready; exec cat", path, Path(options), Path(type),
            ], input: .pipe, errors: .inherit)
        guard try process.output?.readSome(limit: 6) == Array("ready\n".utf8) else {
            _ = try process.wait()
            throw SystemError("mount", on: path.description, code: EPERM)
        }
        self.path = path
        seenFromHere = Path("/proc/\(process.id)/root").appending(Path(bytes: path.bytes.dropFirst()))
        folder = try Folder(opening: seenFromHere)
    }

    deinit {
        process.signal(SIGKILL)
        _ = try? process.wait()
    }
}
