/// Where a run stands.
public enum RunStatus: String, Sendable, CaseIterable, Hashable {
    case running, succeeded, rejected, failed, cancelled, skipped
}

/// Where a stage of a run, or one try of it, stands.
public enum StageStatus: String, Sendable, CaseIterable, Hashable {
    case running, succeeded, rejected, failed, cancelled, skipped
    /// Of a try: the process ended before it did.
    case interrupted
}
