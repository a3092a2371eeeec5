internal import Pipelines
internal import Platform

extension IntakeState {
    /// What it waits for now.
    func status() -> IntakeStatus {
        var status = IntakeStatus()
        status.pipeline = rules.pipeline.name
        status.path = rules.trigger.path
        (status.state, status.detail) = stateNow
        status.resumesAt = status.state == .paused ? order.resumesAt : nil
        status.hasEvents = scans.standing.hasEvents
        status.pollingReason = scans.standing.reason
        status.folders = scans.folders
        status.lastScan = scans.last
        status.taken = taken
        status.overflows = overflows
        var waiting = files.all.map(\.waiting)
        status.waitingCount = waiting.count + scans.omitted
        waiting.sort { left, right in
            left.since == right.since
                ? left.path.bytes.lexicographicallyPrecedes(right.path.bytes) : left.since < right.since
        }
        status.waiting = Array(waiting.prefix(IntakeStatus.maxListed))
        status.ignored = ignored.list
        status.ignoredCount = ignored.count
        return status
    }

    var isStarting: Bool { stateNow.0 == .starting }

    private var stateNow: (IntakeStatus.State, String?) {
        if isStopping { return (.stopped, nil) }
        if scans.isMissing { return (.missing, "the folder \(rules.relative(rules.base)) is not there") }
        if let reason = order.pauseReason { return (.paused, reason) }
        return (scans.hasFinished ? .watching : .starting, nil)
    }

    /// What `runOnce` came to.
    var finalTally: IntakeTally {
        var tally = tally
        let failed = files.count(.failing)
        if failed > 0 { tally.counts[.failed, default: 0] += failed }
        tally.unreadable += scans.problemCount
        tally.waiting += files.all.count - failed + scans.omitted
        tally.missing = scans.isMissing ? rules.base : nil
        return tally
    }
}
