public import Pipelines
internal import Platform
internal import Synchronization

/// Where somebody waits for the end of a run. An engine announces the ends of its own runs; nothing tells of those of other
/// processes, so the journal is asked for them now and then, and nowhere else.
public final class RunEnds: Sendable {
    /// What became of a wait.
    public enum Ending: Sendable {
        case ended(RunDetail)
        /// The journal has no such run, or none any more.
        case unknown
        /// It goes on still, and is waited for no longer.
        case notAwaited
    }

    /// How often the journal is asked for what another process does, where somebody waits for it.
    public static let pollInterval = Duration.milliseconds(100)

    private struct State {
        var waiting: [String: [Int: AsyncSignal]] = [:]
        var number = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// A run has ended in this process, or was left by it.
    func announce(_ run: String) {
        for signal in state.withLock({ $0.waiting[run].map { Array($0.values) } ?? [] }) { signal.wake() }
    }

    /// Everybody who waits looks again.
    public func wakeAll() {
        for signal in state.withLock({ $0.waiting.values.flatMap(\.values) }) { signal.wake() }
    }

    /// Waits until a run ends in this process, or a while has passed. May return early, as when the task is cancelled.
    public func wait(for run: String, atMost duration: Duration) async {
        let (signal, number) = add(run)
        _ = await signal.wait(atMost: duration)
        remove(number, run)
    }

    /// Waits until a run has ended, in whatever process.
    ///
    /// - Parameters:
    ///   - first: how long it waits before it asks the journal a second time; it does so at once when the run ends here.
    ///   - longest: up to which that doubles each time; nil: it stays the same.
    ///   - isLeaving: asked after each look; when it returns true, the run is waited for no longer.
    /// - Throws: the journal's errors; `CancellationError`.
    public func end(
        of run: String, in journal: any Journal, every first: Duration = RunEnds.pollInterval,
        upTo longest: Duration? = nil, clock: EngineClock = .system, isLeaving: () -> Bool
    ) async throws -> Ending {
        // Before the first look, so that no end is missed.
        let (signal, number) = add(run)
        defer { remove(number, run) }
        var pause = first
        while true {
            guard let detail = try await journal.run(run) else { return .unknown }
            if detail.run.status != .running { return .ended(detail) }
            if isLeaving() { return .notAwaited }
            try await Self.wait(for: signal, atMost: pause, clock)
            pause = min(pause * 2, longest ?? pause)
        }
    }

    private static func wait(for signal: AsyncSignal, atMost duration: Duration, _ clock: EngineClock) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await clock.sleep(duration) }
            group.addTask { _ = await signal.wait(atMost: nil) }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    private func add(_ run: String) -> (AsyncSignal, number: Int) {
        let signal = AsyncSignal()
        let number = state.withLock { state in
            state.number += 1
            state.waiting[run, default: [:]][state.number] = signal
            return state.number
        }
        return (signal, number)
    }

    private func remove(_ number: Int, _ run: String) {
        state.withLock { state in
            state.waiting[run]?[number] = nil
            if state.waiting[run]?.isEmpty == true { state.waiting[run] = nil }
        }
    }
}
