package import Engine

/// What happens around the runs of a process, for whoever tells of it.
package enum HostEvent: Sendable {
    /// A run that another process had left unfinished was carried on to its end.
    case carriedOn(RunResult)
    /// A run that had ended has taken back what it still owed, or has tried.
    case settled(RunResult)
    /// What a run that ended has left is not yet cleared away.
    case notCleared(RunResult, any Error)
    /// The lease of this process could not be renewed.
    case leaseTrouble(any Error)
    case leaseRenewed
    /// Unfinished runs could not be carried on now; it is tried again.
    case recoveryTrouble(any Error)
}
