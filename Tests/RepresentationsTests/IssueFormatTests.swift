import Diagnostics
import Platform
import Testing

@testable import Representations

private typealias Found = Diagnostics.Issue

@Suite struct IssueFormatTests {
    private static let issues: [Found] = [
        .error(
            "unknown-output", "stage `detect` has no output `mimetype`",
            at: SourceSpan(file: "pipelines/a b.yaml", line: 2, column: 7, length: 8),
            hint: "did you mean `mime-type`?",
            notes: ["outputs of detect-mime: mime-type (string)"]),
        .warning("no-undo", "100%: a, b\nand c", at: nil),
        .warning("no-undo", "again", at: SourceSpan(file: "/etc/x:y,z.yaml", line: 1, column: 1)),
    ]
    private static let sources = ["pipelines/a b.yaml": "stages:\n  with: mimetype\n"]

    @Test("as text: position, source line, caret, hint and notes")
    func text() {
        #expect(
            IssueFormat.text.render([Self.issues[0]], sources: Self.sources) == """
                pipelines/a b.yaml:2:7: error[unknown-output]: stage `detect` has no output `mimetype`
                    2 |   with: mimetype
                      |       ^^^^^^^^ did you mean `mime-type`?
                   = outputs of detect-mime: mime-type (string)

                """)
    }

    @Test("as JSON: one object a line")
    func json() {
        #expect(
            IssueFormat.json.render(Self.issues, sources: Self.sources) == #"""
                {"severity":"error","kind":"unknown-output","message":"stage `detect` has no output `mimetype`","file":"pipelines/a b.yaml","line":2,"column":7,"length":8,"hint":"did you mean `mime-type`?","notes":["outputs of detect-mime: mime-type (string)"]}
                {"severity":"warning","kind":"no-undo","message":"100%: a, b\nand c"}
                {"severity":"warning","kind":"no-undo","message":"again","file":"/etc/x:y,z.yaml","line":1,"column":1,"length":1}

                """#)
    }

    @Test("as workflow commands, escaped as the runner undoes it")
    func github() {
        #expect(
            IssueFormat.github.render(Self.issues, sources: Self.sources) == """
                ::error file=pipelines/a b.yaml,line=2,col=7,endColumn=15,title=unknown-output::stage `detect` has no output `mimetype`; did you mean `mime-type`?%0Aoutputs of detect-mime: mime-type (string)
                ::warning title=no-undo::100%25: a, b%0Aand c
                ::warning file=/etc/x%3Ay%2Cz.yaml,line=1,col=1,endColumn=2,title=no-undo::again

                """)
    }

    @Test("as SARIF 2.1.0: one run whose results point to rules and places")
    func sarif() throws {
        let text = IssueFormat.sarif.render(Self.issues, sources: Self.sources)
        let document = try Value(json: text)
        #expect(document["version"] == "2.1.0")
        let run = try #require(document["runs"]?.list?.first)
        #expect(document["runs"]?.list?.count == 1)
        #expect(run["columnKind"] == "unicodeCodePoints")
        let driver = try #require(run["tool"]?["driver"])
        #expect(driver["name"] == "compass")
        let rules = try #require(driver["rules"]?.list).map { $0["id"] }
        #expect(rules == ["unknown-output", "no-undo"])
        let results = try #require(run["results"]?.list)
        #expect(results.map { $0["level"] } == ["error", "warning", "warning"])
        for result in results {
            let index = try #require(result["ruleIndex"]?.integer)
            #expect(rules[Int(index)] == result["ruleId"])
            #expect(result["message"]?["text"]?.string?.isEmpty == false)
        }
        let place = try #require(results[0]["locations"]?.list?.first?["physicalLocation"])
        #expect(place["artifactLocation"]?["uri"] == "pipelines/a%20b.yaml")
        #expect(place["region"] == ["startLine": 2, "startColumn": 7, "endColumn": 15])
        #expect(results[1]["locations"] == nil)
        #expect(
            results[2]["locations"]?.list?.first?["physicalLocation"]?["artifactLocation"]?["uri"]
                == "file:///etc/x%3Ay%2Cz.yaml")
    }

    @Test("no issues are nothing, except in SARIF, which stays a document", arguments: IssueFormat.allCases)
    func none(format: IssueFormat) throws {
        let text = format.render([], sources: [:])
        if format == .sarif {
            #expect(try Value(json: text)["runs"]?.list?.first?["results"] == [])
        } else {
            #expect(text == "")
        }
    }
}
