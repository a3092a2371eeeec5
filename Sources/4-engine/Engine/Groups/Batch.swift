public import Pipelines

/// Runs one pipeline for many documents, several at a time.
public struct Batch: Sendable {
    private let engine: Engine
    private let workers: Int

    /// Requests are looked at that far ahead, so that groups can take turns.
    private static let horizon = 10_000
    /// So many runs may wait for their next try beside those that work; each keeps its file open.
    static let maxWaiting = 500

    /// The order in which results are handed over.
    public enum Order: Sendable {
        /// Each as soon as it and all before it are done.
        case asRequested
        /// Each as soon as it is done.
        case asTheyEnd
    }

    private enum Event: Sendable {
        /// `group`: nil when it had no place in one.
        case ended(index: Int, group: String?, RunResult)
        case released, reacquired
    }

    /// - Parameter workers: how many runs go on at a time, at least 1. Much of a run is waiting for the disk, so more than
    ///   there are cores is better.
    public init(engine: Engine, workers: Int) {
        precondition(workers > 0, "a batch needs a worker")
        self.engine = engine
        self.workers = workers
    }

    /// Runs all requests and hands over their results. Runs of different concurrency groups take turns. A run that waits for its next try takes no worker. When
    /// the task is cancelled, runs that have not started do not start and have no result.
    ///
    /// - Parameters:
    ///   - requests: taken one by one as they are needed.
    ///   - deliver: called by one task at a time.
    public func run(
        _ requests: some Sequence<RunRequest>, of pipeline: Pipeline, in order: Order = .asRequested,
        deliver: (RunResult) async -> Void
    ) async {
        var source = requests.makeIterator()
        var isDrained = false
        let concurrency = pipeline.concurrency
        let isFair = concurrency?.whenFull == .queue
        var queue = FairQueue(limit: isFair ? concurrency?.limit ?? .max : .max)
        let mailbox = Mailbox<Event>()
        let permit = WorkerPermit(release: { mailbox.put(.released) }, reacquire: { mailbox.put(.reacquired) })
        await withDiscardingTaskGroup { group in
            var (index, active, released) = (0, 0, 0)
            var finished: [Int: RunResult] = [:]
            var delivered = 0

            func fill() {
                while !isDrained, queue.count < (isFair ? Self.horizon : 1) {
                    guard let request = source.next() else {
                        isDrained = true
                        return
                    }
                    let name = isFair ? engine.group(of: request, in: pipeline) ?? "" : ""
                    let element = FairQueue.Element(index: index, request: request, group: name)
                    index += 1
                    if isFair, let most = concurrency?.queueSize, queue.isFull(name, queueSize: most) {
                        active += 1
                        start(element, isRefused: true)
                    } else {
                        queue.add(element)
                    }
                }
            }
            func start(_ element: FairQueue.Element, isRefused: Bool = false) {
                // On the threads where it works, so that it changes them neither to begin nor to report its end.
                group.addTask(executorPreference: engine.pool) {
                    let result =
                        isRefused
                        ? await engine.refuse(element.request, of: pipeline, index: element.index)
                        : await engine.run(element.request, of: pipeline, index: element.index, permit: permit)
                    mailbox.put(.ended(index: element.index, group: isRefused ? nil : element.group, result))
                }
            }
            func startAll() {
                while !Task.isCancelled, active - released < workers, released < Self.maxWaiting {
                    fill()
                    guard let element = queue.next() else { break }
                    active += 1
                    start(element)
                }
            }

            startAll()
            // Not cancelled with the task: whatever has started ends, and reports.
            while active > 0 {
                for event in await mailbox.take() {
                    switch event {
                    case .released: released += 1
                    case .reacquired: released -= 1
                    case .ended(let index, let name, let result):
                        active -= 1
                        if let name { queue.end(name) }
                        if order == .asTheyEnd {
                            await deliver(result)
                            continue
                        }
                        finished[index] = result
                        while let result = finished.removeValue(forKey: delivered) {
                            await deliver(result)
                            delivered += 1
                        }
                    }
                }
                startAll()
            }
            // After a cancellation there may be gaps where runs never started.
            for index in finished.keys.sorted() {
                if let result = finished[index] { await deliver(result) }
            }
        }
    }
}
