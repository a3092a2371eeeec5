internal import Diagnostics
internal import Pipelines
internal import Platform

/// What an edited pipeline would have made of a run.
struct WhatIfFinding: Sendable {
    /// How a run ends.
    struct Ending: Sendable, Hashable {
        let status: RunStatus
        /// The stage that ended it; nil when it succeeded, or no stage is to blame.
        let stage: String?

        init(_ run: RunRecord) {
            status = run.status
            stage = run.error.flatMap { $0.stage.isEmpty ? nil : $0.stage }
        }

        /// "rejected at size-check"
        var text: String { status.rawValue + (stage.map { " at \($0)" } ?? "") }
    }

    enum Verdict: Sendable {
        case same
        /// `message`: the error it would end with; `place`: the line that decides.
        case different(now: Ending, message: String?, place: SourceSpan?)
        /// Why nobody can tell.
        case unknown(String)
    }

    let run: RunRecord
    let verdict: Verdict

    var then: Ending { Ending(run) }
}
