internal import Engine
internal import Pipelines
package import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Something that happened to a run in this process.
package struct LiveEvent: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case runStarted = "run-started"
        case runWaiting = "run-waiting"
        case stageStarted = "stage-started"
        case progress = "stage-progress"
        case retrying = "stage-retrying"
        case stageFinished = "stage-finished"
        case runEnded = "run-ended"
    }

    /// Grows by one with each event of the process, from 1.
    package let sequence: Int64
    /// The run that it is about.
    package let run: String
    /// Whose run it is.
    package let owner: String
    package let kind: Kind
    fileprivate let source: HostEvent

    /// As `docs/json.md` has it.
    package var record: Record {
        var record: Record = ["run": .string(run), "event": .string(kind.rawValue)]
        for entry in details { record[entry.key] = entry.value }
        return record
    }

    private var details: Record {
        switch source {
        case .run(.runStarted(_, let run)): run.record
        case .run(.runWaiting(let run, let others)):
            ["pipeline": .string(run.pipeline), "behind": .list(others.map(Value.string))]
        case .run(.stageStarted(_, let stage, let attempt, let limit)):
            ["stage": .string(stage), "attempt": .integer(Int64(attempt)), "max-attempts": .integer(Int64(limit))]
        case .run(.progress(_, let stage, let done, let total)):
            ["stage": .string(stage), "done": .integer(done), "total": .integer(total)]
        case .run(.retrying(_, let stage, let attempt, let limit, let wait, let failure)):
            [
                "stage": .string(stage), "attempt": .integer(Int64(attempt)), "max-attempts": .integer(Int64(limit)),
                "wait-ms": .integer(Int64(wait / .milliseconds(1))), "error": failure.value,
            ]
        case .run(.stageFinished(_, let stage)): ["stage": .string(stage.id), "result": .record(stage.record)]
        case .ended(let result, _, _), .carriedOn(let result): result.record
        default: [:]
        }
    }
}

/// The events of the runs of this process, for those who follow them live: the newest are kept, so that a follower that was
/// cut off can go on where it was.
///
/// Publishing takes a lock for a moment and never waits: a follower that is too slow loses its place and is told so.
package final class LiveEvents: Sendable {
    /// What a follower is given.
    package enum Element: Sendable {
        case event(LiveEvent)
        /// Events are missing between the last one and the next: look at what is on record, then go on.
        case gap
    }

    private struct State {
        /// A ring: the event of sequence `n` stands at `n % capacity`.
        var ring: [LiveEvent?]
        var last: Int64 = 0
        /// Whose the runs that go on are.
        var owners: [String: String] = [:]
        var followers: [Int: AsyncSignal] = [:]
        var nextFollower = 0
        var isClosed = false
    }

    private let state: Mutex<State>
    private let capacity: Int

    /// Told apart from those of another process: sequences start anew with each.
    package let epoch: String

    /// - Parameter capacity: how many events are kept.
    package init(capacity: Int = 4_096) {
        self.capacity = capacity
        epoch = Identifier.run()
        state = Mutex(State(ring: Array(repeating: nil, count: capacity)))
    }

    /// The sequence of the newest event; 0: there was none.
    package var last: Int64 { state.withLock { $0.last } }

    /// How many follow now.
    package var followers: Int { state.withLock { $0.followers.count } }

    /// Takes an event in; those that are about no run are left out. Must be called with the events of a run in order.
    func publish(_ event: HostEvent) {
        guard let (run, kind) = Self.subject(of: event) else { return }
        let signals = state.withLock { state -> [AsyncSignal] in
            let owner: String
            switch event {
            case .run(.runStarted(_, let record)), .run(.runWaiting(let record, _)):
                owner = record.owner
                state.owners[run] = owner
            case .ended(let result, _, _), .carriedOn(let result):
                owner = result.run.owner
                state.owners[run] = nil
            default: owner = state.owners[run] ?? ""
            }
            state.last += 1
            state.ring[Int(state.last % Int64(capacity))] = LiveEvent(
                sequence: state.last, run: run, owner: owner, kind: kind, source: event)
            return Array(state.followers.values)
        }
        for signal in signals { signal.wake() }
    }

    /// Ends all following: whoever waits gets what is there and then the end.
    package func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return Array(state.followers.values)
        }
        for signal in signals { signal.stop() }
    }

    /// Follows the events after one.
    ///
    /// - Parameters:
    ///   - sequence: of the last one that is known; nil: only those from now on.
    ///   - isWanted: called for each event; must be quick.
    package func follow(
        after sequence: Int64?, where isWanted: @escaping @Sendable (LiveEvent) -> Bool = { _ in true }
    ) -> Following {
        let signal = AsyncSignal()
        let (number, start) = state.withLock { state in
            let number = state.nextFollower
            state.nextFollower += 1
            if state.isClosed { signal.stop() } else { state.followers[number] = signal }
            return (number, sequence ?? state.last)
        }
        return Following(self, number: number, signal: signal, position: start, isWanted: isWanted)
    }

    /// One follower's place. To be read by one task.
    package final class Following: Sendable {
        private let events: LiveEvents
        private let number: Int
        private let signal: AsyncSignal
        private let position: Mutex<Int64>
        private let isWanted: @Sendable (LiveEvent) -> Bool

        fileprivate init(
            _ events: LiveEvents, number: Int, signal: AsyncSignal, position: Int64,
            isWanted: @escaping @Sendable (LiveEvent) -> Bool
        ) {
            self.events = events
            self.number = number
            self.signal = signal
            self.position = Mutex(position)
            self.isWanted = isWanted
        }

        deinit {
            let number = number
            events.state.withLock { _ = $0.followers.removeValue(forKey: number) }
        }

        /// The last event that was looked at, wanted or not: where a follower that comes again goes on.
        package var sequence: Int64 { position.withLock { $0 } }

        /// What has come since the last call; waits for something that is wanted.
        ///
        /// - Parameter duration: how long at most; then the answer is empty.
        /// - Returns: nil when the process ends, or the task is cancelled.
        package func next(atMost duration: Duration) async -> [Element]? {
            let deadline = ContinuousClock.now + duration
            while true {
                let found = take()
                if !found.isEmpty { return found }
                let rest = deadline - .now
                if rest <= .zero { return [] }
                guard await signal.wait(atMost: rest) else { return nil }
                if Task.isCancelled { return nil }
            }
        }

        private func take() -> [Element] {
            let start = position.withLock { $0 }
            let (found, end) = events.state.withLock { state -> ([Element], Int64) in
                var found: [Element] = []
                var next = start + 1
                let oldest = max(1, state.last - Int64(events.capacity) + 1)
                if next < oldest || start > state.last {
                    found.append(.gap)
                    next = state.last + 1
                }
                while next <= state.last {
                    if let event = state.ring[Int(next % Int64(events.capacity))], isWanted(event) {
                        found.append(.event(event))
                    }
                    next += 1
                }
                return (found, state.last)
            }
            position.withLock { $0 = end }
            return found
        }
    }

    private static func subject(of event: HostEvent) -> (run: String, kind: LiveEvent.Kind)? {
        switch event {
        case .run(.runStarted(_, let run)): (run.id, .runStarted)
        case .run(.runWaiting(let run, _)): (run.id, .runWaiting)
        case .run(.stageStarted(let run, _, _, _)): (run, .stageStarted)
        case .run(.progress(let run, _, _, _)): (run, .progress)
        case .run(.retrying(let run, _, _, _, _, _)): (run, .retrying)
        case .run(.stageFinished(let run, _)): (run, .stageFinished)
        case .ended(let result, _, _): (result.run.id, .runEnded)
        case .carriedOn(let result): result.isAbandoned ? nil : (result.run.id, .runEnded)
        default: nil
        }
    }
}
