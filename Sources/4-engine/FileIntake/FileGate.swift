internal import Glibc
public import Platform

/// Tells whether a file is whole: nobody has it open for writing, and its format's own end is there.
///
/// Nothing else than a read lease (`F_SETLEASE`, fcntl(2)) tells that there is no writer; it is asked for and given back at
/// once, so that writers are not kept waiting.
public struct FileGate: Sendable {
    /// What can be said of a file now.
    public enum Verdict: Sendable, Hashable {
        /// Whole, as far as anything tells; `hasLease`: it is certain that nobody writes to it.
        case whole(hasLease: Bool, FileStatus)
        /// Somebody has it open for writing, or mapped; or it was written while it was looked at.
        case openForWriting(FileStatus)
        case empty(FileStatus)
        /// Its format's end is missing: "the box `moov` is missing".
        case incomplete(String, hasLease: Bool, FileStatus)
        /// It is not there any more.
        case gone
        /// It may not be read: `EACCES` and the like.
        case unreadable(SystemError)
        /// It is no regular file: "a symbolic link".
        case unsuitable(String)
    }

    private let followsLinks: Bool
    private let root: Path?

    /// - Parameters:
    ///   - followsLinks: whether a symbolic link stands for its target; otherwise it is unsuitable.
    ///   - root: the workspace's folder, which targets of links have to lie in, its `.compass` and `secrets` excepted; nil:
    ///     they may lie anywhere.
    public init(followsLinks: Bool = false, root: Path? = nil) {
        self.followsLinks = followsLinks
        self.root = root
    }

    /// Looks at a file. Reads a few blocks of it at most; may block on slow file systems.
    public func examine(_ path: Path) -> Verdict {
        do throws(SystemError) {
            // Opened for nothing first: opening a pipe or a device for reading has effects of its own.
            let place = try FileDescriptor.locate(path, followingLinks: followsLinks)
            let status = try place.status()
            if let reason = Self.unsuitable(status.kind) { return .unsuitable(reason) }
            if let reason = try refusal(place, path) { return .unsuitable(reason) }
            return try examine(place.openLocated(), name: path.name)
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: return isLink(path) ? .unsuitable("a symbolic link to nothing") : .gone
            case ELOOP: return .unsuitable("a symbolic link that leads in a circle")
            default: return .unreadable(SystemError(error.operation, on: path.description, code: error.code))
            }
        }
    }

    private func examine(_ file: FileDescriptor, name: Path) throws(SystemError) -> Verdict {
        let status = try file.status()
        let lease = ReadLease.check(file)
        if lease == .writer { return .openForWriting(status) }
        if status.size == 0 { return .empty(status) }
        let problem = try Wholeness.problem(in: FileReader(file: file, size: status.size), name: name)
        let now = try file.status()
        if !now.isSameContents(as: status) { return .openForWriting(now) }
        guard let problem else { return .whole(hasLease: lease == .granted, status) }
        return .incomplete(problem, hasLease: lease == .granted, status)
    }

    /// Why what a link leads to is not taken; nil: it is, or there is no link. Asks where the descriptor really is, which
    /// no later change of a link changes.
    private func refusal(_ place: FileDescriptor, _ path: Path) throws(SystemError) -> String? {
        guard followsLinks, let root, isLink(path) else { return nil }
        let real = try Files.resolve(Path("/proc/self/fd/\(place.number)"))
        let allowed = try Files.resolve(root)
        guard Self.isBelow(real, allowed) else { return "a symbolic link that leads out of the workspace" }
        for name in Self.closed where Self.isBelow(real, allowed.appending(name)) {
            return "a symbolic link that leads into \(name) of the workspace"
        }
        return nil
    }

    /// Folders of a workspace that hold nothing for a pipeline: who may write into a watched folder is not always who may
    /// read these.
    private static let closed: [Path] = [".compass", "secrets"]

    private static func isBelow(_ path: Path, _ folder: Path) -> Bool {
        path.bytes.starts(with: folder.bytes + (folder == "/" ? [] : [UInt8(ascii: "/")]))
    }

    private func isLink(_ path: Path) -> Bool {
        (try? FileStatus.of(path, followingLinks: false))?.kind == .symbolicLink
    }

    private static func unsuitable(_ kind: FileStatus.Kind) -> String? {
        switch kind {
        case .regular: nil
        case .folder: "a folder"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a named pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .other: "no regular file"
        }
    }
}
