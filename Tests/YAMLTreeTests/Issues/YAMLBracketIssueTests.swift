import Testing

@Suite struct YAMLBracketIssueTests {
    @Test(
        "brackets and quotes that are not closed are reported where they are opened",
        arguments: [
            (
                "a: [1, 2\nb: 3\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this `[` is never closed
                    1 | a: [1, 2
                      |    ^
                   = a `]` is missing before line 2

                """
            ),
            (
                "include: [\"*.mp4\", \"*.mov\"\nsettle: 2s\n",
                """
                t.yaml:1:10: error[yaml-syntax]: this `[` is never closed
                    1 | include: ["*.mp4", "*.mov"
                      |          ^
                   = a `]` is missing before line 2

                """
            ),
            (
                "a:\n  - {x: 1\n  - y\n",
                """
                t.yaml:2:5: error[yaml-syntax]: this `{` is never closed
                    2 |   - {x: 1
                      |     ^

                """
            ),
            (
                "include: [\n  \"*.mp4\"\n  \"*.mov\"\n]\n",
                """
                t.yaml:3:3: error[yaml-syntax]: expected `,` or `]` before `"*.mov"`
                    3 |   "*.mov"
                      |   ^^^^^^^
                   = the `[` is in line 1, column 10

                """
            ),
            (
                "a: {b: 1, c: [2}\n",
                """
                t.yaml:1:16: error[yaml-syntax]: expected `,` or `]` before `}`
                    1 | a: {b: 1, c: [2}
                      |                ^
                   = the `[` is in line 1, column 14

                """
            ),
            (
                "a: [\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this `[` is never closed
                    1 | a: [
                      |    ^

                """
            ),
            (
                "a: {b: 1,\n\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this `{` is never closed
                    1 | a: {b: 1,
                      |    ^

                """
            ),
            (
                "[a]]\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this `]` closes nothing
                    1 | [a]]
                      |    ^

                """
            ),
            (
                "a: }\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this `}` closes nothing
                    1 | a: }
                      |    ^

                """
            ),
            (
                "{a: 1 b: 2}\n",
                """
                t.yaml:1:8: error[yaml-syntax]: expected `,` or `}` before `:`
                    1 | {a: 1 b: 2}
                      |        ^
                   = the `{` is in line 1, column 1

                """
            ),
            (
                "a: \"open\nb: 1\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this quote is never closed
                    1 | a: "open
                      |    ^ close it with `"`

                """
            ),
            (
                "a: 'open",
                """
                t.yaml:1:4: error[yaml-syntax]: this quote is never closed
                    1 | a: 'open
                      |    ^ close it with `'`

                """
            ),
            (
                "a: \"foo\nb: \"bar\"\nc: 1\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this quote is closed in line 2, and `bar"` follows it
                    1 | a: "foo
                      |    ^ is its own closing quote missing?

                """
            ),
            (
                "a: \"x\n---\ny\"\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this quote is not closed before the document ends in line 2
                    1 | a: "x
                      |    ^

                """
            ),
            (
                "a: 'it's'\n",
                """
                t.yaml:1:8: error[yaml-syntax]: the value ends before `s'`
                    1 | a: 'it's'
                      |        ^^ inside of single quotes `'` is written `''`

                """
            ),
            (
                "a: \"say \"hi\"\"\n",
                """
                t.yaml:1:10: error[yaml-syntax]: the value ends before `hi""`
                    1 | a: "say "hi""
                      |          ^^^^ inside of double quotes `"` is written `\\"`

                """
            ),
        ])
    func unclosed(text: String, expected: String) {
        #expect(Reading(text).rendered == expected)
    }
}
