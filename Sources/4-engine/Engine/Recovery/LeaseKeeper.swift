public import Pipelines
internal import Platform

/// Keeps this process's lease, and passes on what other processes want of its runs. To be run beside them.
public struct LeaseKeeper: Sendable {
    private let engine: Engine
    private let leases: any RunLeases
    private let report: @Sendable (any Error) -> Void
    private let recovered: @Sendable (Duration) -> Void
    private let sleep: @Sendable (Duration) async throws -> Void
    private let uptime: @Sendable () -> Duration

    /// nil: nothing tells this process that another one wrote to the database, so it looks.
    private let changes: (any ChangeNotifying)?

    private static let interval = Duration.milliseconds(250)
    /// What this process itself has to do is looked after that often, whether anybody has written or not.
    private static let longestWait = Duration.seconds(1)

    /// - Parameters:
    ///   - report: gets trouble with the lease, at once and then at most once a minute while it goes on; it is tried
    ///     again with growing pauses, of at most a tenth of a lease. A lease that ran out is noticed at the next write.
    ///   - recovered: is told once that it works again, and for how long it had not.
    public init(
        engine: Engine, leases: any RunLeases, report: @escaping @Sendable (any Error) -> Void = { _ in },
        recovered: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        let origin = ContinuousClock.now
        self.init(
            engine: engine, leases: leases, report: report, recovered: recovered,
            sleep: { try await Task.sleep(for: $0) },
            uptime: { ContinuousClock.now - origin })
    }

    /// - Parameter uptime: from a clock that nobody sets.
    init(
        engine: Engine, leases: any RunLeases, report: @escaping @Sendable (any Error) -> Void,
        recovered: @escaping @Sendable (Duration) -> Void, sleep: @escaping @Sendable (Duration) async throws -> Void,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.engine = engine
        self.leases = leases
        changes = leases as? any ChangeNotifying
        self.report = report
        self.recovered = recovered
        self.sleep = sleep
        self.uptime = uptime
    }

    /// Returns when its task is cancelled.
    public func run() async {
        var trouble = LeaseTrouble(interval: Self.interval, lease: leases.lease)
        var (renewed, pause) = (uptime(), Self.interval)
        while !Task.isCancelled {
            do {
                if let changes, pause == Self.interval {
                    // Where no run goes on, none can be cancelled, and looking for changes all the time is what an idle
                    // process would spend most on.
                    if engine.active.isEmpty {
                        try await sleep(Self.longestWait)
                    } else {
                        try await changes.waitForChange(atMost: Self.longestWait)
                    }
                } else {
                    try await sleep(pause)
                }
                try await look(&renewed)
                pause = Self.interval
                if let duration = trouble.worked(at: uptime()) { recovered(duration) }
            } catch is CancellationError {
                return
            } catch {
                let (isNews, next) = trouble.failed(at: uptime())
                pause = next
                if isNews { report(error) }
            }
        }
    }

    /// - Parameter renewed: when the lease was renewed last.
    private func look(_ renewed: inout Duration) async throws {
        if uptime() - renewed > leases.lease / 3 {
            let now = uptime()
            engine.cancel(try await leases.renew())
            renewed = now
            // One that waits would otherwise notice only at its next write.
            let waiting = engine.active.waitingRuns
            if !waiting.isEmpty { engine.active.drop(waiting.subtracting(try await leases.owned())) }
        } else {
            engine.cancel(try await leases.cancellations())
        }
        // Runs whose end could not be recorded must not look as if this process still worked on them.
        let unrecorded = engine.active.unrecorded
        if !unrecorded.isEmpty {
            try await leases.release(unrecorded)
            engine.active.forget(unrecorded)
        }
    }
}

/// How often what fails is tried again, and how often that is told. Pure: times are handed in, from a clock that nobody
/// sets.
struct LeaseTrouble: Sendable {
    /// The same trouble is told at most that often.
    static let silence = Duration.seconds(60)

    /// How long after a pass that worked the next one comes.
    private let interval: Duration
    /// Several tries fit into what is left of a lease when its renewal is due.
    private let longestPause: Duration
    private var pause: Duration
    private var began: Duration?
    private var told: Duration?
    /// Whether the trouble that goes on was told, so that its end is worth telling.
    private var isTold = false

    init(interval: Duration, lease: Duration) {
        self.interval = interval
        longestPause = max(interval, lease / 10)
        pause = interval
    }

    /// - Returns: whether that is to be told, and when to try again.
    mutating func failed(at now: Duration) -> (isNews: Bool, pause: Duration) {
        began = began ?? now
        pause = min(pause * 2, longestPause)
        guard told.map({ now - $0 >= Self.silence }) ?? true else { return (false, pause) }
        (told, isTold) = (now, true)
        return (true, pause)
    }

    /// - Returns: for how long it had not worked, if that is to be told.
    mutating func worked(at now: Duration) -> Duration? {
        defer { (began, isTold, pause) = (nil, false, interval) }
        return isTold ? began.map { now - $0 } : nil
    }
}
