import CompassTesting
import Glibc
@testable import Pipelines
import Platform
import Testing

/// The regular expressions of `matches`.
@Suite struct PatternTests {
    @Test(
        "`matches` has POSIX's meaning, by characters",
        arguments: [
            ("abc", "b", true), ("abc", "^b", false), ("abc", "^a.c$", true), ("résumé", "^.{6}$", true),
            ("é", "^[é]$", true), ("É", "^[[:upper:]]$", true), ("a1", "^[[:alpha:]][[:digit:]]$", true),
            ("", "^$", true),
            ("a]", "^a[]]$", true), ("a}", "a}", true), ("a.b", "a\\.b", true), ("axb", "a\\.b", false),
            ("ab\ncd", "b.c", true),
            ("x", "(a|x)+", true), ("aaa", "^a{2,3}$", true), ("2026-03", "^[0-9]{4}-[0-9]{2}$", true),
            ("👍", "^.$", true),
        ])
    func matches(text: String, pattern: String, expected: Bool) throws {
        let quoted = "matches(inputs.title, '\(pattern)')"
        let environment = Environment(roots: ["inputs": ["title": .string(text)]])
        #expect(try ExpressionFixture.value(of: quoted, in: environment) == .boolean(expected))
    }

    @Test(
        "a pattern that could take all time or memory is refused",
        arguments: [
            "(a)\\1", "((((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}){9}", "(((((((((((a+)+)+)+)+)+)+)+)+)+)+)+",
            "a{1,30000}",
            String(repeating: "(", count: 20) + "a" + String(repeating: ")", count: 20),
            String(repeating: "a", count: 600),
            "(a{100}b{100}){12}", "[[:alpha:]{1}", "a{2", "(", "[", "*a{99999999999999999999}",
        ])
    func refusedPattern(pattern: String) {
        #expect(ExpressionFixture.compiled("matches('a', '\(pattern)')") == nil)
    }

    @Test("`matches` reads the worst text up to its limit, and no longer one")
    func longest() throws {
        for pattern in ["(a|a)*b", "(a*)*b", "a*a*a*a*b", "(.*)(.*)(.*)x", "([a-z]+)*$x", "(a|ab|b)*c"] {
            let expression = try #require(ExpressionFixture.compiled("matches(inputs.title, '\(pattern)')"))
            func run(_ count: Int) throws -> Value {
                try expression.evaluate(
                    Environment(roots: ["inputs": ["title": .string(String(repeating: "a", count: count))]]))
            }
            #expect(try run(4096) == false)
            let error = try #require(throws: ExpressionError.self) { try run(4097) }
            #expect(error.message == "`matches` reads at most 4096 bytes")
        }
    }

    @Test("a NUL is a character like others and hides nothing")
    func nul() throws {
        let environment = Environment(roots: ["inputs": ["title": "a\0b"]])
        #expect(try ExpressionFixture.value(of: "matches(inputs.title, '^a.b$')", in: environment) == true)
    }

    @Test(
        "what is wrong with a pattern is said in plain words",
        arguments: [
            ("(a", "this regular expression is not valid: a `(` is not closed"),
            ("[a", "this regular expression is not valid: a `[` is not closed"),
            ("[[:alpha:", "this regular expression is not valid: a `[` is not closed"),
            ("[[:letter:]]", "this regular expression is not valid: there is no character class `letter`"),
            ("[[.ab.]]", "this regular expression is not valid: `ab` in brackets is no single character"),
            ("[z-a]", "this regular expression is not valid: a range in brackets goes from high to low"),
            (
                "[a-c-e]",
                "this regular expression is not valid: a `-` in brackets stands between two characters, or at an end"
            ),
            ("*a", "this regular expression is not valid: nothing stands before `*` that it could repeat"),
            ("^+", "this regular expression is not valid: nothing stands before `+` that it could repeat"),
            ("a{2", "this regular expression is not valid: a `{` is not closed"),
            ("a{x}", "this regular expression is not valid: between `{` and `}` stand one or two numbers"),
            ("a{5,2}", "this regular expression is not valid: `{5,2}` goes from high to low"),
            ("a\\", "this regular expression is not valid: nothing stands after the last `\\`"),
            ("(){1000}{1000}{1000}", "this regular expression is too large"),
        ])
    func messages(pattern: String, message: String) {
        let error = #expect(throws: LiteralError.self) { try RegularExpression(pattern) }
        #expect(error?.message == message)
    }
}
