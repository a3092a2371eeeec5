import Testing

@Suite struct YAMLBracketIssueTests {
    @Test(
        "brackets and quotes that are not closed are reported where they are opened",
        arguments: [
            ("a: [1, 2\nb: 3\n", "1:4+1 yaml-syntax", "this `[` is never closed", "= a `]` is missing before line 2"),
            ("a:\n  - {x: 1\n  - y\n", "2:5+1 yaml-syntax", "this `{` is never closed", ""),
            (
                "include: [\n  \"*.mp4\"\n  \"*.mov\"\n]\n", "3:3+7 yaml-syntax",
                "expected `,` or `]` before `\"*.mov\"`", "= the `[` is in line 1, column 10"
            ),
            (
                "a: {b: 1, c: [2}\n", "1:16+1 yaml-syntax", "expected `,` or `]` before `}`",
                "= the `[` is in line 1, column 14"
            ),
            ("a: [\n", "1:4+1 yaml-syntax", "this `[` is never closed", ""),
            ("a: {b: 1,\n\n", "1:4+1 yaml-syntax", "this `{` is never closed", ""),
            ("[a]]\n", "1:4+1 yaml-syntax", "this `]` closes nothing", ""),
            ("a: }\n", "1:4+1 yaml-syntax", "this `}` closes nothing", ""),
            (
                "{a: 1 b: 2}\n", "1:8+1 yaml-syntax", "expected `,` or `}` before `:`",
                "= the `{` is in line 1, column 1"
            ),
            ("a: \"open\nb: 1\n", "1:4+1 yaml-syntax", "this quote is never closed", "close it with `\"`"),
            ("a: 'open", "1:4+1 yaml-syntax", "this quote is never closed", "close it with `'`"),
            (
                "a: \"foo\nb: \"bar\"\nc: 1\n", "1:4+1 yaml-syntax",
                "this quote is closed in line 2, and `bar\"` follows it", "is its own closing quote missing?"
            ),
            (
                "a: \"x\n---\ny\"\n", "1:4+1 yaml-syntax",
                "this quote is not closed before the document ends in line 2", ""
            ),
            (
                "a: 'it's'\n", "1:8+2 yaml-syntax", "the value ends before `s'`",
                "inside of single quotes `'` is written `''`"
            ),
            (
                "a: \"say \"hi\"\"\n", "1:10+4 yaml-syntax", "the value ends before `hi\"\"`",
                "inside of double quotes `\"` is written `\\\"`"
            ),
        ])
    func unclosed(text: String, place: String, message: String, rest: String) {
        #expect(Reading(text).told == [[place, message, rest]])
    }
}
