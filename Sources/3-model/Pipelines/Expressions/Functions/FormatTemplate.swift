internal import Platform

/// The first argument of `format`, read once.
struct FormatTemplate {
    private enum Part {
        case text(String)
        case value(Int)
    }

    private var parts: [Part] = []

    /// - Parameter values: how many follow it.
    init(_ text: String, values: Int) throws(LiteralArgumentError) {
        var literal = String.UnicodeScalarView()
        var used: Set<Int> = []
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if scalar == "{" || scalar == "}", rest.first == scalar {
                literal.append(scalar)
                rest.removeFirst()
                continue
            }
            guard scalar == "{" else {
                if scalar == "}" { throw Self.error("`}` without `{` in the text of `format`", hint: "write `}}`") }
                literal.append(scalar)
                continue
            }
            let digits = rest.prefix { "0"..."9" ~= $0 }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 4, let number = Int(String(String.UnicodeScalarView(digits))), rest.popFirst() == "}"
            else {
                throw Self.error("`{` without a number and `}` in the text of `format`", hint: "write `{0}` or `{{`")
            }
            guard number < values else {
                throw Self.error(
                    "`{\(number)}` has no value: \(values == 0 ? "none is" : values == 1 ? "1 is" : "\(values) are") given",
                    hint: values > 0 && number == values ? "count from `{0}`" : nil)
            }
            used.insert(number)
            parts += [.text(String(literal)), .value(number)]
            literal = String.UnicodeScalarView()
        }
        parts.append(.text(String(literal)))
        if let unused = (0..<values).first(where: { !used.contains($0) }) {
            throw LiteralArgumentError(
                argument: unused + 1, message: "this value is nowhere in the text of `format`",
                hint: "write `{\(unused)}` where it should stand")
        }
    }

    private static func error(_ message: String, hint: String?) -> LiteralArgumentError {
        LiteralArgumentError(argument: 0, message: message, hint: hint)
    }

    /// - Parameter arguments: the first is the template.
    func text(_ arguments: Arguments) throws(ExpressionError) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .value(let number):
                let value = arguments.values[number + 1]
                switch value {
                case .list, .record, .null:
                    throw arguments.error("argument \(number + 2) must be a text or a number, and is \(value.kindName)")
                default: result += value.text
                }
            }
            try Limits.check(bytes: result.utf8.count, at: arguments.place)
        }
        return result
    }
}
