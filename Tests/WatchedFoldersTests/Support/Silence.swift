import CompassTesting
import Platform

@testable import WatchedFolders

/// Events that a test makes.
final class Silence: Sendable {
    let stream: AsyncStream<[FolderChange]>
    let continuation: AsyncStream<[FolderChange]>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func faults(addFailing code: Int32? = nil, after count: Int = 0) -> FolderIntake.Faults {
        let (stream, continuation) = (stream, continuation)
        let added = Recorder<Path>()
        var faults = FolderIntake.Faults()
        faults.events = {
            FolderEvents(
                changes: stream,
                add: { _, path throws(SystemError) in
                    added.record(path)
                    if let code, added.all.count > count { throw SystemError("watch", code: code) }
                },
                remove: { _ in }, removeAll: { _ in }, close: { continuation.finish() })
        }
        return faults
    }
}
