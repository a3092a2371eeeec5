internal import Glibc
internal import Synchronization

/// A folder that the owner of a workspace has named, below which others may write.
///
/// Its own path is trusted: links in it are followed, and when it comes to lead to another folder, since a disk was mounted
/// or the folder made anew, that one is used from then on. What lies below is not: it is reached from the descriptor of this
/// folder alone, as `Folder` does. Paths are those that people and records have, and have to begin with this folder's.
///
/// Calls block; any thread may make them.
public final class TrustedFolder: Sendable {
    /// As it was named.
    public let path: Path
    private let links: LinkLimits?
    private let held = Mutex<(folder: Folder, status: FileStatus)?>(nil)

    /// The whole file system, for paths that hold no symbolic link.
    public static let root = TrustedFolder("/")

    /// Opens nothing yet.
    ///
    /// - Parameter links: how far a symbolic link in place of a file is followed; nil: not at all. Links in place of folders
    ///   never are.
    public init(_ path: Path, followingLinks links: LinkLimits? = nil) {
        self.path = path
        self.links = links
    }

    /// The folder itself.
    ///
    /// - Throws: `SystemError`, with `ENOENT` when it is not there.
    public func folder() throws(SystemError) -> Folder {
        let known = held.withLock { $0 }
        if let known {
            if path == "/" { return known.folder }
            if let now = try? FileStatus.of(path), now.isSameFile(as: known.status) { return known.folder }
            // Kept open, it would keep its disk from being unmounted.
            held.withLock { $0 = nil }
        }
        let folder = try Folder(opening: path)
        let status = try folder.descriptor.status()
        held.withLock { $0 = (folder, status) }
        return folder
    }

    /// What leads from here to a path, `.` for the folder itself; nil: it lies elsewhere.
    public func rest(of path: Path) -> Path? { path.rest(below: self.path) }

    /// A path of this folder, or below it, without symbolic links: those in this folder's own path are resolved, and none of
    /// the others is followed.
    public func resolved(_ path: Path) throws(SystemError) -> Path {
        let rest = try inside(path)
        let real = try Files.resolve(self.path)
        return rest == "." ? real : real.appending(rest)
    }

    /// A folder at or below this one.
    ///
    /// - Throws: `SystemError`; `ENOTDIR` or `ELOOP` when a link stands in its place, `EXDEV` for a path that lies elsewhere.
    public func folder(_ path: Path) throws(SystemError) -> Folder {
        try naming(path) { rest throws(SystemError) in try folder().folder(rest) }
    }

    /// The same, made when it is not there, with those above it. On disk on return.
    public func makeFolder(_ path: Path, mode: UInt32 = 0o777) throws(SystemError) -> Folder {
        try naming(path) { rest throws(SystemError) in try folder().makeFolder(rest, mode: mode) }
    }

    /// Opens what a path names for nothing but to examine it, a symbolic link itself.
    public func locate(_ path: Path) throws(SystemError) -> FileDescriptor {
        try naming(path) { rest throws(SystemError) in try folder().locate(rest) }
    }

    /// What a path names, a symbolic link itself; nil: nothing.
    public func status(of path: Path) throws(SystemError) -> FileStatus? {
        try naming(path) { rest throws(SystemError) in try folder().status(of: rest) }
    }

    /// What a path stands for: an entry, or what a link leads to as far as links are followed.
    ///
    /// - Throws: `SystemError`, with `ENOENT` when nothing is there.
    public func place(of path: Path) throws(SystemError) -> Place {
        let entry = try locate(path)
        let status = try entry.status()
        guard status.kind == .symbolicLink else { return .entry(entry, status) }
        guard let links else { return .link(.notFollowed) }
        let target: FileDescriptor
        do throws(SystemError) {
            target = try FileDescriptor.follow(path.name, in: folder(path.folder))
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: return .link(.leadsNowhere)
            case ELOOP: return .link(.leadsInACircle)
            default: throw error
            }
        }
        if let refusal = try links.refusal(of: target) { return .link(refusal) }
        return .entry(target, try target.status())
    }

    /// What stands at a path.
    public enum Place: Sendable {
        /// Opened for nothing but to examine it; `FileDescriptor.openLocated` opens it for reading.
        case entry(FileDescriptor, FileStatus)
        /// A symbolic link that is not followed.
        case link(LinkRefusal)
    }

    private func inside(_ path: Path) throws(SystemError) -> Path {
        guard let rest = rest(of: path) else { throw SystemError("open", on: path.description, code: EXDEV) }
        return rest
    }

    private func naming<Result>(
        _ path: Path, _ body: (Path) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let rest = try inside(path)
        do {
            return try body(rest)
        } catch {
            throw SystemError(error.operation, on: path.description, code: error.code)
        }
    }
}
