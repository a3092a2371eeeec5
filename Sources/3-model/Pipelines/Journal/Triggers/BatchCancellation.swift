/// What became of the wish to give a batch up.
public enum BatchCancellation: Sendable, Hashable {
    /// It is cancelled; `runs` are those that were not finished, oldest first.
    case cancelled(runs: [String])
    /// It has ended already.
    case finished(RunStatus)
    /// There is no such batch.
    case unknown
}
