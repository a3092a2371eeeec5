package import Diagnostics
package import Pipelines
package import Platform

/// What one check of the machine and the workspace came to.
package struct Finding: JSONRepresentable, Hashable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        case ok
        /// It works, and may not tomorrow, or less well than it could.
        case warning
        /// Something does not work.
        case problem
    }

    /// A stable word in kebab-case: `inotify-watches`.
    package let check: String
    package let state: State
    /// What was found, with figures. Times are in UTC.
    package let message: String
    /// The time that the message tells, so that faces can show it as they show all others; nil: it tells none.
    package let time: Timestamp?
    /// What to do on the machine or in a file; nil: nothing.
    package let advice: String?
    /// What to have this program do.
    package let steps: [NextStep]
    /// Figures for machines.
    package let figures: Record

    package init(
        _ check: String, _ state: State, _ message: String, advice: String? = nil, steps: [NextStep] = [],
        figures: Record = [:], time: Timestamp? = nil
    ) {
        self.check = check
        self.state = state
        self.message = message
        self.advice = advice
        self.steps = steps
        self.figures = figures
        self.time = time
    }

    /// The message with its time in a face's words.
    package func message(showing words: (Timestamp) -> String) -> String {
        guard let time else { return message }
        return message.replacing(HumanFormat.time(time), with: words(time))
    }

    package static func ok(
        _ check: String, _ message: String, steps: [NextStep] = [], _ figures: Record = [:]
    ) -> Finding {
        Finding(check, .ok, message, steps: steps, figures: figures)
    }

    package static func warning(
        _ check: String, _ message: String, advice: String, steps: [NextStep] = [], _ figures: Record = [:]
    ) -> Finding {
        Finding(check, .warning, message, advice: advice, steps: steps, figures: figures)
    }

    package static func warning(
        _ check: String, _ message: String, steps: [NextStep], _ figures: Record = [:]
    ) -> Finding {
        Finding(check, .warning, message, steps: steps, figures: figures)
    }

    package static func problem(
        _ check: String, _ message: String, advice: String, steps: [NextStep] = [], _ figures: Record = [:]
    ) -> Finding {
        Finding(check, .problem, message, advice: advice, steps: steps, figures: figures)
    }

    package static func problem(
        _ check: String, _ message: String, steps: [NextStep], _ figures: Record = [:]
    ) -> Finding {
        Finding(check, .problem, message, steps: steps, figures: figures)
    }

    package var record: Record {
        [
            "check": .string(check), "state": .string(state.rawValue), "message": .string(message),
            "advice": Value(steps.isEmpty ? advice : steps.appended(to: advice ?? "")),
            "steps": .list(steps.map { .record($0.record) }), "figures": .record(figures),
        ]
    }
}

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
