internal import CSQLite
internal import Platform
internal import SQL
internal import Synchronization

/// Brings what the write-ahead log has gathered into the database, on a thread and by a connection of its own.
///
/// SQLite does it in the commit that makes the log long enough: whoever commits then, often a process that has written next
/// to nothing, writes thousands of pages and waits for their sync. Beside the writer it keeps nobody waiting: a passive
/// checkpoint takes no lock that a write needs. https://sqlite.org/wal.html#ckpt
///
/// The log starts anew with the first write that finds all of it in the database. Where writes go on, a few commits are
/// always left: those are brought in by the writer's own thread, between two of its transactions.
final class LogCheckpoint: Sendable {
    /// A log of so many pages is brought in.
    static let pages: Int32 = 4_000
    /// Tried again after so many more, when somebody still read what was there before.
    private static let step: Int32 = 1_000
    /// From here on it starts anew even if other processes never stop writing, which keeps them waiting for a sync.
    private static let limit: Int32 = 4 * pages
    /// The longest wait for the writers' lock then, and for those who read: others cannot write during the latter.
    private static let wait: Duration = .milliseconds(20)

    private struct State {
        /// The length of the log at which something is done next.
        var due = LogCheckpoint.pages
        /// The same for what keeps others from writing.
        var restart = LogCheckpoint.limit
        var isRunning = false
        /// Whether only what was committed since is left, if anything: so little that the writer's thread can do it at once.
        var isNearlyDone = false
        var thread: SerialThread<Void>?
        var isClosed = false
    }

    private let database: Path
    private let state = Mutex(State())
    private let connection = Mutex<Connection?>(nil)

    init(database: Path) {
        self.database = database
    }

    /// Takes the place of what SQLite does by itself in the commits of the connection. To be kept for as long as it is used.
    func install(on writer: Connection) {
        sqlite3_wal_hook(
            writer.handle,
            { context, handle, _, pages in
                guard let context, let handle else { return SQLITE_OK }
                Unmanaged<LogCheckpoint>.fromOpaque(context).takeUnretainedValue().committed(pages, by: handle)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Ends with what goes on, so that closing the last connection finds little left to do: it keeps out whoever opens the
    /// database meanwhile.
    func close() {
        let wasNeeded = state.withLock { state in
            state.isClosed = true
            return state.thread != nil
        }
        guard wasNeeded else { return }
        connection.withLock { connection in
            if let open = connection { Self.bringIn(SQLITE_CHECKPOINT_PASSIVE, by: open.handle) }
            connection = nil
        }
    }

    /// On the writer's thread, after a commit, when the lock has been given back.
    private func committed(_ pages: Int32, by writer: OpaquePointer) {
        let isNearlyDone = state.withLock { state in
            if pages < Self.pages { (state.due, state.restart) = (Self.pages, Self.limit) }
            if state.isNearlyDone {
                state.isNearlyDone = false
                return pages >= Self.pages
            }
            guard pages >= state.due, !state.isRunning, !state.isClosed else { return false }
            state.isRunning = true
            state.due = pages + Self.step
            let thread = state.thread ?? SerialThread(name: "sqlite-log") { [weak self] _ in self?.run() }
            state.thread = thread
            thread.put(())
            return false
        }
        if isNearlyDone { Self.bringIn(SQLITE_CHECKPOINT_PASSIVE, by: writer) }
    }

    /// On its own thread.
    private func run() {
        connection.withLock { connection in
            if state.withLock({ $0.isClosed }) { return }
            // Without a connection the log stays for now, and whatever is wrong with the file the writer will be told.
            connection = connection ?? (try? open())
            guard let handle = connection?.handle else { return }
            Self.bringIn(SQLITE_CHECKPOINT_PASSIVE, by: handle)
            // What was committed during the first time, which may have been long.
            let pages = Self.bringIn(SQLITE_CHECKPOINT_PASSIVE, by: handle)
            if pages >= state.withLock({ $0.restart }) {
                state.withLock { $0.restart = pages + Self.pages }
                Self.bringIn(SQLITE_CHECKPOINT_RESTART, by: handle)
            }
        }
        state.withLock { state in
            state.isRunning = false
            state.isNearlyDone = true
        }
    }

    private func open() throws -> Connection {
        let connection = try Connection(database, mode: .write, busyTimeout: Self.wait)
        // A connection that has not read knows of no log.
        _ = try connection.first("PRAGMA schema_version") { try $0.integer(0) }
        return connection
    }

    /// What goes wrong is left for the next time, as SQLite itself does it: the log keeps what is not in the database.
    ///
    /// - Returns: the log's length before, as far as it is known.
    @discardableResult
    private static func bringIn(_ mode: Int32, by handle: OpaquePointer) -> Int32 {
        var pages: Int32 = 0
        sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, nil)
        return pages
    }
}
