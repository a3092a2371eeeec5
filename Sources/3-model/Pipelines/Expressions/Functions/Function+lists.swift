internal import Platform

extension Function {
    static let listFunctions: [Function] = [
        Function(
            "length", [Parameter("value", .string, .list(.any))], .integer,
            "How many characters a text has, as people count them, or how many items a list has.",
            example: ("length(['stanford', 'oregon'])", 2),
            .plain { arguments throws(ExpressionError) in
                switch arguments.values[0] {
                case .string(let text): return .integer(Int64(text.count))
                default: return .integer(Int64(try arguments.list(0).count))
                }
            }),
        Function(
            "split", [Parameter("text", .string), Parameter("separator", .string)], .list(.string),
            "The parts of a text between separators, empty ones too. An empty `separator` is an error.",
            example: ("split('a,b,,c', ',')", ["a", "b", "", "c"]),
            .plain { arguments throws(ExpressionError) in .list(try split(arguments)) }),
        Function(
            "join", [Parameter("list", .list(.string)), Parameter("separator", .string)], .string,
            "The items of a list as one text, with `separator` between them.",
            example: ("join(['a', 'b'], ', ')", "a, b"),
            .plain { arguments throws(ExpressionError) in .string(try join(arguments)) }),
        Function(
            "default", [Parameter("value", .any), Parameter("fallback", .any)], .any,
            "`value`, or `fallback` where that is `null` or unset; the same as `value ?? fallback`, with the same type.",
            example: ("default(null, 'none')", "none"), .translated),
    ]

    private static func split(_ arguments: Arguments) throws(ExpressionError) -> [Value] {
        let text = SearchText(try arguments.text(0))
        let separator = SearchText(try arguments.text(1))
        if separator.bytes.isEmpty { throw arguments.error("`split` cannot separate by an empty text") }
        let found = text.occurrences(of: separator, limit: Limits.items)
        guard found.count < Limits.items else {
            throw arguments.error("the list would have more than \(Limits.items) items")
        }
        var parts: [Value] = []
        var position = 0
        for end in found + [text.bytes.count] {
            parts.append(.string(String(decoding: text.bytes[position..<end], as: UTF8.self)))
            position = end + separator.bytes.count
        }
        return parts
    }

    private static func join(_ arguments: Arguments) throws(ExpressionError) -> String {
        let separator = try arguments.text(1)
        var result = ""
        for (index, item) in try arguments.list(0).enumerated() {
            guard case .string(let text) = item else {
                throw arguments.error("item \(index) of the list must be string, and is \(item.kindName)")
            }
            if index > 0 { result += separator }
            result += text
            try Limits.check(bytes: result.utf8.count, at: arguments.place)
        }
        return result
    }
}
