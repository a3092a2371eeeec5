internal import Documents
public import Pipelines
public import Platform

/// Delivers what the outbox holds: tries, tries again with growing waits, and gives up in the end.
public struct OutboxDelivery: Sendable {
    private let outbox: any Outbox
    private let channels: Channels
    private let pool: WorkerPool
    private let rule: RetryRule
    private let clock: EngineClock
    private let observe: @Sendable (DeliveryReport) -> Void
    /// Longer than any channel's own time-out, so that a slow delivery is not started twice.
    private let lease = Duration.seconds(120)

    /// Ten tries over about two hours, each wait evenly chosen up to a doubling bound.
    public static let standardRule: RetryRule = {
        var rule = RetryRule()
        rule.maxAttempts = 10
        rule.initial = TimeSpan(milliseconds: 2_000)
        rule.factor = 3
        rule.max = TimeSpan(milliseconds: 3_600_000)
        return rule
    }()

    /// - Parameter observe: gets what came of every try once it is recorded, on any thread; must not block.
    public init(
        outbox: any Outbox, channels: Channels, pool: WorkerPool, rule: RetryRule = standardRule,
        clock: EngineClock = .system, observe: @escaping @Sendable (DeliveryReport) -> Void = { _ in }
    ) {
        self.outbox = outbox
        self.channels = channels
        self.pool = pool
        self.rule = rule
        self.clock = clock
        self.observe = observe
    }

    /// Tries everything that is due now, until nothing is.
    ///
    /// - Returns: how many were delivered and how many were given up.
    /// - Throws: the outbox's errors; what a channel says is no error but recorded.
    @discardableResult
    public func deliverDue() async throws -> Tally {
        var tally = Tally()
        while !Task.isCancelled {
            let claimed = try await outbox.claim(at: clock.now(), limit: 256, lease: lease)
            if claimed.isEmpty { break }
            Failpoint.pass("outbox.claimed")
            let channels = Dictionary(grouping: claimed) { $0.notification.channel }
            tally.add(
                try await withThrowingTaskGroup(of: Tally.self) { group in
                    for (name, claims) in channels {
                        if let channel = self.channels[name] as? any BatchChannel {
                            group.addTask(executorPreference: pool) { try await deliver(claims, by: channel) }
                        } else {
                            for claim in claims {
                                group.addTask(executorPreference: pool) { try await deliver(claim) }
                            }
                        }
                    }
                    return try await group.reduce(into: Tally()) { $0.add($1) }
                })
        }
        return tally
    }

    /// Delivers until the outbox is empty or `deadline` has passed, waiting for retries to fall due.
    @discardableResult
    public func drain(until deadline: ContinuousClock.Instant?) async throws -> Tally {
        var tally = try await deliverDue()
        while !Task.isCancelled, let next = try await outbox.nextDue() {
            let wait = Duration.microseconds(max(1_000, next.microseconds - clock.now().microseconds))
            if let deadline, ContinuousClock.now + wait > deadline { break }
            do {
                try await clock.sleep(wait)
            } catch {
                break
            }
            tally.add(try await deliverDue())
        }
        return tally
    }

    private func deliver(_ claim: ClaimedNotification) async throws -> Tally {
        let start = ContinuousClock.now
        let name = claim.notification.channel
        guard let channel = channels[name] else {
            let outcome = DeliveryOutcome.retry(reason: "The workspace has no channel `\(name)` now.", after: nil)
            return try await finish([claim], [outcome], since: start)
        }
        let known = await confirmed([claim], by: channel)[0]
        let outcome = if let known { known } else { await channel.deliver(claim.notification) }
        return try await finish([claim], [outcome], since: start)
    }

    private func deliver(_ claims: [ClaimedNotification], by channel: any BatchChannel) async throws -> Tally {
        let start = ContinuousClock.now
        var outcomes = await confirmed(claims, by: channel)
        let unsent = outcomes.indices.filter { outcomes[$0] == nil }
        if !unsent.isEmpty {
            let made = await channel.deliver(unsent.map { claims[$0].notification })
            for (index, outcome) in zip(unsent, made) { outcomes[index] = outcome }
        }
        return try await finish(claims, outcomes.compactMap(\.self), since: start)
    }

    /// What is known of claims that may have been delivered before: those of processes that died, and those whose try
    /// failed, perhaps after the message had arrived.
    ///
    /// - Returns: nil for each that is to be delivered.
    private func confirmed(
        _ claims: [ClaimedNotification], by channel: any NotificationChannel
    ) async -> [DeliveryOutcome?] {
        var outcomes = [DeliveryOutcome?](repeating: nil, count: claims.count)
        let doubtful = claims.indices.filter { claims[$0].isUncertain || claims[$0].attempts > 0 }
        guard !doubtful.isEmpty, let channel = channel as? any ConfirmingChannel else { return outcomes }
        let answers = await channel.confirm(doubtful.map { claims[$0].notification })
        for (index, answer) in zip(doubtful, answers) {
            switch answer {
            case .arrived(let detail): outcomes[index] = .delivered(detail: detail)
            case .deliver: break
            case .later(let reason, let after): outcomes[index] = .retry(reason: reason, after: after)
            }
        }
        return outcomes
    }

    private func finish(
        _ claims: [ClaimedNotification], _ outcomes: [DeliveryOutcome], since start: ContinuousClock.Instant
    ) async throws -> Tally {
        let milliseconds = (ContinuousClock.now - start).milliseconds
        var tally = Tally()
        var reports: [DeliveryReport] = []
        var deliveries: [(claimed: ClaimedNotification, delivery: Delivery)] = []
        for (claim, outcome) in zip(claims, outcomes) {
            let (state, detail) = verdict(outcome, attempts: claim.attempts + 1)
            let name = claim.notification.channel
            var report = DeliveryReport(channel: name, recipient: channels[name]?.recipient)
            switch state {
            case .delivered:
                tally.delivered += 1
                report.delivered = 1
            case .givenUp:
                tally.givenUp += 1
                let notification = claim.notification
                report.givenUp = [
                    GivenUpDelivery(
                        channel: name, recipient: report.recipient, run: notification.run, stage: notification.stage,
                        cause: detail)
                ]
                report.givenUpCount = 1
            case .retry(let next):
                tally.postponed += 1
                (report.postponed, report.cause, report.nextTry) = (1, detail, next)
            }
            if reports.last?.channel == name { reports[reports.count - 1].add(report) } else { reports.append(report) }
            deliveries.append(
                (claim, Delivery(state: state, detail: detail, at: clock.now(), durationMilliseconds: milliseconds)))
        }
        Failpoint.pass("outbox.before-record")
        try await outbox.finish(deliveries)
        Failpoint.pass("outbox.recorded")
        for report in reports { observe(report) }
        return tally
    }

    private func verdict(_ outcome: DeliveryOutcome, attempts: Int) -> (Delivery.State, String) {
        switch outcome {
        case .delivered(let detail): return (.delivered, detail)
        case .refused(let reason): return (.givenUp, reason)
        case .retry(let reason, let after):
            if attempts >= rule.maxAttempts { return (.givenUp, "\(reason) Given up after \(attempts) attempts.") }
            let wait = Duration.milliseconds(rule.wait(afterFailures: attempts, random: clock.random()).milliseconds)
            return (.retry(at: clock.now().advanced(by: max(wait, after ?? .zero))), reason)
        }
    }

    /// What came of a round of deliveries.
    public struct Tally: Sendable, Hashable {
        public var delivered = 0
        public var postponed = 0
        public var givenUp = 0

        public init(delivered: Int = 0, postponed: Int = 0, givenUp: Int = 0) {
            self.delivered = delivered
            self.postponed = postponed
            self.givenUp = givenUp
        }

        /// Adds another round's.
        public mutating func add(_ other: Tally) {
            delivered += other.delivered
            postponed += other.postponed
            givenUp += other.givenUp
        }
    }
}
