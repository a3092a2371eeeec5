import CompassTesting
import Platform
import Testing

@testable import Representations

/// Expected against actual.
@Suite struct LineDiffTests {
    @Test("what both have is shown once, and what differs in the order of the file")
    func lines() {
        #expect(LineDiff.lines(["a", "b", "c"], ["a", "x", "c", "d"]) == ["  a", "- b", "+ x", "  c", "+ d"])
        #expect(LineDiff.lines([], ["a"]) == ["+ a"])
        #expect(LineDiff.lines(["a"], []) == ["- a"])
        #expect(LineDiff.lines(["a"], ["a"]) == ["  a"])
    }

    @Test("texts are compared by lines, lists by elements, and nothing at all has no line")
    func values() {
        #expect(LineDiff.lines(expected: "one\ntwo", actual: "one\nthree") == ["  one", "- two", "+ three"])
        #expect(LineDiff.lines(expected: 1, actual: nil) == ["- 1"])
        #expect(
            LineDiff.lines(expected: ["a", "b"], actual: ["a", "c"]) == [
                "  [", "    \"a\"", "-   \"b\"", "+   \"c\"", "  ]",
            ])
        #expect(LineDiff.lines(expected: "a\u{1B}[31m", actual: nil) == [#"- a\x1B[31m"#])
    }

    @Test(
        "the lines without a sign and with `-` are the old ones, those with `+` the new ones",
        arguments: Nightly.some(0..<200, of: 20))
    func property(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let words = ["a", "b", "c", "d"]
        let old = (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        let lines = LineDiff.lines(old, new)
        #expect(lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst(2)) } == old)
        #expect(lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst(2)) } == new)
    }
}
