package import Engine
package import Representations

/// What happens in a process that runs pipelines. Each thing comes once, on any thread; whoever is told must not block.
package enum HostEvent: Sendable {
    /// What a run reports while it goes on.
    case run(RunEvent)
    /// A run has ended that was asked for here; with the version that it has made, where somebody reads what it made, and
    /// with the beginning of the id of the run that it was a duplicate of, which no other run's id has, for who is shown it.
    case ended(RunResult, made: MadeVersion? = nil, original: String? = nil)
    /// What a run has made cannot be read now.
    case notRead(RunResult, any Error)
    /// So many runs that another process had left unfinished are carried on.
    case carryingOn(Int)
    /// One of them has ended here: it came to its end, or was left again.
    case carriedOn(RunResult)
    /// A run that had ended before has taken back what it still owed, or has tried.
    case settled(RunResult)
    /// What a run that ended has left is not yet cleared away.
    case notCleared(RunResult, any Error)
    /// Unfinished runs cannot be carried on now; it is tried again.
    case recoveryTrouble(any Error)
    /// The lease of this process could not be renewed.
    case leaseTrouble(any Error)
    /// It can be again, after that time.
    case leaseRenewed(after: Duration)
    /// What was delivered since the last time, and what came of it by channel.
    case delivered(OutboxDelivery.Tally, [DeliveryReport])
    /// Notifications cannot be delivered now. They are tried again after that time; nil: by the next process that delivers.
    case deliveryTrouble(any Error, retryAfter: Duration?)
    /// Old runs could not be removed; it is tried again later.
    case retentionTrouble(any Error)
}
