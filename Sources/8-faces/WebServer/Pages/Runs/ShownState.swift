internal import Pipelines

/// Where something stands, as pages show it: a word with a drawing; colours only add to them.
struct ShownState: Sendable, Hashable {
    /// A stable word, also of the styles.
    let name: String
    let label: String
    let icon: String

    var badge: HTML { "<span class=\"badge badge-\(name)\">\(Icon.html(icon))\(label)</span>" }
}

extension ShownState {
    static let planned = ShownState(name: "planned", label: "Planned", icon: "clock")
    static let running = ShownState(name: "running", label: "Running", icon: "play")
    static let waiting = ShownState(name: "waiting", label: "Waits to try again", icon: "clock")
    static let succeeded = ShownState(name: "succeeded", label: "Succeeded", icon: "check")
    static let reused = ShownState(name: "reused", label: "Taken over", icon: "history")
    static let rejected = ShownState(name: "rejected", label: "Rejected", icon: "quarantine")
    static let failed = ShownState(name: "failed", label: "Failed", icon: "warning")
    static let cancelled = ShownState(name: "cancelled", label: "Cancelled", icon: "stop")
    static let skipped = ShownState(name: "skipped", label: "Skipped", icon: "minus")
    static let interrupted = ShownState(name: "interrupted", label: "Interrupted", icon: "warning")
    static let notReached = ShownState(name: "not-reached", label: "Not reached", icon: "minus")

    /// All that a stage of a run that goes on may come to.
    static let ofStages = [
        planned, running, waiting, succeeded, reused, rejected, failed, cancelled, skipped, interrupted,
    ]
}

extension RunStatus {
    var shown: ShownState {
        switch self {
        case .running: .running
        case .succeeded: .succeeded
        case .rejected: .rejected
        case .failed: .failed
        case .cancelled: .cancelled
        case .skipped: .skipped
        }
    }
}

extension StageStatus {
    var shown: ShownState {
        switch self {
        case .running: .running
        case .succeeded: .succeeded
        case .rejected: .rejected
        case .failed: .failed
        case .cancelled: .cancelled
        case .skipped: .skipped
        case .interrupted: .interrupted
        }
    }
}

extension StageRecord {
    var shown: ShownState {
        if isReused { return .reused }
        return status == .running && retryAt != nil ? .waiting : status.shown
    }
}

extension NotificationRecord.State {
    var shown: ShownState {
        switch self {
        case .waiting: ShownState(name: "waiting", label: "Waiting", icon: "clock")
        case .delivered: ShownState(name: "succeeded", label: "Delivered", icon: "check")
        case .givenUp: ShownState(name: "failed", label: "Given up", icon: "warning")
        }
    }
}

extension QuarantineEntry.State {
    var shown: ShownState {
        switch self {
        case .held: ShownState(name: "held", label: "Held", icon: "quarantine")
        case .released: ShownState(name: "succeeded", label: "Released", icon: "check")
        case .discarded: ShownState(name: "discarded", label: "Discarded", icon: "trash")
        }
    }
}
