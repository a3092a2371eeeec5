internal import Glibc
internal import Platform
internal import Synchronization

/// Syncs a database's write-ahead log on a thread of its own, so that the writer goes on committing meanwhile: what waits
/// for the disk keeps nobody else waiting.
///
/// It is the same sync that SQLite does in a commit with `synchronous = FULL`, only later: frames of transactions that
/// have been committed are in the file, and one sync makes all of them durable. A checkpoint that overtakes it has synced
/// the log and the database itself.
final class LogSync: Sendable {
    /// A committed transaction, and who waits until it is on the disk.
    struct Group: Sendable {
        let jobs: [any WriteJob]
    }

    private struct State {
        var log: FileDescriptor?
        /// After a failed sync nobody knows what is on the disk, and a second try would not tell.
        var failure: SQLiteError?
    }

    private let thread: SerialThread<Group>

    /// - Parameters:
    ///   - database: the log lies beside it.
    ///   - done: called on the thread with the number of transactions that a sync was for, before they are told.
    init(database: Path, done: @escaping @Sendable (Int) -> Void) {
        let path = Path(bytes: database.bytes + Array("-wal".utf8))
        let state = Mutex(State())
        thread = SerialThread(name: "sqlite-sync") { groups in
            let failure = state.withLock { state in
                if state.failure == nil { state.failure = Self.sync(path, &state.log) }
                return state.failure
            }
            if failure == nil { done(groups.count) }
            for group in groups {
                for job in group.jobs { job.finish(failure) }
            }
        }
    }

    func put(_ group: Group) {
        thread.put(group)
    }

    private static func sync(_ path: Path, _ log: inout FileDescriptor?) -> SQLiteError? {
        do {
            // While the writer's connection is open the log stays the same file. Closing this descriptor frees none of
            // SQLite's locks: those are on the other two files.
            if log == nil {
                log = try FileDescriptor.open(path, flags: O_RDWR)
                // The log may be new, and SQLite syncs its name only with its own first sync.
                try FileDescriptor.open(path.folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
            }
            try log?.synchronizeContents()
            return nil
        } catch {
            // Without a log nothing has been written since the last connection was closed.
            if error.code == ENOENT { return nil }
            return SQLiteError(.inputOutput, operation: "sync the log", systemCode: error.code)
        }
    }
}
