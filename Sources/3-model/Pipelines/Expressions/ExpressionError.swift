public import Diagnostics
internal import Documents

/// Why an expression has no value in this run. Its message never has a secret in it.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop: what, why, and what to do.
    public let message: String
    /// Where in the text that was compiled, in Unicode scalars.
    public let offset: Int
    /// In Unicode scalars, at least 1.
    public let length: Int

    /// What was read and only a run knows, such as `document.id`; nil: something else is wrong.
    public let unknownName: String?

    init(_ message: String, at place: Place) {
        self.init(message, unknownName: nil, at: place)
    }

    /// A name that has no value before the run.
    init(unknownName: String, at place: Place) {
        self.init("`\(unknownName)` is known only in the run", unknownName: unknownName, at: place)
    }

    private init(_ message: String, unknownName: String?, at place: Place) {
        self.message = message
        self.unknownName = unknownName
        offset = place.offset
        length = max(1, place.length)
    }

    public var description: String { message }
}

extension StageError {
    /// A stage whose options or condition cannot be computed has failed; trying again would not help.
    public init(_ error: ExpressionError) {
        self = error.unknownName.map(StageError.unknown) ?? .failed(.other, "expression", error.message)
    }
}

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
