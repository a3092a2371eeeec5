import Diagnostics
import Testing

@testable import WebServer

@Suite struct YAMLColoursTests {
    private func shown(_ line: String) -> String {
        YAMLColours.lines(line).map { tokens in
            tokens.filter { $0.kind != .plain }.map { "\($0.kind.rawValue) \($0.text)" }.joined(separator: " | ")
        }.joined(separator: " / ")
    }

    @Test(
        "each part of a line: its kind",
        arguments: [
            ("name: highlight-video", "key name | sign : | text highlight-video"),
            ("  settle: 2s # why", "key settle | sign : | number 2s | comment # why"),
            ("- uses: upload", "sign - | key uses | sign : | text upload"),
            (
                "with: { max: 10MB, on: true }",
                "key with | sign : | sign { | key max | sign : | number 10MB | sign , | key on | sign : | word true | sign }"
            ),
            ("if: length(inputs.schools) > 0", "key if | sign : | text length(inputs.schools) > 0"),
            (
                "subject: \"New: ${{ inputs.title }}!\"",
                "key subject | sign : | text \"New:  | expression ${{ inputs.title }} | text !\""
            ),
            ("title: ${{ a['}'] }} b", "key title | sign : | expression ${{ a['}'] }} | text  b"),
            ("'it''s': 'a # b'", "key 'it''s' | sign : | text 'a # b'"),
            ("url: http://a/b#c", "key url | sign : | text http://a/b#c"),
            (
                "include: [\"*.mp4\", '*.mov']",
                "key include | sign : | sign [ | text \"*.mp4\" | sign , | text '*.mov' | sign ]"
            ),
            ("same: &anchor x", "key same | sign : | sign &anchor | text x"),
            ("", ""), ("   ", ""), ("# all", "comment # all"), ("}", "text }"), (":", "sign :"),
            ("\"open", "text \"open"),
        ])
    func kinds(_ line: String, _ expected: String) {
        #expect(shown(line) == expected)
    }

    @Test("a block of text: it ends where a line stands as far out as its key")
    func block() {
        #expect(
            shown("a: |\n  b: c # no\n\n  d\ne: 1")
                == "key a | sign : | sign | / text b: c # no /  / text d / key e | sign : | number 1")
    }

    @Test("a text in quotes over two lines: it is one")
    func quotes() {
        #expect(
            shown("a: \"b\n  c: d\"\ne: f") == "key a | sign : | text \"b / text   c: d\" / key e | sign : | text f")
    }

    @Test("whatever is typed: the tokens are the whole of it")
    func whole() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "a", " ", ":", "\"", "'", "{", "}", "[", "]", ",", "${{", "}}", "|", "#", "-", "é", "\n", "\\", "0", "&",
            "👩‍👧", "\t",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }.joined()
            let joined = YAMLColours.lines(text).map { $0.map(\.text).joined() }.joined(separator: "\n")
            #expect(joined == text)
        }
    }

    @Test("a mark within a token: the token is cut at its ends, and the text is escaped")
    func marks() {
        let issue = Issue.error("k", "m", at: SourceSpan(file: "f", line: 1, column: 4, length: 2))
        let html = SourceListing.coloured(YAMLColours.lines("a: <bcd")[0], [issue]).map(\.text).joined()
        #expect(
            html
                == "<span class=\"yaml-key\">a</span><span class=\"yaml-sign\">:</span> "
                + "<span class=\"yaml-text flaw flaw-error\">&lt;b</span><span class=\"yaml-text\">cd</span>")
    }

    @Test("a text with marks: no byte of markup comes out of it")
    func escaped() {
        let html = SourceListing.html("<script>&\"'", [], label: "\"><b>").text
        #expect(!html.contains("<script") && !html.contains("<b>"))
    }
}
