package import Platform

/// What one check of `compass doctor` came to.
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
    /// What to do; nil: nothing.
    package let advice: String?
    /// Figures for machines.
    package let figures: Record

    package init(_ check: String, _ state: State, _ message: String, advice: String? = nil, figures: Record = [:]) {
        self.check = check
        self.state = state
        self.message = message
        self.advice = advice
        self.figures = figures
    }

    package static func ok(_ check: String, _ message: String, _ figures: Record = [:]) -> Finding {
        Finding(check, .ok, message, figures: figures)
    }

    package static func warning(_ check: String, _ message: String, advice: String, _ figures: Record = [:]) -> Finding
    {
        Finding(check, .warning, message, advice: advice, figures: figures)
    }

    package static func problem(_ check: String, _ message: String, advice: String, _ figures: Record = [:]) -> Finding
    {
        Finding(check, .problem, message, advice: advice, figures: figures)
    }

    package var record: Record {
        [
            "check": .string(check), "state": .string(state.rawValue), "message": .string(message),
            "advice": Value(advice), "figures": .record(figures),
        ]
    }
}
