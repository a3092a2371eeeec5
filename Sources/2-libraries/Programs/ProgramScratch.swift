internal import Glibc
public import Platform
internal import Synchronization

/// Where programs have their temporary folders: a folder of this process, which is made when the first is needed and removed
/// with this value. What a process that was killed has left is removed by the next one.
///
/// Nothing in it outlives a run, so nothing is synced.
public final class ProgramScratch: Sendable {
    private struct State {
        var path: Path?
        /// Holds the lock that tells others that the folder is used.
        var lock: FileDescriptor?
        var count = 0
    }

    private let parent: Path
    private let state = Mutex(State())

    /// Makes nothing yet.
    ///
    /// - Parameters:
    ///   - folder: is made when it is needed, best on the disk of the documents; nil: `TMPDIR`, or else `/tmp`.
    ///   - variable: a variable of the process environment.
    public init(in folder: Path?, variable: (String) -> String?) {
        let temporary = variable("TMPDIR").flatMap { $0.hasPrefix("/") ? Path($0) : nil } ?? "/tmp"
        parent = folder ?? temporary
    }

    deinit {
        if let path = state.withLock({ $0.path }) { Self.removeTree(path) }
    }

    /// A new, empty folder, which nobody else has. Blocks shortly.
    public func folder() throws(SystemError) -> ScratchFolder {
        let path = try state.withLock { state throws(SystemError) in
            state.count += 1
            if state.path == nil { try prepare(&state) }
            guard let path = state.path else { preconditionFailure("it was prepared") }
            return path.appending(Path("\(state.count)"))
        }
        try Files.createFolders(path, mode: 0o700)
        return ScratchFolder(path: path, scratch: self)
    }

    private func prepare(_ state: inout State) throws(SystemError) {
        try Files.createFolders(parent, mode: 0o700)
        sweep()
        // Programs are told of it, and have other working folders.
        let folder = try Folder(opening: Files.resolve(parent))
        let name = "\(getpid())-\(Identifier.uuid())"
        let (fresh, final) = (Path(Self.fresh + name), Path(Self.prefix + name))
        guard try folder.createFolder(fresh, mode: 0o700) else {
            throw SystemError("make", on: fresh.description, code: EEXIST)
        }
        let lock = try folder.open(fresh, flags: O_RDONLY | O_DIRECTORY)
        try systemCall("lock", on: fresh.description) { flock(lock.number, LOCK_EX | LOCK_NB) }
        // It gets the name by which others sweep once it is locked.
        try folder.publish(fresh, as: final)
        (state.path, state.lock) = (try Files.resolve(parent).appending(final), lock)
    }

    private static let prefix = "compass-scratch-"
    private static let fresh = "compass-fresh-"

    /// Removes what nobody uses. What was killed before it was locked is an empty folder.
    private func sweep() {
        for name in (try? Files.list(parent)) ?? [] where name.text.hasPrefix(Self.prefix) {
            let path = parent.appending(name)
            guard let status = try? FileStatus.of(path, followingLinks: false), status.kind == .folder,
                status.owner == geteuid(), let folder = try? FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY),
                flock(folder.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            Self.removeTree(path)
        }
    }

    /// What stays is swept later.
    static func removeTree(_ path: Path) {
        if let parent = try? Folder(opening: path.folder) { parent.removeTree(path.name) }
    }
}

/// A temporary folder, removed with the last reference.
public final class ScratchFolder: Sendable {
    /// Where it is.
    public let path: Path
    private let scratch: ProgramScratch

    init(path: Path, scratch: ProgramScratch) {
        self.path = path
        self.scratch = scratch
    }

    deinit { ProgramScratch.removeTree(path) }
}
