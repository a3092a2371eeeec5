import CompassTesting
import Diagnostics
@testable import Pipelines
import Platform
import Testing

/// How the work of lint grows, and where it ends, counted rather than timed.
@Suite struct LintWorkTests {
    private static let head = "version: 1\nname: large\n"

    private static func issues(_ text: String) -> [Diagnostics.Issue] {
        let (_, issues) = PipelineLoader.load(Array((head + text).utf8), file: "p.yaml", registry: TestStages.registry)
        return issues.sorted
    }

    /// What a file of so many parts takes.
    private static func fields(_ text: String) -> Int {
        let work = ReadingWork()
        _ = PipelineLoader.load(
            Array((head + text).utf8), file: "p.yaml", registry: TestStages.registry, context: LintContext(), work: work
        )
        return work.fields
    }

    private static let stage = "stages:\n  - uses: detect-mime\n"

    private static func mistakes(_ start: String, _ end: String, _ one: (Int) -> String) -> String {
        start + (0..<600).map(one).joined() + end
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
        #expect(Self.issues(shape.text(count)).allSatisfy { $0.severity == .warning }, "\(shape.name)")
    }

    @Test(
        "after 200 mistakes the rest is not checked, and is said so once",
        arguments: [
            mistakes("env:\n  A: \"", "\"\n" + stage) { "${{ n\($0) }} " },
            mistakes("inputs:\n  t: { type: string, default: x }\nenv:\n  A: \"", "\"\n" + stage) {
                "${{ inputs.n\($0) }} "
            },
            mistakes("", stage) { "key\($0): 1\n" },
            mistakes("stages:\n", "") { "  - uses: detect-mime-\($0)\n" },
            mistakes("stages:\n", "") { _ in "  - uses: detect-mime\n    id: same\n" },
            mistakes(stage + "    with: {", "}\n") { "o\($0): 1, " },
        ])
    func limited(text: String) {
        let issues = Self.issues(text)
        let errors = issues.filter { $0.severity == .error }
        #expect(errors.count == PipelineLoader.mistakes + 1)
        #expect(
            errors.filter { $0.kind == "too-many-issues" }.map { $0.message }
                == ["the rest of the file is not checked after 200 mistakes"])
        #expect(errors.allSatisfy { $0.notes.allSatisfy { $0.utf8.count < 10_000 } })
    }

    @Test("warnings are limited too, and refuse nothing")
    func warnings() {
        let stages = (0..<300).map { "  - uses: upload\n    id: u\($0)\n    with: { type: transcript }\n" }.joined()
        let (pipeline, issues) = PipelineLoader.load(
            Array((Self.head + "stages:\n  - uses: detect-mime\n" + stages).utf8), file: "p.yaml",
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

    @Test(
        "a name that fills the file is not repeated",
        arguments: [
            "stages:\n  - uses: LONG\n", "stages:\n  - uses: detect-mime\n    id: LONG\n", "LONG: 1\nstages: []\n",
            "inputs: { LONG: { type: string } }\nstages:\n  - uses: detect-mime\n",
            "inputs: { a: { type: LONG } }\nstages:\n  - uses: detect-mime\n",
            "env: { A: '${{ LONG }}' }\nstages:\n  - uses: detect-mime\n",
            "stages:\n  - uses: detect-mime\n    with: { LONG: 1 }\n", "stages: LONG\n", "stages:\n  - LONG\n",
            "stages:\n  - uses: detect-mime\n    timeout: LONG\n", "on: { watch: { path: '{LONG}' } }\nstages: []\n",
            "on: { schedule: { cron: 'LONG' } }\nstages:\n  - uses: detect-mime\n",
        ])
    func longNames(text: String) {
        let long = String(repeating: "a", count: 20_000)
        let issues = Self.issues(
            text.split(separator: "LONG", omittingEmptySubsequences: false).joined(separator: long))
        #expect(!issues.isEmpty)
        for issue in issues {
            let texts = [issue.message, issue.hint ?? ""] + issue.notes
            #expect(texts.allSatisfy { $0.utf8.count < 10_000 }, "\(issue.kind)")
        }
    }

    @Test("what is shown of a long name are its ends and its length")
    func shortened() {
        let long = String(repeating: "a", count: 900_000)
        let kept = String(repeating: "a", count: 40) + "…" + String(repeating: "a", count: 20)
        #expect(
            Self.issues("stages: \(long)\n").first?.message
                == "`stages` must be a list of stages, and is the string `\(kept) (900000 characters)`")
    }
}
