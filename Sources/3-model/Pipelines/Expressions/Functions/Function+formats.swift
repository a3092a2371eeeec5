internal import Platform

extension Function {
    static let formatFunctions: [Function] = [
        Function(
            "format",
            [
                Parameter("template", .string, isLiteral: true),
                Parameter("values", .string, .integer, .number, .boolean, .size, .duration, isRepeated: true),
            ], .string,
            "A literal text in which `{0}`, `{1}` … stand for the values after it; `{{` and `}}` stand for braces.",
            example: ("format('{0} of {1}', 3, 'clip.mp4')", "3 of clip.mp4"),
            .prepared { literals throws(LiteralArgumentError) in
                let template = try FormatTemplate(literals[0]?.string ?? "", values: literals.count - 1)
                return { arguments throws(ExpressionError) in .string(try template.text(arguments)) }
            }),
        Function(
            "date", [Parameter("time", .string), Parameter("pattern", .string, isLiteral: true)], .string,
            """
            A point in time such as `run.started-at` (RFC 3339) by a literal pattern, in UTC. Fields are `YYYY`, `MM`, \
            `DD`, `HH`, `mm`, `ss` and `SSS`; `T`, `Z` and everything that is no letter stands for itself.
            """,
            example: ("date('2026-03-08T07:00:00.000Z', 'YYYY-MM-DD')", "2026-03-08"),
            .prepared { literals throws(LiteralArgumentError) in
                let pattern: DatePattern
                do throws(LiteralError) {
                    pattern = try DatePattern(literals[1]?.string ?? "")
                } catch {
                    throw LiteralArgumentError(argument: 1, message: error.message, hint: error.hint)
                }
                return { arguments throws(ExpressionError) in
                    guard let text = pattern.format(try arguments.text(0)) else {
                        throw arguments.error(
                            "`date` was given no point in time; it reads RFC 3339, such as 2026-03-08T07:00:00Z")
                    }
                    return .string(text)
                }
            }),
        Function(
            "to-json", [Parameter("value", .any)], .string, "The value as JSON, on one line.",
            example: ("to-json(['a', 'b'])", "[\"a\",\"b\"]"),
            .plain { arguments throws(ExpressionError) in
                var budget = Limits.result
                guard arguments.values[0].fits(&budget, levels: Limits.levels) else {
                    throw arguments.error("the JSON would be too long or too deep")
                }
                return .string(try Limits.check(arguments.values[0].json, at: arguments.place))
            }),
        Function(
            "from-json", [Parameter("text", .string)], .any,
            "The value that a JSON text describes; its type is checked where it is used. Keys come sorted.",
            example: ("from-json('{\"score\": [3, 1]}').score[0]", 3),
            .plain { arguments throws(ExpressionError) in
                let text = try Limits.check(try arguments.text(0), at: arguments.place)
                guard JSONNesting.isWithin(Limits.levels, text) else {
                    throw arguments.error("the JSON is nested deeper than \(Limits.levels) levels")
                }
                guard let value = try? Value(json: text) else {
                    throw arguments.error("`from-json` was given text that is no valid JSON")
                }
                return value
            }),
    ]
}

extension Value {
    /// Whether its JSON has at most so many bytes, roughly, and levels; without writing it.
    fileprivate func fits(_ budget: inout Int, levels: Int) -> Bool {
        guard levels > 0, budget >= 0 else { return false }
        switch self {
        case .string(let text): budget -= text.utf8.count + 2
        case .list(let items):
            budget -= items.count + 2
            for item in items where !item.fits(&budget, levels: levels - 1) { return false }
        case .record(let record):
            for entry in record.entries {
                budget -= entry.key.utf8.count + 4
                guard entry.value.fits(&budget, levels: levels - 1) else { return false }
            }
        default: budget -= 1
        }
        return budget >= 0
    }
}

/// Counts brackets, so that the decoder never recurses as deep as its input likes.
enum JSONNesting {
    static func isWithin(_ limit: Int, _ text: String) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > limit { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }
}
