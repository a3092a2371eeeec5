package import Diagnostics
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
    /// What was found, with figures.
    package let message: String
    /// What to do on the machine or in a file; nil: nothing.
    package let advice: String?
    /// What to have this program do.
    package let steps: [NextStep]
    /// Figures for machines.
    package let figures: Record

    package init(
        _ check: String, _ state: State, _ message: String, advice: String? = nil, steps: [NextStep] = [],
        figures: Record = [:]
    ) {
        self.check = check
        self.state = state
        self.message = message
        self.advice = advice
        self.steps = steps
        self.figures = figures
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
