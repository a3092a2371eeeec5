internal import Engine
internal import Pipelines
internal import Synchronization

/// How long stages took, from the events of an engine.
final class StageTimes: Sendable {
    private let milliseconds = Mutex<[Double]>([])

    func add(_ event: RunEvent) {
        guard case .stageFinished(_, let record) = event, let time = record.durationMilliseconds else { return }
        milliseconds.withLock { $0.append(time) }
    }

    func sorted() -> [Double] { milliseconds.withLock { $0.sorted() } }
}
