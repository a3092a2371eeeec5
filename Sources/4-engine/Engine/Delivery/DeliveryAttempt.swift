internal import Pipelines
internal import Platform

/// One try of claimed notifications of one channel: asked about, sent, and recorded.
struct DeliveryAttempt: Sendable {
    let outbox: any Outbox
    /// nil: the workspace has none of that name now.
    let channel: (any NotificationChannel)?
    let name: String
    let rule: RetryRule
    let clock: EngineClock
    let observe: @Sendable (DeliveryReport) -> Void

    /// - Parameter claims: several only for a `BatchChannel` or none.
    func deliver(_ claims: [ClaimedNotification]) async throws -> OutboxDelivery.Tally {
        let start = ContinuousClock.now
        // A process that was stopped for a while may find that its claim ends before the try would.
        let latest = clock.now().advanced(by: channel?.longestTry ?? .zero)
        if Task.isCancelled || claims.contains(where: { $0.lease < latest }) {
            try await outbox.release(claims)
            return OutboxDelivery.Tally()
        }
        guard let channel else {
            let outcome = DeliveryOutcome.retry(reason: "The workspace has no channel `\(name)` now.", after: nil)
            return try await finish(claims, claims.map { _ in outcome }, since: start)
        }
        var outcomes = await confirmed(claims, by: channel)
        let unsent = outcomes.indices.filter { outcomes[$0] == nil }
        if !unsent.isEmpty {
            for (index, outcome) in zip(unsent, await send(unsent.map { claims[$0].notification }, by: channel)) {
                outcomes[index] = outcome
            }
        }
        return try await finish(claims, outcomes.compactMap(\.self), since: start)
    }

    private func send(
        _ notifications: [Notification], by channel: any NotificationChannel
    ) async -> [DeliveryOutcome] {
        if let channel = channel as? any BatchChannel { return await channel.deliver(notifications) }
        var outcomes: [DeliveryOutcome] = []
        for notification in notifications { outcomes.append(await channel.deliver(notification)) }
        return outcomes
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
    ) async throws -> OutboxDelivery.Tally {
        let milliseconds = (ContinuousClock.now - start).milliseconds
        var tally = OutboxDelivery.Tally()
        var report = DeliveryReport(channel: name, recipient: channel?.recipient)
        var deliveries: [(claimed: ClaimedNotification, delivery: Delivery)] = []
        var unsent: [ClaimedNotification] = []
        for (claim, outcome) in zip(claims, outcomes) {
            guard let (state, detail) = verdict(outcome, attempts: claim.attempts + 1) else {
                unsent.append(claim)
                continue
            }
            switch state {
            case .delivered:
                tally.delivered += 1
                report.add(DeliveryReport(channel: name, recipient: report.recipient, delivered: 1))
            case .givenUp:
                tally.givenUp += 1
                let notification = claim.notification
                let givenUp = GivenUpDelivery(
                    channel: name, recipient: report.recipient, run: notification.run, stage: notification.stage,
                    cause: detail)
                report.add(DeliveryReport(channel: name, recipient: report.recipient, givenUp: [givenUp]))
            case .retry(let next):
                tally.postponed += 1
                report.add(
                    DeliveryReport(
                        channel: name, recipient: report.recipient, postponed: 1, cause: detail, nextTry: next))
            }
            deliveries.append(
                (claim, Delivery(state: state, detail: detail, at: clock.now(), durationMilliseconds: milliseconds)))
        }
        if !unsent.isEmpty { try await outbox.release(unsent) }
        if deliveries.isEmpty { return tally }
        Failpoint.pass("outbox.before-record")
        try await outbox.finish(deliveries)
        Failpoint.pass("outbox.recorded")
        observe(report)
        return tally
    }

    /// nil: it was no try.
    private func verdict(_ outcome: DeliveryOutcome, attempts: Int) -> (Delivery.State, String)? {
        switch outcome {
        case .unsent: return nil
        case .delivered(let detail): return (.delivered, detail)
        case .refused(let reason): return (.givenUp, reason)
        case .retry(let reason, let after):
            if attempts >= rule.maxAttempts { return (.givenUp, "\(reason) Given up after \(attempts) attempts.") }
            let wait = Duration.milliseconds(rule.wait(afterFailures: attempts, random: clock.random()).milliseconds)
            return (.retry(at: clock.now().advanced(by: max(wait, after ?? .zero))), reason)
        }
    }
}
