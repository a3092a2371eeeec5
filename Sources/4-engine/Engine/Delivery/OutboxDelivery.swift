public import Pipelines
public import Platform
internal import Synchronization

/// Delivers what the outbox holds: tries, tries again with growing waits, and gives up in the end.
///
/// Each channel has its own turn: of every one as much is claimed as it can begin with at once, and more as soon as
/// something has ended. So a receiver that hangs keeps no other channel waiting, nor another process that delivers for the
/// same channel, and what waits is neither tried nor claimed.
public struct OutboxDelivery: Sendable {
    private let outbox: any Outbox
    private let channels: @Sendable () -> Channels
    private let pool: WorkerPool
    private let rule: RetryRule
    private let clock: EngineClock
    private let observe: @Sendable (DeliveryReport) -> Void

    /// One that is due and cannot be claimed is another process's.
    private static let shortest = Duration.milliseconds(50)
    /// For claiming, beginning and recording, beside the channel's own time.
    private static let leeway = Duration.seconds(60)

    /// Ten tries over about two hours, each wait evenly chosen up to a doubling bound.
    public static let standardRule: RetryRule = {
        var rule = RetryRule()
        rule.maxAttempts = 10
        rule.initial = TimeSpan(milliseconds: 2_000)
        rule.factor = 3
        rule.max = TimeSpan(milliseconds: 3_600_000)
        return rule
    }()

    /// - Parameters:
    ///   - channels: the workspace's, asked for each claim: they may change.
    ///   - observe: gets what came of every try once it is recorded, on any thread; must not block.
    public init(
        outbox: any Outbox, channels: @escaping @Sendable () -> Channels, pool: WorkerPool,
        rule: RetryRule = standardRule, clock: EngineClock = .system,
        observe: @escaping @Sendable (DeliveryReport) -> Void = { _ in }
    ) {
        self.outbox = outbox
        self.channels = channels
        self.pool = pool
        self.rule = rule
        self.clock = clock
        self.observe = observe
    }

    /// What is still done after a delivery was asked to end.
    public struct Ending: Sendable {
        let begins: Duration
        let waits: Duration

        /// - Parameters:
        ///   - begins: how long what is due still begins; after that what is under way is waited for.
        ///   - waits: how long, at most `begins`, is also waited for what falls due in that time.
        public init(begins: Duration, waits: Duration = .zero) {
            self.begins = begins
            self.waits = waits
        }
    }

    /// Tries what is due until `waker` is stopped, and then what `ending` says. When the task is cancelled, nothing begins
    /// any more, and what is under way ends at once.
    ///
    /// - Parameters:
    ///   - waker: woken when something may have fallen due; the passing of time is seen without that.
    ///   - interval: how often is looked without a reason, since other processes queue notifications too.
    ///   - told: gets what was recorded since its last call, when nothing is under way, else about every second; at last
    ///     also before this throws.
    /// - Throws: the outbox's errors, once all that was under way has ended; what a channel says is no error but recorded.
    public func deliver(
        whenever waker: AsyncSignal, interval: Duration = .seconds(60), ending: Ending,
        told: @Sendable (Tally) async throws -> Void
    ) async throws {
        let last = AsyncSignal()
        let flights = DeliveryFlights(wakers: [waker, last])
        let outcome = await withDiscardingTaskGroup { group -> Result<Void, any Error> in
            do {
                repeat {
                    try await begin(flights, &group)
                    try await flights.tell(told)
                } while await waker.wait(atMost: min(interval, flights.wait(from: clock.now())))
                let start = ContinuousClock.now
                while !Task.isCancelled {
                    let gone = ContinuousClock.now - start
                    flights.forgetTimes()
                    if gone < ending.begins { try await begin(flights, &group) }
                    let wait = flights.wait(from: clock.now())
                    if flights.isEmpty, gone >= ending.begins || wait > max(.zero, ending.waits - gone) { break }
                    _ = await last.wait(atMost: wait)
                    try await flights.tell(told)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        // What was recorded is told whatever keeps the rest from it.
        try await flights.tell(told)
        try outcome.get()
        try flights.check()
    }

    /// Tries what is due, and what falls due, as long as `ending` says.
    ///
    /// - Returns: how many were delivered, put off and given up.
    /// - Throws: as `deliver`.
    @discardableResult
    public func drain(_ ending: Ending) async throws -> Tally {
        let over = AsyncSignal()
        over.stop()
        let sum = Mutex(Tally())
        try await deliver(whenever: over, ending: ending) { tally in sum.withLock { $0.add(tally) } }
        return sum.withLock { $0 }
    }

    /// Claims of each channel what it can begin with now, and begins.
    private func begin(_ flights: DeliveryFlights, _ group: inout DiscardingTaskGroup) async throws {
        try flights.check()
        flights.forgetTimes()
        if Task.isCancelled { return }
        for (name, due) in try await outbox.due() {
            let channel = channels()[name]
            let room = flights.room(for: name, of: channel)
            // It looks again when one of its deliveries has ended.
            if room == 0 { continue }
            let now = clock.now()
            if due > now {
                flights.look(at: due)
                continue
            }
            let lease = (channel?.longestTry ?? .zero) + Self.leeway
            let claims = try await outbox.claim(of: name, at: now, limit: room, lease: lease)
            if claims.isEmpty {
                flights.look(at: now.advanced(by: Self.shortest))
                continue
            }
            Failpoint.pass("outbox.claimed")
            // There may be more.
            flights.look(at: now)
            let attempt = DeliveryAttempt(
                outbox: outbox, channel: channel, name: name, rule: rule, clock: clock, observe: observe)
            for claims in channel is any BatchChannel || channel == nil ? [claims] : claims.map({ [$0] }) {
                flights.begin(name)
                group.addTask(executorPreference: pool) {
                    let result: Result<Tally, any Error>
                    do { result = .success(try await attempt.deliver(claims)) } catch { result = .failure(error) }
                    flights.end(name, result)
                }
            }
        }
    }

    /// What came of deliveries.
    public struct Tally: Sendable, Hashable {
        public var delivered = 0
        public var postponed = 0
        public var givenUp = 0

        public init(delivered: Int = 0, postponed: Int = 0, givenUp: Int = 0) {
            self.delivered = delivered
            self.postponed = postponed
            self.givenUp = givenUp
        }

        /// Adds another one.
        public mutating func add(_ other: Tally) {
            delivered += other.delivered
            postponed += other.postponed
            givenUp += other.givenUp
        }
    }
}
