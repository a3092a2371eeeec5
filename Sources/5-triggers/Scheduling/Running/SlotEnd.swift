public import Pipelines

/// How that ended which a slot asked for.
public struct SlotEnd: Sendable, Hashable {
    public let status: RunStatus
    /// What the slot's record is to say beside the status; nil: the run or batch tells.
    public let reason: String?
    /// Whether a run or a batch has the slot's id.
    public let hasRun: Bool

    public init(_ status: RunStatus, reason: String? = nil, hasRun: Bool = true) {
        self.status = status
        self.reason = reason
        self.hasRun = hasRun
    }
}
