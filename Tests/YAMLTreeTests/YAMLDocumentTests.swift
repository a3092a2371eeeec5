import Platform
import Testing
import YAMLTree

@Suite struct YAMLDocumentTests {
    @Test(
        "block and flow collections become the tree that YAML 1.2 says",
        arguments: [
            ("", nil), ("\u{FEFF}", nil), ("# only a comment\n", nil), ("\n\n  \n", nil), ("---\n...\n", .null),
            ("a", "a"),
            ("--- a\n", "a"), ("a: 1", ["a": 1]), ("- a\n- 2\n- 3.5\n", ["a", 2, 3.5]),
            ("- - a\n  - b\n- c", [["a", "b"], "c"]),
            ("a:\n- b\n- c\nd: e", ["a": ["b", "c"], "d": "e"]),
            ("- a: 1\n  b: 2\n- c: 3", [["a": 1, "b": 2], ["c": 3]]),
            ("[a, [b], {c: d}]", ["a", ["b"], ["c": "d"]]), ("a: [\n 1,\n 2,\n]", ["a": [1, 2]]), ("[]", []),
            ("{}", [:]),
            ("[a: b, c]", [["a": "b"], "c"]), ("{a, b: , c: d}", ["a": nil, "b": nil, "c": "d"]),
            ("{\"a\":1}", ["a": 1]),
            ("a:\nb:\n  - \n  -\n", ["a": nil, "b": [nil, nil]]), ("? a\n: b\n", ["a": "b"]), ("? a\n", ["a": nil]),
            ("?\n: a", ["": "a"]), ("'': x", ["": "x"]), ("a: # comment\n  b # more\n", ["a": "b"]),
            ("a: b#c", ["a": "b#c"]),
            ("# one\na: 1\n# two\n\n# three\nb: 2\n", ["a": 1, "b": 2]),
            ("%YAML 1.2\n---\na: 1\n...\n# end\n", ["a": 1]),
            ("a: 1\r\nb:\r\n  - 2\r\n", ["a": 1, "b": [2]]), ("a: 1\rb: 2\r", ["a": 1, "b": 2]),
            ("🎥: vidéo", ["🎥": "vidéo"]),
            ("\u{FEFF}a: 1", ["a": 1]), ("a: {b: [c, {d: e}]}\n", ["a": ["b": ["c", ["d": "e"]]]]), ("a:\t1", ["a": 1]),
            ("[a,\t\n\tb]", ["a", "b"]), ("16: a\ntrue: b\n~: c", ["16": "a", "true": "b", "~": "c"]),
        ] as [(String, Value?)])
    func collections(text: String, expected: Value?) {
        let reading = Reading(text)
        #expect(reading.rendered == "")
        #expect(reading.root?.value == expected)
    }

    @Test(
        "scalars of every style become the text that YAML 1.2 says",
        arguments: [
            ("http://x/y?z=1&a=b", "http://x/y?z=1&a=b"), ("-a", "-a"), ("?a", "?a"), (":a", ":a"),
            ("a-b:c", "a-b:c"), ("one\n two\n\n three", "one two\nthree"), ("it's \"so\"", "it's \"so\""),
            ("a,b]", "a,b]"),
            ("'it''s'", "it's"), ("'a\n  b\n\n  c'", "a b\nc"), ("' a '", " a "), ("'\\n'", "\\n"),
            ("\"\\u00e9\\n\\x41\\U0001F3A5\\t\\\"\\\\\\/\"", "é\nA🎥\t\"\\/"), ("\"a\n  b\"", "a b"),
            ("\"a\\\n  b\"", "ab"),
            ("\"a \\\n  \\ b\"", "a  b"),
            ("\"\\0\\a\\b\\v\\f\\r\\e\\N\\_\\L\\P\"", "\0\u{7}\u{8}\u{B}\u{C}\r\u{1B}\u{85}\u{A0}\u{2028}\u{2029}"),
            ("\"# - : {\"", "# - : {"), ("|\n  one\n  two\n", "one\ntwo\n"),
            ("|\n one\n  two\n three", "one\n two\nthree"),
            ("|-\n  one\n\n", "one"), ("|+\n  one\n\n", "one\n\n"), ("|\n  one\n\n\n", "one\n"),
            ("|2\n   one\n", " one\n"),
            ("|1-\n  a\n b\n", " a\nb"), ("|\n\n\n  one\n", "\n\none\n"), ("| # comment\n  # text\n", "# text\n"),
            ("|\n", ""),
            (">\n  one\n  two\n\n  three\n", "one two\nthree\n"),
            (">-\n  one\n    two\n  three\n", "one\n  two\nthree"),
            (">+\n  one\n\n", "one\n\n"), (">\n\n  one\n  two\n", "\none two\n"),
            (">\n  one\n\n    two\n\n\n  three\n", "one\n\n  two\n\n\nthree\n"),
        ])
    func scalars(text: String, expected: String) {
        let reading = Reading(text)
        #expect(reading.rendered == "")
        #expect(reading.root?.scalar?.text == expected)
    }

    @Test(
        "anchors on every kind of node, and merges",
        arguments: [
            ("a: &x 1\nb: *x", ["a": 1, "b": 1]), ("a: &x {k: v}\nb: *x", ["a": ["k": "v"], "b": ["k": "v"]]),
            ("a: &x\n  - 1\nb: [*x, *x]", ["a": [1], "b": [[1], [1]]]), ("&k a: 1\nb: *k", ["a": 1, "b": "a"]),
            ("a: &x b\n*x : c", ["a": "b", "b": "c"]), ("- &x\n- *x", [nil, nil]),
            ("- &x a\n- &x b\n- *x", ["a", "b", "b"]),
            ("- &x !!str 1\n- !!str &y 2\n- [*x, *y]", ["1", "2", ["1", "2"]]), ("&r [&a a, *a]", ["a", "a"]),
            ("a: &x {k: 1, l: 2}\nb: {<<: *x, k: 3}", ["a": ["k": 1, "l": 2], "b": ["l": 2, "k": 3]]),
            ("a: &x {k: 1}\nb: {i: 0, <<: *x, j: 9}", ["a": ["k": 1], "b": ["i": 0, "k": 1, "j": 9]]),
            (
                "a: &x {k: 1}\nb: &y {k: 2, m: 3}\nc: {<<: [*x, *y]}",
                ["a": ["k": 1], "b": ["k": 2, "m": 3], "c": ["k": 1, "m": 3]]
            ),
            (
                "a: &x {k: 1}\nb: &y {<<: *x, l: 2}\nc: {<<: *y, m: 3}",
                ["a": ["k": 1], "b": ["k": 1, "l": 2], "c": ["k": 1, "l": 2, "m": 3]]
            ),
            ("<<: {a: 1}\nb: 2", ["a": 1, "b": 2]), ("<<: []\nb: 2", ["b": 2]), ("'<<': 1", ["<<": 1]),
            ("a: <<", ["a": "<<"]),
        ] as [(String, Value)])
    func aliases(text: String, expected: Value) {
        let reading = Reading(text)
        #expect(reading.rendered == "")
        #expect(reading.root?.value == expected)
    }

    @Test("a node tells its tag, its anchor, its style and what is in it")
    func access() throws {
        let reading = Reading("a: &x !!str 1\nb: |\n  t\nc: [~]\nd: {e: f}\n")
        let root = try #require(reading.root)
        #expect(root["a"]?.tag == "tag:yaml.org,2002:str")
        #expect(root["a"]?.anchor == "x")
        #expect(root["b"]?.scalar?.style == .literal)
        #expect(root["c"]?.items?.map(\.isNull) == [true])
        #expect(root["c"]?.isNull == false)
        #expect(root["c"]?.resolved == .null)
        #expect(root["d"]?.entries?.map(\.name) == ["e"])
        #expect(root["d"]?.entry("e")?.value.resolved == "f")
        #expect(root["x"] == nil)
        #expect(root["a"]?["b"] == nil)
        #expect(root.items == nil)
    }

    @Test("UTF-16 with a byte order mark is read", arguments: [true, false])
    func utf16(isBigEndian: Bool) {
        let units = Array("\u{FEFF}a: 🎥\n".utf16)
        let reading = Reading(
            units.flatMap { unit in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? bytes : bytes.reversed()
            })
        #expect(reading.rendered == "")
        #expect(reading.root?.value == ["a": "🎥"])
        #expect(reading.text == "a: 🎥\n")
    }
}
