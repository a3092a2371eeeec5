public import Documents
internal import Glibc
public import Pipelines
public import Platform
internal import Synchronization

/// Keeps the files of runs that were rejected or failed: a folder for each entry, with the file under its own name.
///
/// The safest way that works is taken, always from the descriptor that the run has open, so that what was judged is what
/// is kept: a clone that shares its blocks, a copy, a second name of the very inode, and in the end a mere reference. A
/// full disk, missing rights or another file system make the way weaker and are noted; they are no error.
///
/// Everything is made for its owner alone (0700, 0600), and what is kept is on disk when a call returns: the file gets its
/// name only when it is whole. Names in the folder are opened beneath it without following links, so nothing outside is
/// ever written or removed.
///
/// Calls block: make them on the threads of a `WorkerPool`. Any number may be made at once, by any number of processes.
public final class QuarantineFolder: FileKeeper {
    private struct Root {
        /// Absolute, without symbolic links.
        let path: Path
        let folder: Folder
    }

    private let path: Path
    private let copyUpTo: Int64
    private let root = Mutex<Root?>(nil)

    /// Nothing is made or opened before the first file is kept.
    ///
    /// - Parameters:
    ///   - path: of the folder; taken from the working folder when it is relative.
    ///   - copyUpTo: larger files, in bytes, are not copied; a clone costs nothing and is always tried.
    public init(_ path: Path, copyUpTo: Int64) {
        self.path = path
        self.copyUpTo = copyUpTo
    }

    /// - Parameters:
    ///   - path: for records and messages alone.
    ///   - folder: the folder itself.
    init(_ path: Path, folder: Folder, copyUpTo: Int64) {
        self.path = path
        self.copyUpTo = copyUpTo
        root.withLock { $0 = Root(path: path, folder: folder) }
    }

    /// A second call for the same entry replaces what the first one kept, as one step.
    public func keep(_ file: SourceFile, for id: String) async -> KeptFile {
        do {
            let root = try opened(creating: true)
            guard let root, let entry = try EntryFolder.make(id, in: root.folder) else {
                return reference(to: file, because: "The id of the run is no name for a folder.")
            }
            let (way, note): (KeptFile.Way, String?)
            do {
                (way, note) = try Keeping(file: file, entry: entry, copyUpTo: copyUpTo).keep()
            } catch {
                entry.removeIfEmpty()
                throw error
            }
            Failpoint.pass("quarantine.kept")
            return KeptFile(way, path: root.path.appending(Path(id)).appending(file.path.name), note: note)
        } catch let error as KeepingError {
            return reference(to: file, because: error.note)
        } catch {
            return reference(to: file, because: "The quarantine folder \(path) cannot be used: \(error).")
        }
    }

    /// A file that lies outside of this folder is not this keeper's, and stays. One that is gone already is no error.
    ///
    /// - Throws: `SystemError`
    public func discard(_ file: KeptFile) async throws {
        guard file.way != .reference, let root = try opened(creating: false) else { return }
        guard let id = Self.entry(of: file), isOwn(file, root) else { return }
        Failpoint.pass("quarantine.before-discard")
        try EntryFolder.remove(id, in: root.folder)
        Failpoint.pass("quarantine.discarded")
    }

    /// Where a file's bytes are now: a workspace may have been moved since.
    public func location(of file: KeptFile) -> Path {
        guard file.way != .reference, let root = try? opened(creating: false), let id = Self.entry(of: file) else {
            return file.path
        }
        // What is recorded may be there too, where the workspace was copied: it is another one's.
        let own = root.path.appending(Path(id)).appending(file.path.name)
        return Files.exists(own) ? own : file.path
    }

    /// Makes sure that no other process works with an entry, until the result goes or this process ends.
    ///
    /// - Returns: nil when another one does. A file system without locks refuses nobody.
    /// - Throws: `SystemError`
    public func claim(_ id: String) throws(SystemError) -> FileDescriptor? {
        guard let root = try opened(creating: true), let entry = try EntryFolder.make(id, in: root.folder) else {
            throw SystemError("claim", on: id, code: EINVAL)
        }
        do {
            try systemCall("lock", on: id) { flock(entry.folder.descriptor.number, LOCK_EX | LOCK_NB) }
        } catch {
            if error.code == EWOULDBLOCK { return nil }
        }
        return entry.folder.descriptor
    }

    /// Removes the folders that no entry needs: of a process that died before it had recorded what it kept, or before it
    /// had removed what was discarded.
    ///
    /// An entry has the id of its run and is recorded in the transaction that ends that run. So a folder is needed while
    /// its run goes on or its entry is held, and once neither is so it never will be again: whatever other processes do
    /// between the question and the removal, nothing that is needed can go.
    ///
    /// - Parameter isNeeded: whether the run with that id is unfinished, or its entry held.
    /// - Returns: how many folders were removed.
    /// - Throws: `SystemError`, and what `isNeeded` throws.
    public func removeOrphans(isNeeded: (String) async throws -> Bool) async throws -> Int {
        guard let root = try opened(creating: false) else { return 0 }
        var removed = 0
        for name in try root.folder.names() {
            // What has another kind of name was put there by somebody else.
            guard let id = EntryFolder.id(name), try await !isNeeded(id) else { continue }
            try EntryFolder.remove(id, in: root.folder)
            removed += 1
        }
        return removed
    }

    /// nil when there is none and none is to be made.
    private func opened(creating: Bool) throws(SystemError) -> Root? {
        try root.withLock { root throws(SystemError) in
            if let root { return root }
            if !creating, !Files.exists(path) { return nil }
            try Files.createFolders(path, mode: 0o700)
            let resolved = try Files.resolve(path)
            root = Root(path: resolved, folder: try Folder(opening: resolved))
            return root
        }
    }

    /// The entry that a kept file's path names.
    private static func entry(of file: KeptFile) -> String? { EntryFolder.id(file.path.folder.name) }

    private func isOwn(_ file: KeptFile, _ root: Root) -> Bool {
        file.path.folder.folder == root.path || !Files.exists(file.path)
    }

    private func reference(to file: SourceFile, because note: String) -> KeptFile {
        KeptFile(.reference, path: file.realPath, note: note)
    }
}
