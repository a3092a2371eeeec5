import Testing

@Suite struct YAMLStructureIssueTests {
    @Test(
        "what is wrong with lists, mappings and documents is said at its place",
        arguments: [
            (
                "a: 1\n  b: 2\n", "2:4+1 yaml-syntax", "a `:` is not allowed here",
                "put a text with `: ` into quotes, or check the indentation"
            ),
            (
                "a:\n  b: 1\n c: 2\n", "3:2+2 yaml-syntax",
                "expected a key of the mapping that starts in line 1 before `c:`", "check the indentation"
            ),
            (
                "a:\n  - b\n - c\n", "3:2+1 yaml-syntax",
                "expected a key of the mapping that starts in line 1 before `-`", "check the indentation"
            ),
            (
                "- a\nb: 1\n", "2:1+2 yaml-syntax", "expected a `-` of the list that starts in line 1 before `b:`",
                "check the indentation"
            ),
            ("a: 1\nfoo\nb: 2\n", "2:1+3 yaml-syntax", "expected `:` after this key", ""),
            (": a\n", "1:1+1 yaml-syntax", "a key is missing before this `:`", ""),
            (
                "a: - b\n", "1:4+1 yaml-syntax", "a list cannot start here",
                "start it on its own line, or put the text into quotes"
            ),
            ("a: ? b\n", "1:4+1 yaml-syntax", "a text cannot start with `?`", "put it into quotes"),
            (
                "[a]\nb: 1\n", "2:1+2 yaml-syntax", "`b:` follows the end of the document",
                "a file holds one mapping, one list or one text"
            ),
            (
                "a\n...\nb\n", "3:1+1 yaml-syntax", "`b` follows the end of the document",
                "a file holds one mapping, one list or one text"
            ),
            (
                "a: b: c\nd: *x\n", "1:5+1 yaml-syntax", "a `:` is not allowed here",
                "put a text with `: ` into quotes, or check the indentation"
            ),
            ("key: [a, b]c\n", "1:12+1 yaml-syntax", "the value ends before `c`", "put the whole text into quotes"),
            ("a: , b\n", "1:4+1 yaml-syntax", "expected a value before `,`", ""),
            (
                "%FOO bar\n--- a\n", "1:1+1 yaml-syntax", "only the directives `%YAML` and `%TAG` are known",
                "put a text that starts with `%` into quotes"
            ),
            (
                "a: 1\n---\n", "2:1+3 several-documents", "a second document starts here, and a file holds one",
                "put it into a file of its own"
            ),
            (
                "é: ü: x\n", "1:5+1 yaml-syntax", "a `:` is not allowed here",
                "put a text with `: ` into quotes, or check the indentation"
            ),
        ])
    func structure(text: String, place: String, message: String, rest: String) {
        #expect(Reading(text).told == [[place, message, rest]])
    }
}
