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

    private let thread: SerialThread<Group>
    private let failure: SyncFailure

    /// - Parameters:
    ///   - database: the log lies beside it.
    ///   - done: called on the thread with the number of transactions that a sync was for, before they are told.
    ///   - failed: called on the thread when a sync fails, before those who wait are told; at most once.
    init(
        database: Path, done: @escaping @Sendable (Int) -> Void,
        failed: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) {
        let path = Path(bytes: database.bytes + Array("-wal".utf8))
        let failure = SyncFailure()
        let log = Mutex<FileDescriptor?>(nil)
        self.failure = failure
        thread = SerialThread(name: "sqlite-sync") { groups in
            if failure.error == nil, let error = log.withLock({ Self.sync(path, &$0) }) {
                failure.error = error
                failed(error)
            }
            let error = failure.error
            if error == nil { done(groups.count) }
            for group in groups {
                for job in group.jobs { job.finish(error) }
            }
        }
    }

    /// Why a sync has failed; none is tried after it. The kernel may take what it could not write for written, so a later
    /// sync would succeed and prove nothing.
    var error: SQLiteError? { failure.error }

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
            return SQLiteError(.inputOutputSync, operation: "sync the log", systemCode: error.code)
        }
    }
}

/// Shared by the thread that syncs and the one that writes.
private final class SyncFailure: Sendable {
    private let state = Mutex<SQLiteError?>(nil)

    var error: SQLiteError? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
