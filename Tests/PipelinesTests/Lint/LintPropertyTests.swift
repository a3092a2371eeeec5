import CompassTesting
import Diagnostics
import Pipelines
import Platform
import Testing
import YAMLTree

@Suite("Lint, whatever the file")
struct LintPropertyTests {
    @Test(
        "Damaged pipelines never crash it, and every issue lies inside the file",
        arguments: 0..<(Nightly.isOn ? 100 : 6))
    func mutations(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let sources = [Samples.highlightVideo] + LintCase.all.map { $0.file + "\n" }
        for _ in 0..<25 {
            var bytes = Array(sources[random.below(sources.count)].utf8)
            for _ in 0...random.below(4) { Self.damage(&bytes, &random) }
            let (pipeline, issues) = PipelineLoader.load(bytes, file: "p", registry: TestStages.registry)
            #expect((pipeline == nil) == issues.hasErrors)
            let lines = YAMLParser.text(of: bytes).split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
            for issue in issues.sorted {
                let span = try #require(issue.span)
                #expect(IssueKinds.documentation(of: issue.kind) != nil, "\(issue.kind) is not documented")
                #expect(lines.indices.contains(span.line - 1), "\(issue) in \(String(decoding: bytes, as: UTF8.self))")
                guard lines.indices.contains(span.line - 1) else { continue }
                let width = lines[span.line - 1].unicodeScalars.count
                #expect(span.column >= 1 && span.column + span.length - 1 <= width + 1, "\(issue)")
            }
        }
    }

    /// Drops, doubles, swaps or replaces a stretch: lines often, single bytes sometimes.
    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let start = random.below(bytes.count)
        let end = min(bytes.count, start + 1 + random.below(random.below(3) == 0 ? 60 : 3))
        switch random.below(6) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
        case 2: bytes[start] = UInt8(truncatingIfNeeded: random.next())
        case 3: bytes.insert(contentsOf: tokens[random.below(tokens.count)].utf8, at: start)
        case 4: bytes.swapAt(start, end - 1)
        default:
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines.swapAt(random.below(lines.count), random.below(lines.count))
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        }
    }

    private static let tokens = [
        "${{", "}}", "*a", "&a ", "<<: *a", "[", "]", "{", "}", ": ", "- ", "\n", "\n  ", "\"", "'", "|\n", "é", "🎬",
        "null",
        "5", "100MB", "true", "stages:", "uses: ", "if: ", "with: ", "inputs.", "stages.", "document.", "\u{FEFF}",
        "\r\n", "# ", "parallel: ", "for-each: ", "undo: ", "as: ", "dedup: ", "tests: ", "mocks: ", "expect: ",
        "times: ",
    ]
}

extension Character {
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
