internal import Pipelines
internal import Platform
internal import Representations

/// The last runs of a pipeline as small bars, the newest at the right, with the same in words.
enum RunBars {
    static let count = 20

    /// - Parameter runs: newest first.
    static func html(_ runs: [RunRecord], pipeline: String) -> HTML {
        guard let newest = runs.first else { return "<p class=\"quiet\">It has not run yet.</p>" }
        let bars = runs.reversed().map { "<span class=\"bar bar-\($0.status.rawValue)\"></span>" as HTML }
        return """
            <div class="run-bars"><span class="bars" aria-hidden="true">\(bars)</span>\
            <p class="quiet">Last \(HumanFormat.count(runs.count, "run")): \(words(runs)). \
            The newest \(state(newest.status)) on \(ShownTime.dateAndTime(newest.startedAt)).</p></div>
            """
    }

    /// "17 succeeded, 2 rejected and 1 failed"
    static func words(_ runs: [RunRecord]) -> String {
        let parts = RunStatus.allCases.compactMap { status -> String? in
            let count = runs.count { $0.status == status }
            return count == 0 ? nil : "\(count) \(status.rawValue)"
        }
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "none" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func state(_ status: RunStatus) -> String {
        switch status {
        case .running: "running, it began"
        case .succeeded: "succeeded, it began"
        case .rejected: "was rejected, it began"
        case .failed: "failed, it began"
        case .cancelled: "was cancelled, it began"
        case .skipped: "was skipped"
        }
    }
}
