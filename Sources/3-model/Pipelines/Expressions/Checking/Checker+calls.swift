internal import Diagnostics
internal import Platform

extension Checker {
    mutating func call(
        _ name: String, at place: Place, _ arguments: [Syntax], handlesNull: Bool, whole: Place
    ) -> Typed? {
        guard let function = Function.named(name) else {
            let hint = Spelling.hint(for: name, in: Function.all.map(\.name)) ?? Self.synonym(of: name)
            report(
                "unknown-function", "unknown function `\(Quantity.shown(name))`", at: place, hint: hint,
                notes: ["functions: \(Function.all.map(\.name).joined(separator: ", "))"])
            for argument in arguments { _ = check(argument, handlesNull: true) }
            return nil
        }
        guard hasRightCount(function, arguments, at: place) else {
            for argument in arguments { _ = check(argument, handlesNull: true) }
            return nil
        }
        switch function.body {
        case .status(let status):
            noteStatus()
            guard scope.hasStatus else {
                report("not-available", "`\(name)()` means nothing here: no stage has run yet", at: place)
                return nil
            }
            return Typed(.status(status), .boolean, at: whole)
        case .translated:
            if name == "default" { return coalesceArguments(arguments, handlesNull: handlesNull, at: whole) }
            return contains(function, arguments, at: whole)
        case .plain, .prepared: return apply(function, arguments, at: whole)
        }
    }

    private mutating func contains(_ function: Function, _ arguments: [Syntax], at place: Place) -> Typed? {
        let whole = check(arguments[0])
        let part = check(arguments[1], handlesNull: true)
        guard let whole, let part, require(whole, function.parameters[0].types, for: "`contains`") else { return nil }
        if case .list = whole.type { return membership(of: part, in: whole, at: place) }
        guard whole.type == .any || require(part, [.string], for: "`contains` in a text") else { return nil }
        let search: Function.Implementation = { arguments throws(ExpressionError) in
            if case .list(let items) = arguments.values[0] {
                return .boolean(items.contains { $0.matches(arguments.values[1]) })
            }
            return .boolean(SearchText(try arguments.text(0)).contains(SearchText(try arguments.text(1))))
        }
        return Typed(
            .call(search, [whole.node, part.node], place), .boolean, isSecret: whole.isSecret || part.isSecret,
            at: place)
    }

    private mutating func apply(_ function: Function, _ syntax: [Syntax], at place: Place) -> Typed? {
        var arguments: [Typed] = []
        for (index, argument) in syntax.enumerated() {
            let parameter = function.parameters[min(index, function.parameters.count - 1)]
            guard let value = check(argument), require(value, parameter.types, for: "`\(function.name)`") else {
                continue
            }
            if parameter.isLiteral, value.literal == nil {
                report(
                    "type-mismatch",
                    "`\(function.name)` needs a literal \(parameter.name), which is read before any run",
                    at: value.place, hint: "write it in single quotes")
                continue
            }
            arguments.append(value)
        }
        guard arguments.count == syntax.count, let body = implementation(of: function, arguments) else { return nil }
        return Typed(
            .call(body, arguments.map(\.node), place), function.result, isSecret: arguments.contains(where: \.isSecret),
            at: place)
    }

    private mutating func implementation(of function: Function, _ arguments: [Typed]) -> Function.Implementation? {
        switch function.body {
        case .plain(let implementation): return implementation
        case .prepared(let prepare):
            do throws(LiteralArgumentError) {
                return try prepare(arguments.map(\.literal))
            } catch {
                report("bad-literal", error.message, at: arguments[error.argument].place, hint: error.hint)
                return nil
            }
        case .translated, .status: return nil
        }
    }

    private mutating func hasRightCount(_ function: Function, _ arguments: [Syntax], at place: Place) -> Bool {
        let needed = function.parameters.count { !$0.isRepeated }
        let isRight =
            function.parameters.contains(where: \.isRepeated)
            ? arguments.count >= needed : arguments.count == needed
        if isRight { return true }
        let surplus = arguments.count > needed ? arguments[needed].place : place
        let plural = needed == 1 ? "argument" : "arguments"
        report(
            "wrong-arguments",
            "`\(function.name)` takes \(needed == 0 ? "no" : "\(needed)") \(plural), not \(arguments.count)",
            at: surplus, notes: [function.signature])
        return false
    }

    /// What the function is called in other languages.
    private static func synonym(of name: String) -> String? {
        let synonyms = [
            "len": "length", "size": "length", "count": "length", "startsWith": "starts-with", "endsWith": "ends-with",
            "toJSON": "to-json", "fromJSON": "from-json", "toLower": "lower", "toUpper": "upper", "strip": "trim",
            "match": "matches", "coalesce": "default", "ext": "extension", "includes": "contains", "concat": "format",
        ]
        return synonyms[name].map { "did you mean `\($0)`?" }
    }
}

extension Typed {
    /// The value of a literal.
    fileprivate var literal: Value? { if case .constant(let value) = node { value } else { nil } }
}
