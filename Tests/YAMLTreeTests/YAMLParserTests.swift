import Diagnostics
import Platform
import Testing
import YAMLTree

@Suite struct YAMLParserTests {
    @Test(
        "valid text becomes the tree that YAML 1.2 says",
        arguments: [
            ("", nil), ("# only a comment\n", nil), ("---\n...\n", .null), ("a", "a"), ("a: 1", ["a": 1]),
            ("a: b: c", nil), ("- a\n- 2\n- 3.5\n", ["a", 2, 3.5]), ("on: yes", ["on": "yes"]),
            ("{a: off, b: No}", ["a": "off", "b": "No"]), ("a: true\nb: False\n", ["a": true, "b": false]),
            ("a: ~\nb:\nc: null", ["a": nil, "b": nil, "c": nil]), ("a: '1'\nb: \"2\"", ["a": "1", "b": "2"]),
            ("a: 0x1F\nb: 0o17\nc: 017\nd: +5", ["a": 31, "b": 15, "c": 17, "d": 5]),
            ("a: 1e3\nb: .5\nc: 1.\nd: -.inf", ["a": 1_000.0, "b": 0.5, "c": 1.0, "d": .number(-.infinity)]),
            ("a: 1_000\nb: 12:30\nc: 2026-01-01", ["a": "1_000", "b": "12:30", "c": "2026-01-01"]),
            ("a: 0x\nb: 1e\nc: .\nd: '-'", ["a": "0x", "b": "1e", "c": ".", "d": "-"]),
            ("a: 99999999999999999999", ["a": .number(1e20)]),
            ("a: |\n  one\n  two\n", ["a": "one\ntwo\n"]), ("a: |-\n  one\n\n", ["a": "one"]),
            ("a: |+\n  one\n\n", ["a": "one\n\n"]), ("a: >\n  one\n  two\n\n  three\n", ["a": "one two\nthree\n"]),
            ("a: |2\n   one\n", ["a": " one\n"]), ("a: one\n  two", ["a": "one two"]),
            ("a: 'it''s'", ["a": "it's"]), ("a: \"\\u00e9\\n\\x41\"", ["a": "é\nA"]),
            ("a: \"one\n  two\"", ["a": "one two"]), ("[a, [b], {c: d}]", ["a", ["b"], ["c": "d"]]),
            ("a: &x 1\nb: *x", ["a": 1, "b": 1]), ("a: &x {k: v}\nb: *x", ["a": ["k": "v"], "b": ["k": "v"]]),
            ("a: &x [1]\nb: [*x, *x]", ["a": [1], "b": [[1], [1]]]),
            ("a: &x {k: 1, l: 2}\nb: {<<: *x, k: 3}", ["a": ["k": 1, "l": 2], "b": ["k": 3, "l": 2]]),
            (
                "a: &x {k: 1}\nb: &y {k: 2, m: 3}\nc: {<<: [*x, *y]}",
                ["a": ["k": 1], "b": ["k": 2, "m": 3], "c": ["k": 1, "m": 3]]
            ),
            ("'<<': 1", ["<<": 1]), ("a: !!str 1\nb: !!int 2\nc: !!float 3", ["a": "1", "b": 2, "c": 3.0]),
            ("\u{FEFF}a: 1", ["a": 1]), ("a: 1\r\nb: 2\r\n", ["a": 1, "b": 2]), ("%YAML 1.2\n---\na: 1\n", ["a": 1]),
            ("? a\n: b\n", ["a": "b"]), ("a: [\n 1,\n 2,\n]", ["a": [1, 2]]), ("'': x", ["": "x"]),
            ("a: # comment\n  b", ["a": "b"]), ("a: b#c", ["a": "b#c"]), ("a: http://x/y", ["a": "http://x/y"]),
            ("🎥: vidéo", ["🎥": "vidéo"]),
        ] as [(String, Value?)])
    func valid(text: String, expected: Value?) {
        var issues = IssueList()
        let node = YAMLParser.parse(Array(text.utf8), file: "t.yaml", issues: &issues)
        #expect(node?.value == expected)
        #expect(issues.isEmpty || expected == nil, "\(issues.sorted)")
    }

    @Test(
        "what is wrong is said with line, column, source and caret",
        arguments: [
            (
                "a: 1\nb: 2\na: 3\n",
                """
                t.yaml:3:1: error[duplicate-key]: the key `a` stands here a second time
                    3 | a: 3
                      | ^
                   = the first one is at line 1

                """
            ),
            (
                "stages:\n\t- uses: x\n",
                """
                t.yaml:2:1: error[yaml-tab]: a tab cannot indent; YAML wants spaces
                    2 | \t- uses: x
                      | ^ replace it by spaces

                """
            ),
            (
                "a: *nme\nb: &name 1\n",
                """
                t.yaml:1:4: error[unknown-alias]: no anchor `&nme` stands before this alias
                    1 | a: *nme
                      |    ^^^^

                """
            ),
            (
                "b: &name 1\na: *nam\n",
                """
                t.yaml:2:4: error[unknown-alias]: no anchor `&nam` stands before this alias
                    2 | a: *nam
                      |    ^^^^ did you mean `name`?

                """
            ),
            (
                "a: &x [*x]\n",
                """
                t.yaml:1:8: error[alias-cycle]: the alias `*x` stands inside of what it names
                    1 | a: &x [*x]
                      |        ^^

                """
            ),
            (
                "a: 1\n---\nb: 2\n",
                """
                t.yaml:2:1: error[several-documents]: the file has a second document; put it into a file of its own
                    2 | ---
                      | ^^^

                """
            ),
            (
                "é: !!int abc\n",
                """
                t.yaml:1:10: error[wrong-tag]: this is no `!!int`
                    1 | é: !!int abc
                      |          ^^^

                """
            ),
            (
                "a: !thing x\n",
                """
                t.yaml:1:11: error[unknown-tag]: the tag `!thing` means nothing here
                    1 | a: !thing x
                      |           ^

                """
            ),
            (
                "a:\n  <<: 5\n",
                """
                t.yaml:2:7: error[yaml-merge]: `<<` takes a mapping or a list of mappings
                    2 |   <<: 5
                      |       ^

                """
            ),
            (
                "[a]: b\n",
                """
                t.yaml:1:1: error[yaml-key]: a key has to be text, not a list or a mapping
                    1 | [a]: b
                      | ^

                """
            ),
            (
                "a: [1, 2\nb: 3\n",
                """
                t.yaml:2:2: error[yaml-syntax]: did not find expected ',' or ']'
                    2 | b: 3
                      |  ^
                   = while parsing a flow sequence, which starts at line 1, column 4

                """
            ),
            (
                "a: \"open\nb: 1\n",
                """
                t.yaml:3:1: error[yaml-syntax]: found unexpected end of stream
                    3 |
                      | ^
                   = while scanning a quoted scalar, which starts at line 1, column 4

                """
            ),
        ])
    func invalid(text: String, expected: String) {
        var issues = IssueList()
        _ = YAMLParser.parse(Array(text.utf8), file: "t.yaml", issues: &issues)
        let rendered = IssueText(sources: ["t.yaml": text]).render(issues.sorted)
        let trimmed = rendered.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
        #expect(trimmed == expected)
    }

    @Test("all duplicate keys and unknown aliases of a file are reported, not just the first")
    func allIssues() {
        var issues = IssueList()
        _ = YAMLParser.parse(Array("a: 1\na: 2\nb: *x\nc: *y\na: 3\n".utf8), file: "t", issues: &issues)
        #expect(
            issues.sorted.map { "\($0.kind) \($0.span?.line ?? 0)" } == [
                "duplicate-key 2", "unknown-alias 3", "unknown-alias 4", "duplicate-key 5",
            ])
    }

    @Test(
        "bytes that are not UTF-8 are found where they are",
        arguments: [([0x61, 0x3A, 0x20, 0xFF], 1, 4), ([0x61, 0x0A, 0xC3], 2, 1), ([0xFF, 0xFE, 0x61, 0x00], 1, 1)])
    func encoding(bytes: [UInt8], line: Int, column: Int) {
        var issues = IssueList()
        #expect(YAMLParser.parse(bytes, file: "t", issues: &issues) == nil)
        #expect(issues.sorted.map(\.kind) == ["yaml-encoding"])
        #expect(issues.sorted.first?.span == SourceSpan(file: "t", line: line, column: column))
    }

    @Test("a control character is an error of syntax at its place")
    func control() {
        var issues = IssueList()
        #expect(YAMLParser.parse(Array("a: 1\nb: \u{1}\n".utf8), file: "t", issues: &issues) == nil)
        #expect(issues.sorted.first?.span?.line == 2)
    }
}
