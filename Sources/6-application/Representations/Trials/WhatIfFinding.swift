package import Diagnostics
package import Pipelines
internal import Platform

/// What an edited pipeline would have made of a run.
package struct WhatIfFinding: Sendable {
    /// How a run ends.
    package struct Ending: Sendable, Hashable {
        package let status: RunStatus
        /// The stage that ended it; nil when it succeeded, or no stage is to blame.
        package let stage: String?

        package init(_ run: RunRecord) {
            status = run.status
            stage = run.error.flatMap { $0.stage.isEmpty ? nil : $0.stage }
        }

        /// "rejected at size-check"
        package var text: String { status.rawValue + (stage.map { " at \($0)" } ?? "") }
    }

    package enum Verdict: Sendable {
        case same
        /// `message`: the error it would end with; `place`: the line that decides.
        case different(now: Ending, message: String?, place: SourceSpan?)
        /// Why nobody can tell.
        case unknown(String)
    }

    package let run: RunRecord
    package let verdict: Verdict

    package init(run: RunRecord, verdict: Verdict) {
        self.run = run
        self.verdict = verdict
    }

    package var then: Ending { Ending(run) }
}
