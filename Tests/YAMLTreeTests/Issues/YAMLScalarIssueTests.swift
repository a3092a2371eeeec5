import Testing

@Suite struct YAMLScalarIssueTests {
    @Test(
        "scalars that cannot be read, and tabs, are reported with what to do",
        arguments: [
            ("a: @x\n", "1:4+1 yaml-syntax", "a text cannot start with `@`", "put it into quotes"),
            ("a: %x\n", "1:4+1 yaml-syntax", "a text cannot start with `%`", "put it into quotes"),
            ("a: `x`\n", "1:4+1 yaml-syntax", "a text cannot start with a backtick", "put it into quotes"),
            (
                "a: *.mp4\n", "1:4+5 yaml-syntax", "`*` takes a name of letters, digits, `-` and `_`",
                "put a text that starts with `*` into quotes"
            ),
            (
                "a: &\n", "1:4+1 yaml-syntax", "`&` takes a name of letters, digits, `-` and `_`",
                "put a text that starts with `&` into quotes"
            ),
            (
                "a: \"C:\\data\"\n", "1:7+2 yaml-syntax", "`\\d` is no escape",
                "write `\\\\` for a backslash, or use single quotes"
            ),
            (
                "a: \"\\xg1\"\n", "1:5+2 yaml-syntax", "this escape is no character",
                "`\\x` takes 2 hexadecimal digits, `\\u` 4 and `\\U` 8"
            ),
            (
                "a: \"\\ud83d\\ude00\"\n", "1:5+6 yaml-syntax", "this escape is no character",
                "write the character itself, or `\\U` with its 8 digits"
            ),
            (
                "a: |x\n b\n", "1:5+1 yaml-syntax", "`x` cannot follow `|`",
                "start the text on the next line, or put it into quotes"
            ),
            ("a: >0\n b\n", "1:5+1 yaml-syntax", "the indentation of a block is 1 to 9", ""),
            (
                "stages:\n\t- uses: x\n\t- uses: y\n", "2:1+1 yaml-tab", "a tab cannot indent",
                "use spaces = 1 more line starts with a tab"
            ),
            ("a: b\n\tc\n", "2:1+1 yaml-tab", "a tab cannot indent", "use spaces"),
            ("a: |\n\tb\n", "2:1+1 yaml-tab", "a tab cannot indent", "use spaces"),
            ("a:\n  - b: 1\n\u{A0}\u{A0}  c: 2\n", "3:1+2 yaml-blank", "the blank U+00A0 cannot indent", "use spaces"),
            ("a:\n\u{3000}- b\n", "2:1+1 yaml-blank", "the blank U+3000 cannot indent", "use spaces"),
            ("a:\n  - b\n  \u{2003}c: 1\n", "3:3+1 yaml-blank", "the blank U+2003 cannot indent", "use spaces"),
            ("a: b\n\u{200B}c: d\n", "2:1+1 yaml-blank", "the blank U+200B cannot indent", "use spaces"),
            (
                "a:\n  b:\n\u{A0}   c:\n    - d\n    - e\n", "3:1+1 yaml-blank", "the blank U+00A0 cannot indent",
                "use spaces"
            ),
            (
                "é: \"ü\" ö\n", "1:8+1 yaml-syntax", "the value ends before `ö`",
                "inside of double quotes `\"` is written `\\\"`"
            ),
        ])
    func scalars(text: String, place: String, message: String, rest: String) {
        #expect(Reading(text).told == [[place, message, rest]])
    }

    @Test(
        "such blanks within a text are its characters",
        arguments: ["a: |\n  \u{A0}b: c\nd: 1\n", "a: b\n  \u{A0}c\nd: 1\n", "a: '\n  \u{3000}b'\n", "a:\u{A0}b: 1\n"])
    func blanks(text: String) {
        #expect(Reading(text).told == [])
    }

    @Test("what is shown of a tab is a tab")
    func tabs() {
        #expect(
            Reading("a:\n  \t\tb: 1\n").rendered == """
                t.yaml:2:3: error[yaml-tab]: a tab cannot indent
                    2 |   \t\tb: 1
                      |   ^^ use spaces

                """)
    }
}
