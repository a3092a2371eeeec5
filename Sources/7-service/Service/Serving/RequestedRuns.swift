internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// Runs that are asked for by somebody who does not wait for their end, as a face does: each goes on with a task of this
/// service until it has ended.
final class RequestedRuns: Service {
    struct Work: Sendable {
        let request: RunRequest
        let pipeline: Pipeline
        /// Called once it has ended; nil: the process ends, and it did not begin.
        let ended: @Sendable (RunResult?) async -> Void
    }

    let name = "requested-runs"
    private let context: UpContext
    private let works: AsyncStream<Work>
    private let submit: AsyncStream<Work>.Continuation
    private let queued = Mutex<[String: String]>([:])

    init(_ context: UpContext) {
        self.context = context
        (works, submit) = AsyncStream.makeStream()
    }

    /// Has a run begin as soon as there is room.
    ///
    /// - Returns: false when the process ends, and nothing is begun any more.
    func add(_ work: Work) -> Bool {
        guard let id = work.request.id, !context.isStopping else { return false }
        queued.withLock { $0[id] = work.pipeline.name }
        if case .enqueued = submit.yield(work) { return true }
        _ = queued.withLock { $0.removeValue(forKey: id) }
        return false
    }

    /// The pipeline of a run that waits for room; nil: it has begun, or nobody asked for it.
    func pipeline(ofQueued id: String) -> String? { queued.withLock { $0[id] } }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await work in works {
                group.addTask {
                    let result = await self.context.launch(work.request, of: work.pipeline) {
                        self.forget(work.request.id)
                    }
                    self.forget(work.request.id)
                    await work.ended(result)
                }
            }
        }
    }

    func stop() {
        submit.finish()
    }

    private func forget(_ id: String?) {
        guard let id else { return }
        queued.withLock { _ = $0.removeValue(forKey: id) }
    }
}
