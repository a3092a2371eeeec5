import CompassTesting
import Diagnostics
@testable import Pipelines
import Platform
import Testing

/// Where the work of lint ends.
@Suite struct LintWorkTests {
    static let head = "version: 1\nname: large\n"

    static func issues(_ text: String) -> [Diagnostics.Issue] {
        let (_, issues) = PipelineLoader.load(Array((head + text).utf8), file: "p.yaml", registry: TestStages.registry)
        return issues.sorted
    }

    private static let stage = "stages:\n  - uses: detect-mime\n"

    private static func mistakes(_ start: String, _ end: String, _ one: (Int) -> String) -> String {
        start + (0..<600).map(one).joined() + end
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
