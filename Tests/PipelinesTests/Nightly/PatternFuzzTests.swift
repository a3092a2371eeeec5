import CompassTesting
import Glibc
@testable import Pipelines
import Platform
import Testing

/// Regular expressions that chance has made, and how much work they are.
@Suite struct PatternFuzzTests {
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
