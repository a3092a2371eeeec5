internal import Diagnostics
internal import Glibc
internal import Platform
internal import Synchronization

/// Notices that the workspace's state was removed or replaced while the process works on it: what it records is lost then,
/// and another process may begin beside it, since it would lock another file; or that the database can be written no
/// more. It ends the process with an error, so that whoever supervises it starts it anew, on what is there now.
///
/// Where others were given rights to the state meanwhile, it takes them away, and the log says so.
final class StateService: Service {
    let name = "state"
    private let lock: UpLock
    /// nil: it is no file that could be replaced.
    private let database: Path?
    private let opened: FileStatus?
    private let rights: StateRights
    private let log: Log
    private let waker = AsyncSignal()
    private let loss = Mutex<(any Error)?>(nil)

    private static let interval = Duration.seconds(5)

    /// - Parameters:
    ///   - database: its file, opened already; nil: it is elsewhere.
    ///   - whenLost: of the workspace's store.
    init(
        lock: UpLock, database: Path?, log: Log,
        whenLost: (_ handler: @escaping @Sendable (any Error) -> Void) -> Void
    ) {
        self.lock = lock
        self.database = database
        self.log = log
        rights = StateRights(folder: lock.path.folder, database: database)
        opened = database.flatMap { try? FileStatus.of($0) }
        whenLost { [weak self] error in
            self?.loss.withLock { $0 = error }
            self?.waker.wake()
        }
    }

    /// - Throws: `StateLostError`; the store's error when it can be written no more.
    func run() async throws {
        var rights = self.rights
        while await waker.wait(atMost: Self.interval) {
            for change in rights.close() { tell(change) }
            if let error = loss.withLock({ $0 }) { throw error }
            if lock.isLost { throw StateLostError(path: lock.path) }
            if let database, isReplaced(database) { throw StateLostError(path: database) }
        }
    }

    func stop() {
        waker.stop()
    }

    private func tell(_ change: StateRights.Change) {
        let (found, closed) = (String(change.mode, radix: 8), String(change.closed, radix: 8))
        let what = "Others were given rights to \(change.path) (mode \(found)), where the workspace's state is"
        if let failure = change.failure {
            log.error("state-open", "\(what), and still have them: \(failure)", .init("path", change.path))
        } else {
            log.warning(
                "state-closed", "\(what); they are taken away again (mode \(closed))", .init("path", change.path))
        }
    }

    private func isReplaced(_ database: Path) -> Bool {
        guard let opened else { return false }
        do throws(SystemError) {
            let found = try FileStatus.of(database)
            return found.device != opened.device || found.inode != opened.inode
        } catch {
            // What cannot be told now, as on a disk that fails, is told by those who write.
            return error.code == ENOENT || error.code == ENOTDIR
        }
    }
}

/// A file of the workspace's state is not the one any more that the process has open.
struct StateLostError: Error, CustomStringConvertible {
    let path: Path

    var description: String {
        "\(path) was removed or replaced while this process was using it, so that nothing it records would be found again. "
            + "It ends; the next start works with what is there then. Stop the service before you move, restore or remove "
            + "its state"
    }
}
