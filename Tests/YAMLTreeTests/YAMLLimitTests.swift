import Diagnostics
import Testing
import YAMLTree

@Suite struct YAMLLimitTests {
    private func kinds(_ text: String, _ limits: YAMLLimits = .standard) -> [String] {
        var issues = IssueList()
        _ = YAMLParser.parse(Array(text.utf8), file: "t", limits: limits, issues: &issues)
        return issues.sorted.map(\.kind)
    }

    @Test("aliases that would expand to billions of values are refused at once")
    func bomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let alias = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\([String](repeating: alias, count: 10).joined(separator: ", "))]\n"
        }
        #expect(kinds(text) == ["alias-bomb"])
    }

    @Test("a chain of aliases cannot make a tree that is too deep to walk")
    func chain() {
        var text = "a0: &a0 [x]\n"
        for level in 1..<5_000 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
        #expect(kinds(text) == ["alias-bomb"])
    }

    @Test("too many levels are refused, in flow and in blocks, without recursion", arguments: ["[", "{a: ", "- "])
    func depth(opening: String) {
        #expect(kinds(String(repeating: opening, count: 100_000)) == ["yaml-too-deep"])
    }

    @Test("as many levels as are allowed are fine")
    func deepest() {
        let text = String(repeating: "[", count: 63) + "x" + String(repeating: "]", count: 63)
        #expect(kinds(text) == [])
    }

    @Test("a file over the limit is not read")
    func size() {
        #expect(kinds(String(repeating: "#", count: (1 << 20) + 1)) == ["yaml-too-big"])
    }
}
