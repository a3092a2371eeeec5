import CompassTesting
import Platform

/// Writes values as YAML, in styles chosen at random.
struct Emitter {
    var generator: SeededRandom
    private(set) var text = ""

    init(seed: UInt64) {
        generator = SeededRandom(seed: seed)
    }

    static func emit(_ value: Value, seed: UInt64) -> String {
        var emitter = Emitter(seed: seed)
        emitter.write(value, indentation: 0, isRoot: true)
        return emitter.text
    }

    /// A value behind `-`, `:` or at the start of the file, up to and with its line break.
    private mutating func write(_ value: Value, indentation: Int, isRoot: Bool = false) {
        let isBlock = !generator.isOne(in: 3)
        switch value {
        case .list(let items) where isBlock && !items.isEmpty:
            if !isRoot { endLine() }
            for item in items {
                text += String(repeating: " ", count: indentation) + "-"
                separate(from: item)
                write(item, indentation: indentation + 2)
            }
        case .record(let record) where isBlock && !record.isEmpty:
            if !isRoot { endLine() }
            for entry in record {
                text += String(repeating: " ", count: indentation)
                if generator.isOne(in: 6) {
                    text += "? \(key(entry.key))\n" + String(repeating: " ", count: indentation)
                } else {
                    text += key(entry.key)
                }
                text += ":"
                separate(from: entry.value)
                write(entry.value, indentation: indentation + 2)
            }
        case .string(let string) where isBlock && isLiteral(string):
            writeLiteral(string, indentation: isRoot ? 2 : indentation)
        default:
            text += flow(value, indentation: indentation + 1)
            endLine()
        }
    }

    private mutating func separate(from value: Value) {
        text += " "
        if generator.isOne(in: 8) { text += value.string == nil ? "" : "!!str " }
    }

    private mutating func endLine() {
        if generator.isOne(in: 6) { text += " # a comment: [" }
        text += generator.isOne(in: 8) ? "\r\n" : "\n"
        if generator.isOne(in: 8) { text += "\n" }
    }

    private mutating func flow(_ value: Value, indentation: Int) -> String {
        switch value {
        case .null: return ["~", "null", "Null"].randomElement(using: &generator) ?? "~"
        case .boolean(let value): return value ? "true" : "FALSE"
        case .integer(let value): return String(value)
        case .number(let value): return value.isInfinite ? (value < 0 ? "-.inf" : ".Inf") : "\(value)"
        case .string(let string): return quoted(string, indentation: indentation)
        case .list(let items):
            return "[" + items.map { flow($0, indentation: indentation) + space(indentation) }.joined(separator: ", ")
                + "]"
        case .record(let record):
            return "{"
                + record.map { key($0.key) + ": " + flow($0.value, indentation: indentation) + space(indentation) }
                .joined(separator: ", ") + "}"
        }
    }

    /// A line break between values in brackets, now and then.
    private mutating func space(_ indentation: Int) -> String {
        generator.isOne(in: 6) ? "\n" + String(repeating: " ", count: indentation) : ""
    }

    private mutating func key(_ text: String) -> String { quoted(text, indentation: nil) }

    /// - Parameter indentation: nil when it has to stay on one line.
    private mutating func quoted(_ string: String, indentation: Int?) -> String {
        let isWord = string.first?.isLetter == true && string.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        let words = ["true", "false", "null"]
        if isWord, !words.contains(string), generator.isOne(in: 2) { return string }
        let isPrintable = string.unicodeScalars.allSatisfy {
            $0 != "\u{FEFF}" && (0x20...0x7E).contains($0.value) || $0.value > 0x2029 && $0 != "\u{FEFF}"
        }
        if isPrintable, generator.isOne(in: 2) { return "'" + string.replacing("'", with: "''") + "'" }
        var result = "\""
        for scalar in string.unicodeScalars {
            if let indentation, generator.isOne(in: 10) {
                result += "\\\n" + String(repeating: " ", count: indentation)
                if scalar == " " || scalar == "\t" {
                    result += "\\" + String(scalar)
                    continue
                }
            }
            result += Self.escaped(scalar, isForced: generator.isOne(in: 10))
        }
        return result + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar, isForced: Bool) -> String {
        switch scalar {
        case "\"", "\\": return "\\" + String(scalar)
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\0": return "\\0"
        case "\u{85}": return "\\N"
        case "\u{2028}": return "\\L"
        default:
            let isPlain = (0x20...0x7E).contains(scalar.value) || scalar.value > 0xA0 && scalar != "\u{FEFF}"
            if isPlain, !isForced { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            let (letter, count) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
            return "\\" + letter + String(repeating: "0", count: count - digits.count) + digits
        }
    }

    private func isLiteral(_ string: String) -> Bool {
        !string.isEmpty
            && string.unicodeScalars.allSatisfy {
                $0 == "\n" || $0 == "\t" || (0x20...0x7E).contains($0.value)
                    || $0.value > 0xA0 && ![0x2028, 0x2029, 0xFEFF].contains($0.value)
            }
    }

    /// With an indentation indicator, since the text may start with blanks.
    private mutating func writeLiteral(_ string: String, indentation: Int) {
        let isEnded = string.unicodeScalars.last == "\n"
        text += "|2" + (isEnded ? "+" : "-") + "\n"
        var lines = string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if isEnded { lines.removeLast() }
        for line in lines { text += (line.isEmpty ? "" : String(repeating: " ", count: indentation) + line) + "\n" }
    }
}
