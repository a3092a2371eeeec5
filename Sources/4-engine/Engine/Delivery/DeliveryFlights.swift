internal import Pipelines
internal import Platform
internal import Synchronization

/// What is under way of one process: how much of each channel, what came of it, and when it is to be looked again.
final class DeliveryFlights: Sendable {
    private struct State {
        var underWay: [String: Int] = [:]
        var tally = OutboxDelivery.Tally()
        var isToldSince = ContinuousClock.now
        var trouble: (any Error)?
        var next: Timestamp?
    }

    /// As many lines of a log as one sync is worth.
    private static let batch = 256
    /// While something is under way, what came of the rest is told at least so often.
    private static let longestSilence = Duration.seconds(1)

    private let wakers: [AsyncSignal]
    private let state = Mutex(State())

    /// - Parameter wakers: woken when something has ended.
    init(wakers: [AsyncSignal]) {
        self.wakers = wakers
    }

    var isEmpty: Bool { state.withLock { $0.underWay.isEmpty } }

    /// How many notifications the channel can begin with now. What goes on at once is one batch, if it takes batches.
    func room(for name: String, of channel: (any NotificationChannel)?) -> Int {
        let busy = state.withLock { $0.underWay[name, default: 0] }
        guard let channel, !(channel is any BatchChannel) else { return busy == 0 ? Self.batch : 0 }
        return max(0, max(1, channel.concurrency) - busy)
    }

    func begin(_ name: String) {
        state.withLock { $0.underWay[name, default: 0] += 1 }
    }

    func end(_ name: String, _ result: Result<OutboxDelivery.Tally, any Error>) {
        state.withLock { state in
            let left = state.underWay[name, default: 1] - 1
            state.underWay[name] = left > 0 ? left : nil
            switch result {
            case .success(let tally): state.tally.add(tally)
            case .failure(let error): state.trouble = state.trouble ?? error
            }
        }
        for waker in wakers { waker.wake() }
    }

    /// Throws what kept an outcome from being recorded.
    func check() throws {
        if let trouble = state.withLock({ $0.trouble }) { throw trouble }
    }

    /// Nothing is known of when to look again.
    func forgetTimes() {
        state.withLock { $0.next = nil }
    }

    /// Looks again then, or earlier.
    func look(at time: Timestamp) {
        state.withLock { $0.next = min($0.next ?? time, time) }
    }

    /// How long until it is to be looked again, unless something ends before; never negative.
    func wait(from now: Timestamp) -> Duration {
        state.withLock { state in
            let silence = state.underWay.isEmpty ? Duration.seconds(1 << 32) : Self.longestSilence
            guard let next = state.next else { return silence }
            return min(silence, max(.zero, .microseconds(next.microseconds - now.microseconds)))
        }
    }

    /// Hands over what has ended since the last time.
    func tell(_ told: (OutboxDelivery.Tally) async throws -> Void) async throws {
        let tally = state.withLock { state -> OutboxDelivery.Tally? in
            let now = ContinuousClock.now
            guard state.underWay.isEmpty || now - state.isToldSince >= Self.longestSilence else { return nil }
            state.isToldSince = now
            defer { state.tally = OutboxDelivery.Tally() }
            return state.tally
        }
        if let tally { try await told(tally) }
    }
}
