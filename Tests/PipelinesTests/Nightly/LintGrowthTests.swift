import CompassTesting
import Diagnostics
@testable import Pipelines
import Platform
import Testing

/// How the work of lint grows, counted rather than timed.
@Suite struct LintGrowthTests {
    /// What a file of so many parts takes.
    private static func fields(_ text: String) -> Int {
        let work = ReadingWork()
        _ = PipelineLoader.load(
            Array((LintWorkTests.head + text).utf8), file: "p.yaml", registry: TestStages.registry,
            context: LintContext(), work: work)
        return work.fields
    }

    private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
        (
            "stages side by side",
            { count in
                "stages:\n  - parallel:\n"
                    + (0..<count).map { "      - uses: detect-mime\n        id: s\($0)\n" }.joined()
            }
        ),
        (
            "stages with ids",
            { count in "stages:\n" + (0..<count).map { "  - uses: detect-mime\n    id: s\($0)\n" }.joined() }
        ),
        (
            "stages that name the one before",
            { count in
                "stages:\n  - uses: detect-mime\n    id: s0\n"
                    + (1..<count).map {
                        "  - uses: detect-mime\n    id: s\($0)\n    if: stages.s\($0 - 1).status == 'skipped' && always()\n"
                    }.joined()
            }
        ),
        (
            "inputs that name the one before",
            { count in
                "inputs:\n  i0: { type: string, default: x }\n"
                    + (1..<count).map { "  i\($0): { type: string, default: '${{ inputs.i\($0 - 1) }}' }\n" }.joined()
                    + "stages:\n  - uses: detect-mime\n"
            }
        ),
        (
            "values of env that name the first",
            { count in
                "env:\n  A0: x\n" + (1..<count).map { "  A\($0): '${{ env.A0 }}'\n" }.joined()
                    + "stages:\n  - uses: detect-mime\n"
            }
        ),
        (
            "expressions in one text",
            { count in
                "env:\n  A: x\n  B: \"" + (0..<count).map { _ in "${{ env.A }} " }.joined()
                    + "\"\nstages:\n  - uses: detect-mime\n"
            }
        ),
    ]

    @Test("the work grows with the length of the file", arguments: shapes.indices)
    func linear(index: Int) {
        let shape = Self.shapes[index]
        let count = Nightly.isOn ? 300 : 100
        let (some, twice) = (Self.fields(shape.text(count)), Self.fields(shape.text(2 * count)))
        #expect(twice <= 2 * some + 20, "\(shape.name): \(some), \(twice)")
        #expect(some <= 20 * count, "\(shape.name): \(some)")
        #expect(LintWorkTests.issues(shape.text(count)).allSatisfy { $0.severity == .warning }, "\(shape.name)")
    }

    @Test("warnings are limited too, and refuse nothing")
    func warnings() {
        let stages = (0..<300).map { "  - uses: upload\n    id: u\($0)\n    with: { type: transcript }\n" }.joined()
        let (pipeline, issues) = PipelineLoader.load(
            Array((LintWorkTests.head + "stages:\n  - uses: detect-mime\n" + stages).utf8), file: "p.yaml",
            registry: TestStages.registry)
        let found = issues.sorted
        if pipeline != nil {
            #expect(found.count <= PipelineLoader.mistakes + 1)
            #expect(found.allSatisfy { $0.severity == .warning })
        }
    }

    @Test("of many candidates a thousand are compared with a misspelt word")
    func spelling() {
        var looked = 0
        let candidates = sequence(first: 0) { $0 + 1 }.lazy.map { number -> String in
            looked += 1
            return "name-\(number)"
        }
        #expect(Spelling.nearest(to: "nam-7", in: candidates.prefix(50_000)) == "name-7")
        #expect(looked <= 1_001)
        #expect(Spelling.nearest(to: String(repeating: "a", count: 900_000), in: ["a"]) == nil)
    }
}
