internal import Pipelines

/// Who goes on in a dispatcher and who waits for a place: pipelines take turns, and within each its groups.
struct AdmissionQueue {
    typealias Waiter = CheckedContinuation<Place?, Never>

    /// The answer to who asks.
    struct Place: Sendable {
        enum Kind: Sendable {
            case given
            /// Too many of its group wait already.
            case refused
        }

        let kind: Kind
        let number: Int
        let pipeline: String
        let group: String
    }

    /// Who is to be told, after the lock has been given up.
    struct Resumption {
        let waiter: Waiter
        /// nil: it does not begin.
        let place: Place?
    }

    private struct Waiting {
        let waiter: Waiter
        let pipeline: String
        let group: String
    }

    private let workers: Int
    private var queues: [String: FairQueue] = [:]
    /// The pipelines that have a queue, whose turn it is first.
    private var turns: [String] = []
    private var waiting: [Int: Waiting] = [:]
    private var resumptions: [Resumption] = []
    private var last = 0
    private var active = 0
    private var released = 0
    private var isStopped = false

    init(workers: Int) {
        self.workers = workers
    }

    var load: Dispatcher.Load {
        var load = Dispatcher.Load()
        (load.active, load.waiting, load.queued) = (active - released, released, waiting.count)
        return load
    }

    /// Of a new request.
    mutating func number() -> Int {
        last += 1
        return last
    }

    mutating func reject(_ waiter: Waiter) {
        resumptions.append(Resumption(waiter: waiter, place: nil))
    }

    mutating func add(_ element: FairQueue.Element, of pipeline: Pipeline, _ waiter: Waiter) {
        if isStopped { return reject(waiter) }
        let concurrency = pipeline.concurrency?.whenFull == .queue ? pipeline.concurrency : nil
        let limit = concurrency?.limit ?? .max
        if queues[pipeline.name] == nil {
            queues[pipeline.name] = FairQueue(limit: limit)
            turns.append(pipeline.name)
        }
        // The definition may have changed since the others came; the newest one's limit counts.
        queues[pipeline.name]?.limit = limit
        if let most = concurrency?.queueSize,
            queues[pipeline.name]?.isFull(element.group, queueSize: most) == true
        {
            let place = Place(kind: .refused, number: element.index, pipeline: pipeline.name, group: element.group)
            return resumptions.append(Resumption(waiter: waiter, place: place))
        }
        waiting[element.index] = Waiting(waiter: waiter, pipeline: pipeline.name, group: element.group)
        queues[pipeline.name]?.add(element)
        fill()
    }

    /// One that waits no longer wants to; any other number does nothing.
    mutating func cancel(_ number: Int) {
        guard let one = waiting.removeValue(forKey: number) else { return }
        queues[one.pipeline]?.remove(number, of: one.group)
        forget(one.pipeline)
        reject(one.waiter)
    }

    mutating func end(_ place: Place) {
        active -= 1
        queues[place.pipeline]?.end(place.group)
        forget(place.pipeline)
        fill()
    }

    mutating func release() {
        released += 1
        fill()
    }

    mutating func reacquire() {
        released -= 1
        fill()
    }

    mutating func stop() {
        isStopped = true
        for one in waiting.values { reject(one.waiter) }
        // Whoever goes on needs no place from now on.
        (waiting, queues, turns) = ([:], [:], [])
    }

    /// Everybody that the changes so far concern.
    mutating func takeResumptions() -> [Resumption] {
        defer { resumptions = [] }
        return resumptions
    }

    private mutating func fill() {
        while !isStopped, active - released < workers, released < Batch.maxWaiting, let element = next() {
            guard let one = waiting.removeValue(forKey: element.index) else { continue }
            active += 1
            let place = Place(kind: .given, number: element.index, pipeline: one.pipeline, group: one.group)
            resumptions.append(Resumption(waiter: one.waiter, place: place))
        }
    }

    /// Each pipeline in turn; there are few.
    private mutating func next() -> FairQueue.Element? {
        for (index, pipeline) in turns.enumerated() {
            guard let element = queues[pipeline]?.next() else { continue }
            turns.remove(at: index)
            turns.append(pipeline)
            return element
        }
        return nil
    }

    private mutating func forget(_ pipeline: String) {
        guard queues[pipeline]?.isIdle == true else { return }
        queues[pipeline] = nil
        turns.removeAll { $0 == pipeline }
    }
}
