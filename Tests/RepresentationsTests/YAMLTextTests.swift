import CompassTesting
import Diagnostics
import Platform
import Testing
import YAMLTree

@testable import Representations

/// Values as YAML.
@Suite struct YAMLTextTests {
    @Test("plain words need no quotes, and what could be read as something else has them")
    func scalars() {
        #expect(YAMLText.flow("a file.pdf") == "a file.pdf")
        #expect(YAMLText.flow("fixtures/a-b_c.pdf") == "fixtures/a-b_c.pdf")
        #expect(YAMLText.flow("true") == "\"true\"")
        #expect(YAMLText.flow("1e3") == "\"1e3\"")
        #expect(YAMLText.flow("a: b") == "\"a: b\"")
        #expect(YAMLText.flow("") == "\"\"")
        #expect(YAMLText.flow(["a": [1, "x"], "b": .null]) == "{ a: [1, x], b: null }")
    }

    @Test("entries that are too long for a line are broken into a block")
    func blocks() {
        let long = Value.string(String(repeating: "x", count: 90))
        #expect(YAMLText.block(["a": 1, "b": ["c": long, "d": 2]]) == ["a: 1", "b:", "  c: \(long.text)", "  d: 2"])
    }

    @Test("what is written is read again as the same", arguments: 0..<300)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let value = Value.record(["value": Self.value(&random, depth: 3)])
        let text = YAMLText.block(value.record ?? [:]).joined(separator: "\n") + "\n"
        var issues = IssueList()
        let root = YAMLParser.parse(Array(text.utf8), file: "x", issues: &issues)
        #expect(issues.isEmpty, "\(issues.sorted) in \(text)")
        #expect(root?.value == value, "\(text)")
    }

    private static func value(_ random: inout SeededRandom, depth: Int) -> Value {
        let count = Int.random(in: 0...3, using: &random)
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2: return .integer(.random(in: -1_000...1_000, using: &random))
        case 3: return .string(text(&random))
        case 4:
            return .string(
                ["null", "~", "0x1F", "-", "? a", "# b", "a #b", "<<", "2026-01-01"].randomElement(using: &random) ?? ""
            )
        case 5: return .list((0..<count).map { _ in value(&random, depth: depth - 1) })
        default:
            return .record(Record((0..<count).map { ("k\($0) \(text(&random))", value(&random, depth: depth - 1)) }))
        }
    }

    private static func text(_ random: inout SeededRandom) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "Z", " ", ":", "#", "'", "\"", "\\", "\n", "\t", "\u{0}", "\u{1B}", "\u{85}", "\u{2028}", "\u{FEFF}",
            "é", "\u{1F600}", "{", "]", ",", "$", "%", "@", "-", "\u{7F}", "\u{202E}",
        ]
        var view = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            view.append(scalars.randomElement(using: &random) ?? "a")
        }
        return String(view)
    }
}
