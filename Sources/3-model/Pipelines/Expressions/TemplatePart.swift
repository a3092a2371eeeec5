/// A stretch of a scalar's text.
public enum TemplatePart: Hashable, Sendable {
    case text(String)
    /// What stands between `${{` and `}}`, and where it starts in the scalar's text, in Unicode scalars.
    case expression(String, offset: Int)
}

/// A `${{` without its `}}`.
public struct TemplateSyntaxError: Error, Hashable, Sendable {
    public let issue: ExpressionIssue
}
