internal import Glibc
internal import Pipelines
internal import Platform
internal import SQL
internal import SQLite
internal import Synchronization

/// That this process can use its database no more, since the log could not be synced, or the file has gone from its place; and
/// who is to be told of it.
final class StoreLoss: Sendable {
    private struct State {
        /// The file that this process has open; nil: it is not looked for.
        var opened: FileStatus?
        var error: StoreError?
        var handlers: [@Sendable (StoreError) -> Void] = []
    }

    private let database: Path
    private let state = Mutex(State())

    init(database: Path) {
        self.database = database
    }

    /// Marks the log for the next process before anybody is told, and so before this one can end.
    func record(_ error: SQLiteError) {
        // Where not even an empty file can be made, as on a disk that the kernel has made read-only since, nobody appends to
        // the log either.
        _ = try? FileDescriptor.open(Self.mark(of: database), flags: O_WRONLY | O_CREAT, mode: 0o600)
        tell(StoreError(error, path: database))
    }

    private func tell(_ lost: StoreError) {
        let handlers = state.withLock { state in
            state.error = state.error ?? lost
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler(lost) }
    }

    /// nil as long as it can be used.
    var error: StoreError? { state.withLock { $0.error } }

    /// Has `verify` look whether the database's path leads to the file that is there now.
    func hold() {
        let status = try? FileStatus.of(database)
        state.withLock { $0.opened = status }
    }

    /// To be called before anything is committed: what is written to a file that is not there any more is lost. One call of the
    /// system.
    ///
    /// - Throws: why the database can be used no more.
    func verify() throws(StoreError) {
        let (opened, error) = state.withLock { ($0.opened, $0.error) }
        if let error { throw error }
        guard let opened else { return }
        do throws(SystemError) {
            if try FileStatus.of(database).isSameFile(as: opened) { return }
        } catch {
            // What cannot be told now, as on a disk that fails, SQLite tells.
            guard error.code == ENOENT || error.code == ENOTDIR else { return }
        }
        let lost = StoreError.replaced(database)
        tell(lost)
        throw lost
    }

    /// Calls a handler once, on any thread; at once if it has happened.
    func whenRecorded(_ handler: @escaping @Sendable (StoreError) -> Void) {
        let error = state.withLock { state in
            if state.error == nil { state.handlers.append(handler) }
            return state.error
        }
        if let error { handler(error) }
    }

    /// Carries a log that could not be synced over into the database, before anything is appended to it.
    ///
    /// The kernel may take pages of the log for written that are not. No later sync would write them, so that a loss of
    /// power would take everything behind them along, synced or not. The pages of the database are written anew, and the
    /// log begins anew after that. After a loss of power there is nothing to mend: what is in the log then is on the disk.
    ///
    /// - Throws: `SQLiteError`, `SystemError`
    static func mend(_ path: Path, by connection: Connection) throws {
        let mark = mark(of: path)
        guard Files.exists(mark) else { return }
        let isLeft = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.integer(0) != 0 } ?? true
        // While others use it, a part stays in the log: then it is the next opening's turn.
        if isLeft { return }
        try systemCall("remove", on: mark.description) { mark.withCString { unlink($0) } }
    }

    private static func mark(of database: Path) -> Path { Path(bytes: database.bytes + Array("-unsynced".utf8)) }
}
