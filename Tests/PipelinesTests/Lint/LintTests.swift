import Diagnostics
import Pipelines
import Platform
import Testing
import YAMLTree

@Suite("Lint")
struct LintTests {
    @Test("Every issue comes at once, in the order of the file, with its place and what to do", arguments: LintCase.all)
    func messages(_ example: LintCase) {
        let report = LintCase.lint(example.file + "\n")
        #expect(LintCase.brief(report.text()) == example.output)
        #expect(report.pipelines.isEmpty == report.hasErrors, "a pipeline exists exactly when there is no error")
    }

    @Test("The pipeline of the format's description has no issue")
    func wholeExample() throws {
        let report = LintCase.lint(Samples.highlightVideo)
        #expect(report.text() == "")
        let pipeline = try #require(report.pipelines.first)
        #expect(
            pipeline.stages.map(\.id) == [
                "detect-mime", "validate-extension", "size-check", "upload", "create-version", "share", "notify",
            ])
        #expect(pipeline.onFailure.map(\.id) == ["on-failure-notify"])
    }

    @Test("The message of the format's description comes out as it stands there")
    func describedMessage() {
        var file = "version: 1\nname: highlights\nstages:\n  - id: detect\n    uses: detect-mime\n"
        file += String(repeating: "  #\n", count: 40)
        file += "  - uses: notify\n    with: { subject: \"${{ stages.detect.outputs.mimetype }}\" }\n"
        #expect(
            LintCase.lint(file, file: "pipelines/highlights.yaml").text() == """
                pipelines/highlights.yaml:47:49: error[unknown-output]: stage `detect` has no output `mimetype`
                   47 |     with: { subject: "${{ stages.detect.outputs.mimetype }}" }
                      |                                                 ^^^^^^^^ did you mean `mime-type`?
                   = outputs of detect-mime: mime-type (string), charset (string?)

                """)
    }

    @Test("Every kind of issue is documented, and every documented kind can occur")
    func kinds() {
        var seen: Set<String> = []
        for example in LintCase.all { seen.formUnion(LintCase.lint(example.file + "\n").issues.sorted.map(\.kind)) }
        // What a small table cannot show, and what every file of YAML may have, has tests of its own.
        let elsewhere: Set = [
            "alias-bomb", "alias-cycle", "batch-refused", "broken-plugin", "duplicate-key", "fact-type", "file-name",
            "guessed-encoding", "invalid-school", "missing-file", "missing-program", "not-supported", "reserved-fact",
            "several-documents",
            "too-long", "too-many-issues", "unavailable-channel", "unavailable-webhook", "unknown-alias",
            "unknown-document-type", "unknown-school", "unknown-tag", "unreadable-file", "wrong-tag", "yaml-blank",
            "yaml-character", "yaml-encoding", "yaml-key", "yaml-merge", "yaml-tab", "yaml-too-big", "yaml-too-deep",
            "yaml-too-many-issues",
        ]
        #expect(seen.isDisjoint(with: elsewhere))
        #expect(seen.union(elsewhere).sorted() == IssueKinds.all.map(\.name))
        #expect(YAMLIssueKind.allCases.allSatisfy { IssueKinds.documentation(of: $0.rawValue) != nil })
        #expect(IssueKinds.all.allSatisfy { $0.doc.hasSuffix(".") })
        #expect(IssueKinds.documentation(of: "unknown-key") == "A key means nothing here.")
    }

    @Test("Files that cannot be text, are too large or explode are refused, each with its kind")
    func hostileFiles() {
        func kinds(_ bytes: [UInt8]) -> [String] {
            PipelineLoader.load(bytes, file: "p.yaml", registry: TestStages.registry).issues.sorted.map(\.kind)
        }
        #expect(kinds([0x6E, 0xFF]).contains("yaml-encoding"))
        #expect(kinds(Array("version: 1\nname: \u{1}\n".utf8)).contains("yaml-character"))
        let repeated = String(repeating: "a: 1\n", count: 200)
        #expect(Set(kinds(Array(repeated.utf8))) == ["duplicate-key", "yaml-too-many-issues"])
        #expect(kinds(Array(repeating: UInt8(ascii: "a"), count: 1 << 21)) == ["yaml-too-big"])
        let lines = (1...9).map {
            "x\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ","))]"
        }
        #expect(kinds(Array(("x0: &a0 [a]\n" + lines.joined(separator: "\n")).utf8)) == ["alias-bomb"])
        let long =
            "version: 1\nname: x\nstages:\n  - uses: detect-mime\n    if: " + String(repeating: "a", count: 10_000)
        #expect(kinds(Array(long.utf8)) == ["too-long"])
    }

    @Test("Two files with one name are an error in the second")
    func duplicateNames() {
        var report = LintCase.lint("version: 1\nname: a\nstages:\n  - uses: detect-mime\n", file: "a.yaml")
        report.add(
            Array("version: 1\nname: a\nstages:\n  - uses: sign\n".utf8), file: "b.yaml", registry: TestStages.registry)
        #expect(report.pipelines.map(\.file) == ["a.yaml"])
        #expect(
            report.text() == """
                b.yaml:2:7: error[duplicate-name]: two pipelines are named `a`
                    2 | name: a
                      |       ^ give one of them another name
                   = the other is a.yaml

                """)
    }

    @Test("An input that is declared wrongly is not missed as well where it is used")
    func cascades() {
        let file = """
            version: 1
            name: a
            inputs: { subject: string }
            stages:
              - uses: notify
                with: { subject: "${{ inputs.subject }}" }
            """
        #expect(
            LintCase.lint(file).issues.sorted.map(\.message) == [
                "`subject` must be a mapping, and is the string `string`"
            ])
    }

    @Test("Channels are not checked when they are not known")
    func unknownChannels() {
        let file = "version: 1\nname: a\nstages:\n  - uses: notify\n    with: { channel: anything, subject: a }\n"
        #expect(PipelineLoader.load(Array(file.utf8), file: "a", registry: TestStages.registry).issues.isEmpty)
    }
}
