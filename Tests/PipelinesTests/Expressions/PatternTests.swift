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

    @Test("random patterns, and the largest that are allowed, compile and match")
    func patternFuzz() throws {
        var random = SeededRandom(seed: 5)
        let alphabet = Array("aab.*+?{}()[]|^$\\,0129-:=é")
        var patterns = [
            "((a{9}){9}){9}", "(((a?){9}){9}){9}", "(((a*)*){9}){90}", "(a|aa|aaa|aaaa){60}", "(.*){99}",
            "([^a]{9}){90}",
        ]
        for _ in 0..<(Nightly.isOn ? 3_000 : 300) {
            let count = Int.random(in: 1...40, using: &random)
            patterns.append(String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" }))
        }
        let environment = Environment(roots: ["inputs": ["title": .string(String(repeating: "ab", count: 250))]])
        var compiled = 0
        for pattern in patterns {
            if let expression = ExpressionFixture.compiled("matches(inputs.title, '\(pattern)')") {
                compiled += 1
                _ = try? expression.evaluate(environment)
            }
        }
        #expect(compiled > (Nightly.isOn ? 300 : 10))
    }

    @Test("one pattern may be matched on many threads at a time")
    func concurrentMatches() async throws {
        let expression = try #require(ExpressionFixture.compiled("matches(inputs.title, '^(ab|a)*c[0-9]+$')"))
        let hits = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    try (0..<500).count { number in
                        let title = "abaab" + (number % 2 == 0 ? "c" : "d") + "\(worker)\(number)"
                        let environment = Environment(roots: ["inputs": ["title": .string(title)]])
                        return try expression.evaluate(environment) == true
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(hits == 8 * 250)
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

    /// Also the pattern that took the C library 8.4 s for 4 KiB.
    @Test(
        "the work for each character is bounded by the pattern's size, whatever the pattern and the text are",
        arguments: Nightly.isOn
            ? ["([^b]*a){30}b", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)x", "(a?){300}a{300}b", "([^a]{9}){90}"]
            : ["([^b]*a){30}b", "(a*)*b"])
    func linear(pattern: String) throws {
        let program = try RegularExpression(pattern).program
        var steps: [Int] = []
        for count in [1, 2, 4, 8, 16].map({ $0 * (Nightly.isOn ? 256 : 128) }) {
            var run = PatternRun(program)
            let isFound = run.finds(in: String(repeating: "a", count: count))
            #expect(!isFound)
            #expect(run.steps <= program.states.count * (count + 1))
            steps.append(run.steps)
        }
        // The first characters reach fewer states than the later ones.
        for (shorter, longer) in zip(steps, steps.dropFirst()) { #expect(longer <= 3 * shorter) }
        #expect(steps[4] <= 5 * steps[2])
    }

    @Test("random patterns mean what they mean to regcomp(3) of the C library")
    func oracle() throws {
        var random = SeededRandom(seed: 7)
        let parts = [
            "a", "b", "c", "é", ".", "(", ")", "|", "*", "+", "?", "{2}", "{1,3}", "{,2}", "{2,}", "^", "$", "[ab]",
            "[^a]",
            "[a-c]", "[[:alpha:]]", "[]a]", "[a-]", "\\.", "\\w", "\\W", "-", "]", "}", "{0}", "[[.a.]b]", "[[=a=]]",
        ]
        let letters = Array("aabbc.é- ]")
        var (agreed, refused) = (0, 0)
        let unicode = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        defer { freelocale(unicode) }
        for _ in 0..<(Nightly.isOn ? 4_000 : 300) {
            let pattern = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? "a"
            }.joined()
            let previous = uselocale(unicode)
            defer { uselocale(previous) }
            var compiled = regex_t()
            let isValid = regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) == 0
            let ours = try? RegularExpression(pattern)
            try #require((ours != nil) == isValid, "\(pattern)")
            guard isValid, let ours else {
                refused += 1
                continue
            }
            defer { regfree(&compiled) }
            for _ in 0..<8 {
                let text = String(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in
                        letters.randomElement(using: &random) ?? "a"
                    })
                let expected = regexec(&compiled, text, 0, nil, 0) == 0
                try #require(
                    try ours.matches(text, at: Place(offset: 0, length: 1)) == expected, "\(pattern) on \(text)")
                agreed += 1
            }
        }
        #expect(Nightly.isOn ? agreed > 10_000 && refused > 300 : agreed > 500 && refused > 10)
    }
}
