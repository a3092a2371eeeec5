internal import Glibc
internal import Platform

/// What others may do with the state of a workspace while a process works with it. What they might when a file was first seen is
/// its owner's choice; what they are given later, by whatever program, is taken away again: who may read there reads every
/// document.
///
/// Looks at the state folder and what lies in it, at the database and its folder. Below that nobody gets whom the folder
/// keeps out.
struct StateRights {
    /// A file or folder that others were given rights to.
    struct Change: Hashable {
        let path: Path
        /// As it was found.
        let mode: UInt32
        /// Without those rights.
        let closed: UInt32
        /// Why they could not be taken away; nil: they were.
        let failure: SystemError?
    }

    private let folder: Path
    /// nil: it is no file.
    private let database: Path?
    /// What others might when it was first seen.
    private var allowed: [Path: UInt32] = [:]
    /// Told already, and not mended since.
    private var failed: Set<Change> = []

    /// - Parameters:
    ///   - folder: of the state.
    ///   - database: its file; nil: it is none.
    init(folder: Path, database: Path?) {
        self.folder = folder
        self.database = database
        _ = close()
    }

    private static let others: UInt32 = 0o077

    /// Takes them away. Blocks shortly.
    ///
    /// - Returns: what was found, each failure once.
    mutating func close() -> [Change] {
        var changes: [Change] = []
        var failures: Set<Change> = []
        var seen: [Path: UInt32] = [:]
        for path in paths() {
            guard let status = status(of: path) else { continue }
            let rights = allowed[path] ?? status.mode & Self.others
            seen[path] = rights
            let excess = status.mode & Self.others & ~rights
            if excess == 0 { continue }
            let closed = status.mode & ~excess
            let change = Change(
                path: path, mode: status.mode, closed: closed, failure: Self.setMode(closed, of: path))
            if change.failure != nil { failures.insert(change) }
            if change.failure == nil || !failed.contains(change) { changes.append(change) }
        }
        (allowed, failed) = (seen, failures)
        return changes
    }

    /// Those that are this user's own files and folders; nobody reaches a socket by its mode alone, see `socket-mode`.
    private func status(of path: Path) -> FileStatus? {
        guard let status = try? FileStatus.of(path, followingLinks: false), status.owner == geteuid(),
            status.kind == .folder || status.kind == .regular
        else { return nil }
        return status
    }

    private func paths() -> [Path] {
        var paths = [folder]
        for name in (try? Files.list(folder)) ?? [] { paths.append(folder.appending(name)) }
        guard let database, database.folder != folder else { return paths }
        paths.append(database.folder)
        for suffix in ["", "-wal", "-shm"] { paths.append(Path(bytes: database.bytes + Array(suffix.utf8))) }
        return paths
    }

    /// Without opening it: to close a database's file would give up the locks that this process has in it.
    private static func setMode(_ mode: UInt32, of path: Path) -> SystemError? {
        do throws(SystemError) {
            try systemCall("change the mode of", on: path.description) {
                path.withCString { fchmodat(AT_FDCWD, $0, mode_t(mode), AT_SYMLINK_NOFOLLOW) }
            }
            return nil
        } catch {
            return error.code == ENOENT ? nil : error
        }
    }
}
