package import Pipelines
package import Platform

/// Where a stage of a run stands, in words.
package struct StageSummary {
    private let stage: StageRecord
    private let limit: Int?

    /// - Parameter limit: how often it may be tried; nil: not known.
    package init(_ stage: StageRecord, limit: Int?) {
        self.stage = stage
        self.limit = limit
    }

    /// "2 of 5", "1"; empty when it was not tried.
    package var attempts: String {
        if stage.attempts == 0 { return "" }
        // Tries that the end of a process cut short do not use up the limit.
        if let limit, limit > 1 { return "\(stage.attempts) of \(limit + stage.interruptions)" }
        return "\(stage.attempts)"
    }

    /// "running, attempt 2 of 5", "attempt 2 of 5 did not succeed; the next one is due at …", "succeeded in 3.2 s".
    ///
    /// - Parameter shown: a time as the reader's face shows it.
    package func sentence(_ shown: (Timestamp) -> String) -> String {
        var text: String
        switch stage.status {
        case .running:
            if let time = stage.retryAt {
                text = "attempt \(attempts) did not succeed; the next one is due at \(shown(time))"
            } else {
                text = stage.attempts > 1 ? "running, attempt \(attempts)" : "running"
            }
        case .succeeded where stage.isReused: text = "taken over"
        default:
            text = stage.status.rawValue
            if stage.attempts > 1 { text += " at attempt \(attempts)" }
            if let time = stage.durationMilliseconds, stage.status != .skipped {
                text += " in " + HumanFormat.duration(milliseconds: time)
            }
        }
        if let error = stage.error { text += ": \(error.message)" }
        if let undo { text += "; undo \(undo)" }
        return text
    }

    /// What came of taking it back; nil when there was no need.
    package var undo: String? {
        guard let undo = stage.undo else { return nil }
        let tries = undo.attempts > 1 ? " at attempt \(undo.attempts)" : ""
        return switch undo.status {
        case .running:
            "going on" + (undo.attempts > 1 ? ", attempt \(undo.attempts)" : "")
                + (undo.message.map { ": \($0)" } ?? "")
        case .undone: "undone" + tries
        case .failed: "failed\(tries): \(undo.message ?? "")"
        case .irreversible: "not undone: \(undo.message ?? "it is irreversible")"
        }
    }
}
