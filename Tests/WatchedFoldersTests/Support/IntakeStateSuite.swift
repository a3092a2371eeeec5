import FileIntake
import Glibc
import Pipelines
import Platform

@testable import WatchedFolders

/// What tests of the parts of the intake that only decide begin with.
protocol IntakeStateSuite {}

extension IntakeStateSuite {
    static func state() throws -> IntakeState {
        let trigger = WatchTrigger(path: "inbox")
        let pipeline = Pipeline(
            name: "test", description: nil, file: "test.yaml", source: "", hash: "0f", inputs: [], env: [],
            concurrency: nil, stages: [], onSuccess: [], onFailure: [], onRejected: [], finally: [])
        return IntakeState(
            rules: try WatchRules(trigger, of: pipeline, root: "/ws"), watch: 1, width: 1, isOnce: false)
    }

    static func found(_ number: Int, modified: Int64 = 5) -> FoundFile {
        FoundFile(
            file: LedgerEntry.File(device: 1, inode: UInt64(number), born: 7), path: Path("/ws/inbox/\(number)"),
            mark: FileMark(size: 3, modified: modified, changed: 9))
    }

    func status(size: Int64 = 3, modified: Int64 = 5) -> FileStatus {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_size = off_t(size)
        status.st_mtim.tv_nsec = Int(modified)
        status.st_ctim.tv_nsec = 9
        return FileStatus(status)
    }

    /// A file that was found and is whole.
    func inspection(_ found: FoundFile) -> PathInspection {
        PathInspection(
            path: found.path,
            result: .file(found, .whole(hasLease: true, status()), hasMarker: true, blur: .zero))
    }
}
