import CompassTesting
import Pipelines
import Platform
import Testing

/// Patterns that chance has made, held against a plain matcher.
@Suite struct PathPatternOracleTests {
    @Test("random patterns match as a slow and plain matcher has it, and what matches is found from above")
    func oracle() throws {
        var random = SeededRandom(seed: 7)
        let parts = ["a", "b", "*", "?", "**", "a*", "*b", "a*b", "[ab]", "[!a]"]
        let names = ["a", "b", "ab", "ba", "aab", "c"]
        var matched = 0
        for _ in 0..<(Nightly.isOn ? 20_000 : 2_000) {
            let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }
            let path = (0..<Int.random(in: 1...6, using: &random)).map { _ in names.randomElement(using: &random) ?? ""
            }
            let compiled = try PathPattern(pattern.joined(separator: "/"))
            let expected = Self.matches(pattern[...], path[...])
            #expect((compiled.match(Path(path.joined(separator: "/"))) != nil) == expected, "\(pattern) \(path)")
            guard expected else { continue }
            matched += 1
            for count in 1..<max(path.count, 1) {
                #expect(compiled.mayMatch(below: Path(path.prefix(count).joined(separator: "/"))), "\(pattern) \(path)")
            }
        }
        #expect(matched > (Nightly.isOn ? 1_000 : 50))
    }

    private static func matches(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        if first == "**" {
            return matches(pattern.dropFirst(), path) || !path.isEmpty && matches(pattern, path.dropFirst())
        }
        guard let name = path.first, glob(Array(first)[...], Array(name)[...]) else { return false }
        return matches(pattern.dropFirst(), path.dropFirst())
    }

    private static func glob(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" { return glob(pattern.dropFirst(), name) || !name.isEmpty && glob(pattern, name.dropFirst()) }
        guard let character = name.first else { return false }
        if first == "[" {
            let isNegated = pattern.dropFirst().first == "!"
            let set = pattern.dropFirst(isNegated ? 2 : 1).prefix { $0 != "]" }
            return set.contains(character) != isNegated
                && glob(pattern.dropFirst(set.count + (isNegated ? 3 : 2)), name.dropFirst())
        }
        return (first == "?" || first == character) && glob(pattern.dropFirst(), name.dropFirst())
    }
}
