import CompassTesting
import Diagnostics
import Testing
import YAMLTree

@Suite struct YAMLLimitTests {
    /// Of a text over and over, without looking at its lines as `Reading` does.
    private static func issues(_ text: String, count: Int) -> [Diagnostics.Issue] {
        var issues = IssueList()
        let bytes = Array(String(repeating: text, count: count).utf8)
        _ = YAMLParser.parse(bytes, file: "t.yaml", limits: .standard, issues: &issues)
        return issues.sorted
    }

    @Test("aliases that would expand to billions of nodes are refused at the first one too many")
    func bomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let alias = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\([String](repeating: alias, count: 10).joined(separator: ", "))]\n"
        }
        let reading = Reading(text)
        #expect(reading.root == nil)
        #expect(
            reading.rendered == """
                t.yaml:5:45: error[alias-bomb]: with this alias expanded the file has more than 100000 nodes
                    5 | a4: &a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3]
                      |                                             ^^^

                """)
    }

    @Test("a bomb of merges is refused, too")
    func mergeBomb() {
        var text = "a: &a {" + (0..<1_000).map { "k\($0): v" }.joined(separator: ", ") + "}\nb:\n"
        text += String(repeating: "  - <<: *a\n", count: 1_000)
        #expect(Reading(text).kinds == ["alias-bomb"])
    }

    @Test("nodes without aliases are counted as well")
    func nodes() {
        #expect(Self.issues("-\n", count: 99_999).isEmpty)
        let issues = Self.issues("-\n", count: 100_000)
        #expect(issues.map(\.kind) == ["yaml-too-big"])
        #expect(issues.first?.message == "the file has more than 100000 nodes")
        #expect(issues.first?.span?.line == 100_000)
    }

    @Test("a chain of aliases cannot make a tree that is too deep to walk")
    func chain() {
        var text = "a0: &a0 [x]\n"
        for level in 1..<100 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
        let reading = Reading(text)
        #expect(reading.root == nil)
        // The mapping, and 64 lists.
        #expect(reading.issues.first?.span?.line == 64)
        #expect(reading.kinds == ["yaml-too-deep"])
    }

    @Test("hostile nesting is refused without recursion", arguments: ["[", "{a: ", "- ", "? ", "[\n", "- ? ", "[{a: "])
    func depth(opening: String) {
        let reading = Reading(String(repeating: opening, count: Nightly.isOn ? 100_000 : 10_000))
        #expect(reading.root == nil)
        #expect(reading.kinds == ["yaml-too-deep"])
        #expect(reading.issues.first?.message == "more than 64 lists and mappings are inside of one another here")
    }

    @Test("as many levels as are allowed are fine")
    func deepest() {
        let reading = Reading(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
        #expect(reading.kinds == [])
        #expect(reading.nodes.count == 64)
    }

    @Test("a file over the limit is not read")
    func size() {
        #expect(Self.issues("#", count: 1 << 20).isEmpty)
        let issues = Self.issues("#", count: (1 << 20) + 1)
        #expect(issues.map(\.kind) == ["yaml-too-big"])
        #expect(issues.first?.message == "the file has 1048577 bytes, more than the 1048576 that are read")
    }

    @Test("directives that libyaml compares with one another are counted")
    func directives() {
        let reading = Reading((0..<40).map { "%TAG !a\($0)! b\n" }.joined() + "--- a\n")
        #expect(reading.kinds == ["yaml-too-big"])
        #expect(reading.issues.first?.span?.line == 33)
    }

    @Test(
        "after many mistakes the rest is not read",
        arguments: ["- *a\n", "- !x a\n", "- !!int a\n", "a: 1\n", "? [a]\n: b\n", "- {<<: 1}\n", "a\u{7}\n"])
    func manyIssues(line: String) {
        let reading = Reading(String(repeating: line, count: 1_000))
        #expect(reading.root == nil)
        #expect(reading.issues.count == 101)
        #expect(reading.kinds.last == "yaml-too-many-issues")
    }

    @Test("limits can be set")
    func custom() {
        var limits = YAMLLimits()
        limits.depth = 1
        limits.nodes = 5
        limits.bytes = 20
        #expect(Reading("[a, b, c, d]", limits: limits).kinds == [])
        #expect(Reading("[a, b, c, d, e]", limits: limits).kinds == ["yaml-too-big"])
        #expect(Reading("[[a]]", limits: limits).kinds == ["yaml-too-deep"])
        #expect(Reading("[&a a, *a, *a, *a]", limits: limits).kinds == [])
        #expect(Reading("[&a a,*a,*a,*a,*a]", limits: limits).kinds == ["alias-bomb"])
        #expect(Reading("[a, b, c, d, e, f, g]", limits: limits).kinds == ["yaml-too-big"])
    }

    @Test(
        "large files of every odd kind end soon",
        arguments: [
            "\"", "'", "\t", "\u{7}", "\0", "{", "*a ", "&a ", "!!str ", "a: b: ", "a:\n", "- &a [*a]\n", "|\n",
            "---\n",
            "%YAML 1.2\n", "\u{2028}", "é", "\r", "#\n", "<<: ", "? a\n",
        ])
    func large(piece: String) {
        let reading = Reading(String(repeating: piece, count: (1 << (Nightly.isOn ? 18 : 13)) / piece.utf8.count))
        #expect(reading.issues.count <= 101)
    }
}
