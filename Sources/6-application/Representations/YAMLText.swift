package import Platform

/// Values as YAML that people would write.
package enum YAMLText {
    /// On one line: `{ user: u1, schools: [stanford, ucla] }`.
    static func flow(_ value: Value) -> String {
        switch value {
        case .string(let text): scalar(text)
        case .list(let values): "[" + values.map(flow).joined(separator: ", ") + "]"
        case .record(let record) where record.isEmpty: "{}"
        case .record(let record):
            "{ " + record.map { "\(scalar($0.key)): \(flow($0.value))" }.joined(separator: ", ") + " }"
        case .null, .boolean, .integer, .number: value.json
        }
    }

    /// No line is longer where it can be broken, in columns.
    private static let width = 100

    /// The lines of a mapping's entries, a line for each entry that fits on one.
    ///
    /// - Parameter margin: how far the lines are going to be indented.
    package static func block(_ record: Record, margin: Int = 0) -> [String] {
        record.flatMap { entry -> [String] in
            let line = "\(scalar(entry.key)): \(flow(entry.value))"
            guard margin + line.count > width, let inner = entry.value.record, !inner.isEmpty else { return [line] }
            return ["\(scalar(entry.key)):"] + block(inner, margin: margin + 2).map { "  " + $0 }
        }
    }

    /// A text, in double quotes unless it means itself without them.
    package static func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    /// Words of letters, digits and a few marks: neither a number, nor a date, nor one of YAML's own words.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isLetter(first) || first == "/", text.last != " " else {
            return false
        }
        let isSafe = text.unicodeScalars.allSatisfy { scalar in
            isLetter(scalar) || ("0"..."9").contains(scalar) || " _-./@".unicodeScalars.contains(scalar)
        }
        let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        return isSafe && !words.contains(text.lowercased())
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default:
                if !UnsafeCharacters.contains(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    let width = scalar.value > 0xFFFF ? 8 : 4
                    result += (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.utf8.count)
                    result += digits
                }
            }
        }
        return result + "\""
    }
}
