public import Diagnostics

/// What is wrong with an expression, found before any run.
public struct ExpressionIssue: Hashable, Sendable {
    /// A stable word in kebab-case, the kind of the resulting `Issue`.
    public let kind: String
    /// One sentence without a full stop.
    public let message: String
    /// What to do; nil if the message says it all.
    public let hint: String?
    /// Further facts, a line each.
    public let notes: [String]
    /// Where it starts in the text that was compiled, in Unicode scalars.
    public let offset: Int
    /// How far it goes, in Unicode scalars, at least 1.
    public let length: Int

    init(_ kind: String, _ message: String, at place: Place, hint: String? = nil, notes: [String] = []) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.notes = notes
        offset = place.offset
        length = max(1, place.length)
    }

    /// The same issue in a text in which this one's text starts `distance` scalars later.
    func moved(by distance: Int) -> ExpressionIssue {
        ExpressionIssue(
            kind, message, at: Place(offset: offset + distance, length: length), hint: hint, notes: notes)
    }

    /// As an error in a file.
    ///
    /// - Parameter span: where the text that was compiled starts; its part that the issue is about is marked.
    public func issue(in span: SourceSpan) -> Issue {
        .error(kind, message, at: span.part(from: offset, length: length), hint: hint, notes: notes)
    }
}
