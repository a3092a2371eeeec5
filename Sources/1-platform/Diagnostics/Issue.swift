/// Something that is wrong with a file that a user wrote: what, where, and what to do about it.
public struct Issue: Hashable, Sendable {
    /// Whether a run may start all the same.
    public enum Severity: String, Sendable, CaseIterable {
        case error, warning
    }

    /// An error keeps a pipeline from running; a warning does not.
    public let severity: Severity
    /// A stable, documented word for this kind of issue, in kebab-case: "unknown-output".
    public let kind: String
    /// One sentence without a full stop.
    public let message: String
    /// nil when it concerns the file as a whole.
    public let span: SourceSpan?
    /// What to do, shown behind the caret: "did you mean `mime-type`?".
    public let hint: String?
    /// Further facts, a line each, shown below: "outputs of detect-mime: mime-type (string)".
    public let notes: [String]

    /// Long names in the texts are shortened.
    public init(
        _ severity: Severity, _ kind: String, _ message: String, at span: SourceSpan?, hint: String? = nil,
        notes: [String] = []
    ) {
        self.severity = severity
        self.kind = kind
        self.message = Wording.short(message)
        self.span = span
        self.hint = hint.map { Wording.short($0) }
        self.notes = notes.map { Wording.short($0, limit: Wording.listing) }
    }

    /// An error.
    public static func error(
        _ kind: String, _ message: String, at span: SourceSpan?, hint: String? = nil, notes: [String] = []
    ) -> Issue {
        Issue(.error, kind, message, at: span, hint: hint, notes: notes)
    }

    /// A warning.
    public static func warning(
        _ kind: String, _ message: String, at span: SourceSpan?, hint: String? = nil, notes: [String] = []
    ) -> Issue {
        Issue(.warning, kind, message, at: span, hint: hint, notes: notes)
    }
}

extension Issue: Comparable {
    /// In the order in which a reader meets them.
    public static func < (left: Issue, right: Issue) -> Bool {
        switch (left.span, right.span) {
        case (let left?, let right?) where left != right: left < right
        case (nil, _?): true
        case (_?, nil): false
        default: (left.kind, left.message) < (right.kind, right.message)
        }
    }
}
