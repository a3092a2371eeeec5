import Diagnostics
import Testing
import YAMLTree

@Suite struct YAMLSpanTests {
    @Test(
        "nodes stand where they were written, without anchor and tag",
        arguments: [
            ("k: one two # c", "1:4 one two"), ("é🎥: x", "1:5 x"), ("k: 'a b'", "1:4 'a b'"), ("k: \"a\"", "1:4 \"a\""),
            ("k: one\n  two", "1:4 one"), ("k: \"one\n  two\"", "1:4 \"one"), ("k: |- # c\n  x\n", "1:4 |-"),
            ("k: >\n  x\n", "1:4 >"),
            ("k: [a, b] # c", "1:4 [a, b]"), ("k: {a: b}", "1:4 {a: b}"), ("k: [a,\n b]", "1:4 ["),
            ("k:\n  - a", "2:3 -"),
            ("k:\n  a: b", "2:3 a"), ("k:\n  ? a\n  : b", "2:3 ?"), ("k: &x !!str one", "1:13 one"),
            ("k: !!str &x 'o'", "1:13 'o'"),
            ("k: &x # c\n  one", "2:3 one"), ("k: &x\n  a: b", "2:3 a"), ("k: &x [a]", "1:7 [a]"), ("k:", "1:3 "),
            ("k:   \nl: 1", "1:3  "), ("k: &x", "1:4 &x"), ("k: !!str", "1:4 !!str"), ("\u{FEFF}k: a", "1:4 a"),
            ("#\r\nk: a\r\n", "2:4 a"),
            ("#\rk: a\r", "2:4 a"), ("k: &x !<tag:yaml.org,2002:str> a", "1:32 a"),
        ])
    func nodes(text: String, expected: String) throws {
        let reading = Reading(text)
        let span = try #require(reading.root?.entries?.first?.value.span)
        #expect(reading.rendered == "")
        #expect("\(span.line):\(span.column) \(try #require(reading.marked(span)))" == expected)
    }

    @Test(
        "a part of a scalar's text is found where it stands in the file",
        arguments: [
            ("k: one two three", "two", "1:8 two"), ("é: \"one two three\"", "two", "1:9 two"),
            ("k: 'it''s two'", "two", "1:11 two"),
            ("k: 'it''s'", "'", "1:7 ''"), ("k: \"\\\"\\n\\u00e9\\x41\\U0001F3A5 two\"", "two", "1:30 two"),
            ("k: \"\\\"\\u00e9\"", "é", "1:7 \\u00e9"), ("k: \"a\\tb\\tc\"", "b\t", "1:8 b\\t"),
            ("k: |\n  one\n   two\n", "two", "3:4 two"),
            ("k: |-\n\n    one\n    two x\n", "two", "4:5 two"), ("k: |2\n    two\n", "two", "2:5 two"),
            ("- |\n two", "two", "2:2 two"),
            ("k: |\r\n  one\r\n  two\r\n", "two", "3:3 two"), ("k: >\n  one\n  two\n", "two", "3:3 two"),
            ("k: >\n  one\n\n  two\n", "two", "4:3 two"),
            ("k: one\n  two", "two", "2:3 two"), ("k: one\n\n\n  two", "two", "4:3 two"),
            ("k: \"one\n  two\"", "two", "2:3 two"),
            ("k: \"one\\\n  two\"", "two", "2:3 two"), ("k: 'one\n  two'", "two", "2:3 two"),
            ("k: !!str &x one two", "two", "1:17 two"), ("k: |#+\n  a two\n\n", "two", "2:5 two"),
            ("k: &x:two", "two", "1:7 two"),
            ("a:\n  - {k: [x, 'a two']}", "two", "2:16 two"), ("k: one\n  two", "one two", "1:4 one"),
            ("k: |\n  a\n  b\n", "a\nb", "2:3 a"),
            ("k: |\n  a\n", "\n", "2:4 "), ("k: ${{ a == 'b' }}", "'b'", "1:13 'b'"),
            ("k: '${{ a == ''b'' }}'", "'b'", "1:14 ''b''"),
        ])
    func parts(text: String, part: String, expected: String) throws {
        let reading = Reading(text)
        let wanted = Array(part.unicodeScalars)
        let found = reading.nodes.compactMap { node -> (YAMLNode, Int)? in
            let scalars = Array((node.scalar?.text ?? "").unicodeScalars)
            let offset = scalars.indices.first { scalars[$0...].starts(with: wanted) }
            return offset.map { (node, $0) }
        }
        let (node, offset) = try #require(found.first)
        let span = node.span(ofTextFrom: offset, length: wanted.count)
        #expect("\(span.line):\(span.column) \(try #require(reading.marked(span)))" == expected)
    }

    @Test(
        "the place behind a text is where something is missing",
        arguments: [
            ("k: one", 3, "1:7"), ("k: 'one'", 3, "1:8"), ("k: \"o\\n\"", 2, "1:8"), ("k: |\n  one\n", 4, "2:6"),
            ("k: one\n  two", 7, "2:6"),
            ("k: ''", 0, "1:5"), ("k:", 0, "1:3"), ("k: |-\n  one\n", 3, "2:6"), ("k: one", 99, "1:7"),
        ])
    func end(text: String, offset: Int, expected: String) throws {
        let span = try #require(Reading(text).root?["k"]?.span(ofTextFrom: offset, length: 1))
        #expect("\(span.line):\(span.column)" == expected)
        #expect(span.length == 1)
    }

    @Test("a node that comes through an alias or a merge keeps the place of its text")
    func alias() throws {
        let root = try #require(Reading("x: &x\n  k: v\ny: *x\nz:\n  <<: *x\n").root)
        for key in ["x", "y", "z"] {
            #expect(root[key]?["k"]?.span == SourceSpan(file: "t.yaml", line: 2, column: 6), "\(key)")
            #expect(root[key]?.entry("k")?.key.span == SourceSpan(file: "t.yaml", line: 2, column: 3), "\(key)")
        }
    }

    @Test("the part of a collection is the collection")
    func collection() throws {
        let node = try #require(Reading("k: [a, b]").root?["k"])
        #expect(node.span(ofTextFrom: 3, length: 2) == node.span)
    }
}
