public import Platform

/// The text of a scalar, with its expressions compiled.
///
/// A text without `${{` is itself; one that is exactly one `${{ … }}` has the expression's type; any other is a string, into
/// which values go as `Value.text`: texts as they are, numbers and booleans as in JSON, sizes in bytes, durations in
/// milliseconds. `$1`, `$FOO` and `{{ }}` mean nothing. A literal `${{` is written `${{ '${{' }}`.
public struct Template: Sendable {
    enum Content: Sendable {
        case literal(String)
        case single(Expression)
        case mixed([Segment])
    }

    enum Segment: Sendable {
        case text(String)
        case expression(Expression, Place)
    }

    let content: Content

    /// `string` unless it is exactly one expression; `secret(…)` when a secret is in it.
    public let type: ValueType

    /// Whether it is computed from a secret, so that its value must not be shown or stored.
    public var isSecret: Bool { type.isSecret }

    /// The text, when no expression is in it.
    public var literal: String? { if case .literal(let text) = content { text } else { nil } }

    /// The expressions in it, in order.
    public var expressions: [Expression] {
        switch content {
        case .literal: []
        case .single(let expression): [expression]
        case .mixed(let segments):
            segments.compactMap { if case .expression(let expression, _) = $0 { expression } else { nil } }
        }
    }

    /// Compiles a scalar's text.
    ///
    /// - Parameters:
    ///   - text: as YAML decodes it.
    ///   - scope: the names that exist.
    ///   - wanted: the type that the value has to be assignable to; nil: any. It is not applied to a text without
    ///     expressions, which the caller reads by itself: `100MB` is a size there.
    ///   - report: called for each issue of every expression.
    /// - Returns: nil when there was an issue.
    public static func compile(
        _ text: String, in scope: Scope, as wanted: ValueType? = nil, report: (ExpressionIssue) -> Void
    ) -> Template? {
        let parts: [TemplatePart]
        do throws(TemplateSyntaxError) {
            parts = try parse(text)
        } catch {
            report(error.issue)
            return nil
        }
        if parts.count == 1, case .expression(let text, let offset) = parts[0] {
            let expression = Expression.compile(text, in: scope, as: wanted) { report($0.moved(by: offset)) }
            return expression.map { Template(content: .single($0), type: $0.type) }
        }
        if parts.allSatisfy({ if case .text = $0 { true } else { false } }) {
            return Template(content: .literal(text), type: .string)
        }
        return mixed(parts, in: scope, as: wanted, report: report)
    }

    /// The value in one run.
    ///
    /// - Throws: `ExpressionError`, whose offset is in the template's text when it is a mixed one, and in the expression's
    ///   otherwise.
    public func evaluate(_ environment: Environment) throws(ExpressionError) -> Value {
        switch content {
        case .literal(let text): return .string(text)
        case .single(let expression): return try expression.shown(in: environment)
        case .mixed(let segments):
            var result = ""
            for segment in segments {
                switch segment {
                case .text(let text): result += text
                case .expression(let expression, let place):
                    let value = try expression.shown(in: environment, inText: true)
                    switch value {
                    case .list, .record, .null:
                        throw ExpressionError("\(value.kindName) cannot be part of a text", at: place)
                    default: result += value.text
                    }
                }
                if let last = segments.last, case .expression(_, let place) = last {
                    try Limits.check(bytes: result.utf8.count, at: place)
                } else {
                    try Limits.check(bytes: result.utf8.count, at: Place(offset: 0, length: 1))
                }
            }
            return .string(result)
        }
    }
}

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

extension Template {
    /// Text with expressions in it, which is a string whatever they are.
    static func mixed(
        _ parts: [TemplatePart], in scope: Scope, as wanted: ValueType?, report: (ExpressionIssue) -> Void
    ) -> Template? {
        var segments: [Segment] = []
        var isSound = true
        var isSecret = false
        var count = 0
        for part in parts where count < Limits.issues {
            switch part {
            case .text(let text): segments.append(.text(text))
            case .expression(let text, let offset):
                let compiled = Expression.compile(text, in: scope) {
                    count += 1
                    report($0.moved(by: offset))
                }
                let place = Place(of: Array(text.unicodeScalars)[...], at: offset)
                guard let compiled else {
                    isSound = false
                    continue
                }
                if let issue = issue(of: compiled, at: place, in: scope, as: wanted) {
                    count += 1
                    report(issue)
                    isSound = false
                }
                isSecret = isSecret || compiled.isSecret
                segments.append(.expression(compiled, place))
            }
        }
        guard isSound else { return nil }
        return Template(content: .mixed(segments), type: isSecret ? .secret(.string) : .string)
    }

    /// Why the expression cannot be part of a text, or of this one.
    private static func issue(
        of expression: Expression, at place: Place, in scope: Scope, as wanted: ValueType?
    ) -> ExpressionIssue? {
        let type = expression.type.revealed
        let text = Quantity.shown(expression.text.trimmed)
        if type.mayBeNull {
            return ExpressionIssue(
                "may-be-null", "`\(text)` may be null, and is part of a text here", at: place,
                hint: "write `\(text) ?? \(Checker.sample(of: type.nonNull))`",
                notes: scope.nullRemedy(of: expression.node).map { [$0] } ?? [])
        }
        guard type.isTextual else {
            return ExpressionIssue(
                "type-mismatch", "\(type) cannot be part of a text", at: place,
                hint: type == .list(.string) ? "write `join(\(text), ', ')`" : "write `to-json(\(text))`")
        }
        guard let wanted else { return nil }
        if expression.isSecret, !wanted.isSecret {
            return ExpressionIssue(
                "secret-exposed", "a secret cannot be used here, where it could be shown or stored", at: place)
        }
        guard ValueType.string.isAssignable(to: wanted.revealed) else {
            return ExpressionIssue(
                "type-mismatch",
                "this place needs \(wanted.revealed.nonNull), and text around an expression makes it string",
                at: place, hint: "leave only the expression")
        }
        return nil
    }
}
