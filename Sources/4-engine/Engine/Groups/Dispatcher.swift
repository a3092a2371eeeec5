public import Pipelines
internal import Synchronization

/// Runs pipelines for as long as a process lives, for many who ask, several at a time: the counterpart of `Batch` for
/// services. Those who ask wait for their turn; pipelines take turns, and within each its groups, as in a batch.
///
/// `Batch` is not built on it: a batch pulls its requests one by one as there is room, so that a million of them need no
/// million tasks that wait, and hands its results over in their order.
public final class Dispatcher: Sendable {
    /// How many runs there are of which kind.
    public struct Load: Sendable, Hashable {
        /// They work.
        public var active = 0
        /// They have begun, and wait for their next try.
        public var waiting = 0
        /// They have not begun.
        public var queued = 0

        public init() {}
    }

    private let state: Mutex<AdmissionQueue>
    private let current: Mutex<Engine>
    private let loadChanged: @Sendable () -> Void

    /// - Parameters:
    ///   - workers: how many runs go on at a time, at least 1; those that wait for their next try do not count.
    ///   - loadChanged: is called after each change of `load`, by several threads at a time. Must not block.
    public init(engine: Engine, workers: Int, loadChanged: @escaping @Sendable () -> Void = {}) {
        precondition(workers > 0, "a dispatcher needs a worker")
        self.loadChanged = loadChanged
        current = Mutex(engine)
        state = Mutex(AdmissionQueue(workers: workers))
    }

    /// Runs a pipeline once, as soon as there is room. Never throws: whatever goes wrong is the result's. When the task is
    /// cancelled after the run has begun, the run is cancelled, as by `Engine.run`.
    ///
    /// The pipeline's definition must have been pinned in the journal.
    ///
    /// - Parameter began: is called when it has room and begins.
    /// - Returns: nil when the run did not begin, since `stop` was called or the task was cancelled before.
    public func run(
        _ request: RunRequest, of pipeline: Pipeline, began: @Sendable () -> Void = {}
    ) async -> RunResult? {
        let asked = current.withLock { $0 }
        let isFair = pipeline.concurrency?.whenFull == .queue
        let group = isFair ? asked.group(of: request, in: pipeline) ?? "" : ""
        guard let place = await place(for: request, of: pipeline, group: group) else { return nil }
        // It may have waited for long.
        let engine = current.withLock { $0 }
        switch place.kind {
        case .refused: return await engine.refuse(request, of: pipeline, index: place.number)
        case .given:
            defer { change { $0.end(place) } }
            if Task.isCancelled { return nil }
            began()
            let permit = WorkerPermit(
                release: { self.change { $0.release() } }, reacquire: { self.change { $0.reacquire() } })
            return await engine.run(request, of: pipeline, index: place.number, permit: permit)
        }
    }

    /// From now on no run begins; those that go on are left alone. Doing it twice does no harm.
    public func stop() {
        change { $0.stop() }
    }

    /// From now on runs begin on this engine, which `Engine.replacing` made of the former one.
    public func replace(_ engine: Engine) {
        current.withLock { $0 = engine }
    }

    /// How many runs there are now.
    public var load: Load { state.withLock { $0.load } }

    /// - Returns: nil when it is not to begin.
    private func place(for request: RunRequest, of pipeline: Pipeline, group: String) async -> AdmissionQueue.Place? {
        let number = state.withLock { $0.number() }
        let element = FairQueue.Element(index: number, request: request, group: group)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { queue in
                    // Looked at under the lock: a cancellation that comes later finds whom to wake.
                    if Task.isCancelled { return queue.reject(continuation) }
                    queue.add(element, of: pipeline, continuation)
                }
            }
        } onCancel: {
            change { $0.cancel(number) }
        }
    }

    /// Changes who waits and who goes on, and then wakes whom that concerns.
    private func change(_ body: (inout AdmissionQueue) -> Void) {
        let resumptions = state.withLock { queue in
            body(&queue)
            return queue.takeResumptions()
        }
        loadChanged()
        for one in resumptions { one.waiter.resume(returning: one.place) }
    }
}

/// Hands elements from many to one who waits, also when the one who waits was cancelled.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiting: CheckedContinuation<[Element], Never>?
    }

    private let state = Mutex(State())

    func put(_ element: Element) {
        let waiting = state.withLock { state -> CheckedContinuation<[Element], Never>? in
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            state.elements.append(element)
            return nil
        }
        waiting?.resume(returning: [element])
    }

    /// All that is there, in order; waits until there is something. To be called by one task at a time.
    func take() async -> [Element] {
        await withCheckedContinuation { continuation in
            let elements = state.withLock { state -> [Element] in
                if state.elements.isEmpty {
                    state.waiting = continuation
                    return []
                }
                defer { state.elements = [] }
                return state.elements
            }
            if !elements.isEmpty { continuation.resume(returning: elements) }
        }
    }
}
