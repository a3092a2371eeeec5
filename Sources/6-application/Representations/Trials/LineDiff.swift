package import Platform

/// What two values have in common and what not, line by line.
package enum LineDiff {
    /// Longer texts are shown one after the other, since comparing them takes time that grows with the square.
    private static let limit = 1_000

    /// Lines that start with `- ` for what was expected, `+ ` for what there is, two spaces for both.
    package static func lines(expected: Value, actual: Value?) -> [String] {
        lines(text(expected), actual.map(text) ?? [])
    }

    package static func lines(_ old: [String], _ new: [String]) -> [String] {
        guard old.count <= limit, new.count <= limit else {
            return old.map { "- " + $0 } + new.map { "+ " + $0 }
        }
        // The length of the longest common subsequence of what is left from each pair of positions on.
        var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i][j] =
                    old[i] == new[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var result: [String] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if i < old.count, j < new.count, old[i] == new[j] {
                result.append("  " + old[i])
                (i, j) = (i + 1, j + 1)
            } else if i < old.count, j == new.count || lengths[i + 1][j] >= lengths[i][j + 1] {
                result.append("- " + old[i])
                i += 1
            } else {
                result.append("+ " + new[j])
                j += 1
            }
        }
        return result
    }

    private static func text(_ value: Value) -> [String] {
        switch value {
        case .string(let text):
            let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            return lines.map { Printable.text(String($0)) }
        case .list(let values) where values.count > 1:
            // One element a line, so that one that differs is seen.
            let lines = values.flatMap { JSONText.indented($0).split(separator: "\n") }
            return ["["] + lines.map { "  \($0)" } + ["]"]
        default: return JSONText.indented(value).split(separator: "\n").map(String.init)
        }
    }
}
