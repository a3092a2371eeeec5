internal import Pipelines
internal import Platform

extension IntakeState {
    /// What it waits for now.
    func status() -> IntakeStatus {
        var status = IntakeStatus()
        status.pipeline = rules.pipeline.name
        status.path = rules.trigger.path
        (status.state, status.detail) = stateNow
        status.resumesAt = status.state == .paused ? resumesAt : nil
        status.hasEvents = standing.hasEvents
        status.pollingReason = standing.reason
        status.folders = folders
        status.lastScan = lastScan
        status.taken = taken
        status.overflows = overflows
        var waiting = candidates.values.map { candidate in
            IntakeStatus.Waiting(
                path: candidate.path, reason: candidate.reason, detail: candidate.detail, since: candidate.since,
                size: candidate.mark.size)
        }
        waiting += works.values.map { work in
            IntakeStatus.Waiting(
                path: work.path, reason: work.reason, detail: work.entry.note ?? work.detail, since: work.since,
                size: work.entry.size)
        }
        status.waitingCount = waiting.count + omitted
        waiting.sort { left, right in
            left.since == right.since
                ? left.path.bytes.lexicographicallyPrecedes(right.path.bytes) : left.since < right.since
        }
        status.waiting = Array(waiting.prefix(IntakeStatus.maxListed))
        status.ignored = ignored.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            .map { IntakeStatus.Ignored(path: $0.key, reason: $0.value) }
        status.ignoredCount = ignored.count + ignoredMore
        return status
    }

    var isStarting: Bool { stateNow.0 == .starting }

    private var stateNow: (IntakeStatus.State, String?) {
        if isStopping { return (.stopped, nil) }
        if isMissing { return (.missing, "the folder \(rules.relative(rules.base)) is not there") }
        if let reason = breaker.reason { return (.paused, reason) }
        return (hasScanned ? .watching : .starting, nil)
    }

    /// What `runOnce` came to.
    var finalTally: IntakeTally {
        var tally = tally
        let failed = works.values.count { $0.stage == .failing }
        if failed > 0 { tally.counts[.failed, default: 0] += failed }
        tally.unreadable += problemCount
        tally.waiting += candidates.count + omitted + works.values.count { $0.stage != .failing }
        return tally
    }
}

extension IntakeWork {
    var reason: IntakeStatus.Waiting.Reason {
        switch stage {
        case .queued, .failing: .queued
        case .running(.finish): .stuck
        case .running: .running
        case .comparing, .missing: .settling
        case .stuck: .stuck
        }
    }
}
