internal import Diagnostics
internal import Glibc
internal import Platform

/// Notices that the workspace's state was removed or replaced while the process works on it: what it records is lost then,
/// and another process may begin beside it, since it would lock another file. It ends the process with an error, so that
/// whoever supervises it starts it anew, on what is there now.
final class StateService: Service {
    let name = "state"
    private let lock: UpLock
    private let database: Path
    private let opened: FileStatus?
    private let waker = Waker()

    private static let interval = Duration.seconds(5)

    /// - Parameter database: opened already.
    init(lock: UpLock, database: Path) {
        self.lock = lock
        self.database = database
        opened = try? FileStatus.of(database)
    }

    /// - Throws: `StateLostError`
    func run() async throws {
        while await waker.wait(atMost: Self.interval) {
            if lock.isLost { throw StateLostError(path: lock.path) }
            if isReplaced { throw StateLostError(path: database) }
        }
    }

    func stop() {
        waker.stop()
    }

    private var isReplaced: Bool {
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
            + "It ends; the next start works with what is there then. Stop `compass up` before you move, restore or remove "
            + "its state"
    }
}
