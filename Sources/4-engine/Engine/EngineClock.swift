internal import Documents
internal import Pipelines
public import Platform
internal import Synchronization

/// Time and chance, as the engine sees them; tests provide their own.
public struct EngineClock: Sendable {
    /// The system clock.
    public var now: @Sendable () -> Timestamp
    /// Waits; throws `CancellationError` when the task is cancelled meanwhile.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Calls a closure once after a while, on a thread of its own, unless it is stopped before.
    public var alarm: @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm
    /// Evenly from 0 up to 1.
    public var random: @Sendable () -> Double

    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Duration) async throws -> Void,
        alarm: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.alarm = alarm
        self.random = random
    }

    /// The real ones.
    public static let system = EngineClock(
        now: { .now() }, sleep: { try await Task.sleep(for: $0) },
        alarm: { AlarmClock.shared.set(after: $0, $1) }, random: { .random(in: 0..<1) })
}

/// Microseconds that no two runs of this process share, so that two files of one name make two object keys.
enum KeyClock {
    private static let last = Guarded<Int64>(0)

    static func next(_ now: Timestamp) -> Int64 {
        last.withLock {
            $0 = max($0 + 1, now.microseconds)
            return $0
        }
    }
}

/// When the stages of a run start: no two at the same time, so that "last one first" is certain.
final class StartClock: Sendable {
    private let last: Mutex<Int64>
    private let now: @Sendable () -> Timestamp

    /// - Parameter last: microseconds; every start is later.
    init(after last: Int64, now: @escaping @Sendable () -> Timestamp) {
        self.last = Mutex(last)
        self.now = now
    }

    func next() -> Timestamp {
        let now = now().microseconds
        return Timestamp(
            microseconds: last.withLock {
                $0 = max($0 + 1, now)
                return $0
            })
    }
}

/// Runs `body`, and cancels it when it takes longer than `limit`. Returns when `body` has returned: a body that blocks
/// and does not look at its cancellation is waited for. What it gave although it was too late still counts: an effect
/// that has happened must be recorded.
///
/// - Throws: what `body` throws; `StageError` of class `timeout` when the limit had passed before it failed.
func withTimeout<Result: Sendable>(
    _ limit: TimeSpan, on pool: WorkerPool, clock: EngineClock, message: @autoclosure () -> String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (timeout, outside) = (TaskCanceller(), TaskCanceller())
    let alarm = clock.alarm(.milliseconds(limit.milliseconds)) { timeout.cancel() }
    defer { alarm.stop() }
    do {
        // Heard from before the beginning: a body that does not suspend has ended before there is a task to be cancelled.
        return try await withTaskCancellationHandler {
            // Starts here and now, on this thread: a body that does not suspend costs no switch of threads. It is a task
            // of its own, so that cancelling it leaves the run's task as it is.
            try await Task.immediate(executorPreference: pool) {
                try await withUnsafeCurrentTask { current in
                    timeout.begin(current)
                    outside.begin(current)
                    defer {
                        timeout.end()
                        outside.end()
                    }
                    return try await body()
                }
            }.value
        } onCancel: {
            outside.cancel()
        }
    } catch {
        if timeout.hasCancelled, (error as? StageError)?.outcome != .rejected {
            throw StageError.failed(.timeout, "timeout", message())
        }
        throw error
    }
}
