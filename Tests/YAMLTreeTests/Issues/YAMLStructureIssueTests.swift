import Testing

@Suite struct YAMLStructureIssueTests {
    @Test(
        "what is wrong with lists, mappings and documents is said at its place",
        arguments: [
            (
                "title: foo: bar\n",
                """
                t.yaml:1:11: error[yaml-syntax]: a `:` is not allowed here
                    1 | title: foo: bar
                      |           ^ put a text with `: ` into quotes, or check the indentation

                """
            ),
            (
                "a: 1\n  b: 2\n",
                """
                t.yaml:2:4: error[yaml-syntax]: a `:` is not allowed here
                    2 |   b: 2
                      |    ^ put a text with `: ` into quotes, or check the indentation

                """
            ),
            (
                "a:\n  b: 1\n c: 2\n",
                """
                t.yaml:3:2: error[yaml-syntax]: expected a key of the mapping that starts in line 1 before `c:`
                    3 |  c: 2
                      |  ^^ check the indentation

                """
            ),
            (
                "a:\n  - b\n - c\n",
                """
                t.yaml:3:2: error[yaml-syntax]: expected a key of the mapping that starts in line 1 before `-`
                    3 |  - c
                      |  ^ check the indentation

                """
            ),
            (
                "- a\nb: 1\n",
                """
                t.yaml:2:1: error[yaml-syntax]: expected a `-` of the list that starts in line 1 before `b:`
                    2 | b: 1
                      | ^^ check the indentation

                """
            ),
            (
                "a: 1\n- b\n",
                """
                t.yaml:2:1: error[yaml-syntax]: expected a key of the mapping that starts in line 1 before `-`
                    2 | - b
                      | ^ check the indentation

                """
            ),
            (
                "a: 1\nfoo\nb: 2\n",
                """
                t.yaml:2:1: error[yaml-syntax]: expected `:` after this key
                    2 | foo
                      | ^^^

                """
            ),
            (
                ": a\n",
                """
                t.yaml:1:1: error[yaml-syntax]: a key is missing before this `:`
                    1 | : a
                      | ^

                """
            ),
            (
                "a: - b\n",
                """
                t.yaml:1:4: error[yaml-syntax]: a list cannot start here
                    1 | a: - b
                      |    ^ start it on its own line, or put the text into quotes

                """
            ),
            (
                "a: ? b\n",
                """
                t.yaml:1:4: error[yaml-syntax]: a text cannot start with `?`
                    1 | a: ? b
                      |    ^ put it into quotes

                """
            ),
            (
                "[a]\nb: 1\n",
                """
                t.yaml:2:1: error[yaml-syntax]: `b:` follows the end of the document
                    2 | b: 1
                      | ^^ a file holds one mapping, one list or one text

                """
            ),
            (
                "a\n...\nb\n",
                """
                t.yaml:3:1: error[yaml-syntax]: `b` follows the end of the document
                    3 | b
                      | ^ a file holds one mapping, one list or one text

                """
            ),
            (
                "a: b: c\nd: *x\n",
                """
                t.yaml:1:5: error[yaml-syntax]: a `:` is not allowed here
                    1 | a: b: c
                      |     ^ put a text with `: ` into quotes, or check the indentation

                """
            ),
            (
                "key: [a, b]c\n",
                """
                t.yaml:1:12: error[yaml-syntax]: the value ends before `c`
                    1 | key: [a, b]c
                      |            ^ put the whole text into quotes

                """
            ),
            (
                "a: , b\n",
                """
                t.yaml:1:4: error[yaml-syntax]: expected a value before `,`
                    1 | a: , b
                      |    ^

                """
            ),
            (
                "%YAML 2.0\n--- a\n",
                """
                t.yaml:1:1: error[yaml-syntax]: only YAML 1.1 and 1.2 can be read
                    1 | %YAML 2.0
                      | ^

                """
            ),
            (
                "%FOO bar\n--- a\n",
                """
                t.yaml:1:1: error[yaml-syntax]: only the directives `%YAML` and `%TAG` are known
                    1 | %FOO bar
                      | ^ put a text that starts with `%` into quotes

                """
            ),
            (
                "a: 1\n---\nb: 2\n",
                """
                t.yaml:2:1: error[several-documents]: a second document starts here, and a file holds one
                    2 | ---
                      | ^^^ put it into a file of its own

                """
            ),
            (
                "a: 1\n---\n",
                """
                t.yaml:2:1: error[several-documents]: a second document starts here, and a file holds one
                    2 | ---
                      | ^^^ put it into a file of its own

                """
            ),
            (
                "é: ü: x\n",
                """
                t.yaml:1:5: error[yaml-syntax]: a `:` is not allowed here
                    1 | é: ü: x
                      |     ^ put a text with `: ` into quotes, or check the indentation

                """
            ),
        ])
    func structure(text: String, expected: String) {
        #expect(Reading(text).rendered == expected)
    }
}
