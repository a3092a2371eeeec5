/// Where a run stands.
public enum RunStatus: String, Sendable, CaseIterable, Hashable {
    case running, succeeded, rejected, failed, cancelled, skipped
}

/// Where a stage of a run stands.
public enum StageStatus: String, Sendable, CaseIterable, Hashable {
    case running, succeeded, rejected, failed, cancelled, skipped
}
