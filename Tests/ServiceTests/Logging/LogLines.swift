import CompassTesting
import Diagnostics
import Platform

/// Entries and readers that the tests of log formats share.
enum LogLines {
    static let time = Timestamp(microseconds: 1_772_953_200_123_000)

    /// Text that trips parsers up, from a seeded generator.
    static func nasty(_ random: inout SeededRandom) -> String {
        let pieces = [
            "a", "B9", " ", "=", "\"", "\\", "\n", "\r", "\t", "\0", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}",
            "\u{202E}",
            "é", "e\u{301}", "日", "🎬", "<3>", "{", "}", "\\n", "\\u0041", "%", ",", ":", "'",
        ]
        let count = Int.random(in: 0...12, using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// A strict reader of logfmt, written apart from the writer; nil: the line is not valid.
    static func parseLogfmt(_ line: String) -> [(name: String, value: String)]? {
        var rest = Array(line.unicodeScalars)[...]
        var pairs: [(String, String)] = []
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" && $0 != " " && $0 != "\"" }
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.popFirst() == "=" else { return nil }
            var value = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                var isClosed = false
                while let scalar = rest.popFirst() {
                    if scalar == "\"" {
                        isClosed = true
                        break
                    }
                    guard scalar == "\\" else {
                        if scalar.value < 0x20 { return nil }
                        value.append(scalar)
                        continue
                    }
                    switch rest.popFirst() {
                    case "n": value.append("\n")
                    case "r": value.append("\r")
                    case "t": value.append("\t")
                    case "\"": value.append("\"")
                    case "\\": value.append("\\")
                    case "u":
                        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
                        rest = rest.dropFirst(4)
                        guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                            return nil
                        }
                        value.append(scalar)
                    default: return nil
                    }
                }
                if !isClosed { return nil }
            } else {
                while let scalar = rest.first, scalar != " " {
                    if scalar == "\"" || scalar == "=" || scalar.value <= 0x20 { return nil }
                    value.append(scalar)
                    rest.removeFirst()
                }
            }
            pairs.append((String(String.UnicodeScalarView(name)), String(value)))
            if rest.isEmpty { return pairs }
            guard rest.popFirst() == " ", !rest.isEmpty else { return nil }
        }
        return pairs
    }

    /// A strict reader of the journal's protocol, byte by byte; nil: it is not valid.
    static func parseJournal(_ bytes: [UInt8]) -> [(name: String, value: String)]? {
        var rest = bytes[...]
        var pairs: [(String, String)] = []
        while !rest.isEmpty {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\n") }
            let isName = name.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
            guard let first = name.first, (0x41...0x5A).contains(first), isName, name.count <= 64 else { return nil }
            rest = rest.dropFirst(name.count)
            let value: ArraySlice<UInt8>
            if rest.popFirst() == UInt8(ascii: "=") {
                value = rest.prefix { $0 != UInt8(ascii: "\n") }
            } else {
                let size = rest.prefix(8).enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
                rest = rest.dropFirst(8)
                guard size <= rest.count else { return nil }
                value = rest.prefix(size)
            }
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() == UInt8(ascii: "\n"), let text = String(validating: value, as: UTF8.self) else {
                return nil
            }
            pairs.append((String(decoding: name, as: UTF8.self), text))
        }
        return pairs
    }
}
