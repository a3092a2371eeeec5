import Testing

@Suite struct YAMLScalarIssueTests {
    @Test(
        "scalars that cannot be read, and tabs, are reported with what to do",
        arguments: [
            (
                "a: @x\n",
                """
                t.yaml:1:4: error[yaml-syntax]: a text cannot start with `@`
                    1 | a: @x
                      |    ^ put it into quotes

                """
            ),
            (
                "a: %x\n",
                """
                t.yaml:1:4: error[yaml-syntax]: a text cannot start with `%`
                    1 | a: %x
                      |    ^ put it into quotes

                """
            ),
            (
                "a: `x`\n",
                """
                t.yaml:1:4: error[yaml-syntax]: a text cannot start with a backtick
                    1 | a: `x`
                      |    ^ put it into quotes

                """
            ),
            (
                "a: *.mp4\n",
                """
                t.yaml:1:4: error[yaml-syntax]: `*` takes a name of letters, digits, `-` and `_`
                    1 | a: *.mp4
                      |    ^^^^^ put a text that starts with `*` into quotes

                """
            ),
            (
                "a: [*foo.txt]\n",
                """
                t.yaml:1:5: error[yaml-syntax]: `*` takes a name of letters, digits, `-` and `_`
                    1 | a: [*foo.txt]
                      |     ^^^^^^^^ put a text that starts with `*` into quotes

                """
            ),
            (
                "a: &\n",
                """
                t.yaml:1:4: error[yaml-syntax]: `&` takes a name of letters, digits, `-` and `_`
                    1 | a: &
                      |    ^ put a text that starts with `&` into quotes

                """
            ),
            (
                "a: \"C:\\data\"\n",
                """
                t.yaml:1:7: error[yaml-syntax]: `\\d` is no escape
                    1 | a: "C:\\data"
                      |       ^^ write `\\\\` for a backslash, or use single quotes

                """
            ),
            (
                "a: \"\\xg1\"\n",
                """
                t.yaml:1:5: error[yaml-syntax]: this escape is no character
                    1 | a: "\\xg1"
                      |     ^^ `\\x` takes 2 hexadecimal digits, `\\u` 4 and `\\U` 8

                """
            ),
            (
                "a: \"\\ud83d\\ude00\"\n",
                """
                t.yaml:1:5: error[yaml-syntax]: this escape is no character
                    1 | a: "\\ud83d\\ude00"
                      |     ^^^^^^ write the character itself, or `\\U` with its 8 digits

                """
            ),
            (
                "a: |x\n b\n",
                """
                t.yaml:1:5: error[yaml-syntax]: `x` cannot follow `|`
                    1 | a: |x
                      |     ^ start the text on the next line, or put it into quotes

                """
            ),
            (
                "a: >0\n b\n",
                """
                t.yaml:1:5: error[yaml-syntax]: the indentation of a block is 1 to 9
                    1 | a: >0
                      |     ^

                """
            ),
            (
                "a: !<x b\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this is no tag
                    1 | a: !<x b
                      |    ^^^ put a text that starts with `!` into quotes
                   = known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map

                """
            ),
            (
                "stages:\n\t- uses: x\n\t- uses: y\n",
                """
                t.yaml:2:1: error[yaml-tab]: a tab cannot indent
                    2 | \t- uses: x
                      | ^ use spaces
                   = 1 more line starts with a tab

                """
            ),
            (
                "a: b\n\tc\n",
                """
                t.yaml:2:1: error[yaml-tab]: a tab cannot indent
                    2 | \tc
                      | ^ use spaces

                """
            ),
            (
                "a:\n  \t\tb: 1\n",
                """
                t.yaml:2:3: error[yaml-tab]: a tab cannot indent
                    2 |   \t\tb: 1
                      |   ^^ use spaces

                """
            ),
            (
                "a: |\n\tb\n",
                """
                t.yaml:2:1: error[yaml-tab]: a tab cannot indent
                    2 | \tb
                      | ^ use spaces

                """
            ),
            (
                "-\tfoo: bar\n",
                """
                t.yaml:1:2: error[yaml-tab]: a tab cannot stand here
                    1 | -\tfoo: bar
                      |  ^ use spaces

                """
            ),
            (
                "é: \"ü\" ö\n",
                """
                t.yaml:1:8: error[yaml-syntax]: the value ends before `ö`
                    1 | é: "ü" ö
                      |        ^ inside of double quotes `"` is written `\\"`

                """
            ),
        ])
    func scalars(text: String, expected: String) {
        #expect(Reading(text).rendered == expected)
    }
}
