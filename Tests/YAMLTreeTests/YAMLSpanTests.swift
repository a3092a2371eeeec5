import Diagnostics
import Testing
import YAMLTree

@Suite struct YAMLSpanTests {
    @Test(
        "a part of a scalar is found where it stands in the file",
        arguments: [
            ("k: one two three", "two"), ("k: \"one two three\"", "two"), ("k: 'one two three'", "two"),
            ("é: \"a\\n\\u00e9\\x41 two\"", "two"), ("k: 'it''s two'", "two"), ("k: |\n  one\n  more two\n", "two"),
            ("k: |-\n\n    one\n    two x\n", "two"), ("k: >\n  one\n  two\n", "two"), ("k: one\n  two", "two"),
            ("k: \"one\n  two\"", "two"), ("a:\n  - {k: [x, 'a two']}", "two"), ("k: !!str one two", "two"),
            ("k: &anchor one two", "two"), ("k: |\r\n  one\r\n  two\r\n", "two"),
        ])
    func part(text: String, part: String) throws {
        var issues = IssueList()
        let root = try #require(YAMLParser.parse(Array(text.utf8), file: "t", issues: &issues))
        let node = try #require(Self.scalar(in: root, containing: part))
        let scalars = Array(try #require(node.scalar).text.unicodeScalars)
        let wanted = Array(part.unicodeScalars)
        let offset = try #require(
            (0...(scalars.count - wanted.count)).first { scalars[$0..<($0 + wanted.count)].elementsEqual(wanted) })
        let span = node.span(ofTextFrom: offset, length: wanted.count)
        let line = Array(text.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false)[span.line - 1]
        #expect(Array(line.dropFirst(span.column - 1).prefix(span.length)) == wanted, "\(span)")
    }

    @Test("a node that comes through an alias or a merge keeps the place of its text")
    func alias() throws {
        var issues = IssueList()
        let text = "x: &x\n  k: v\ny: *x\nz:\n  <<: *x\n"
        let root = try #require(YAMLParser.parse(Array(text.utf8), file: "t", issues: &issues))
        for key in ["x", "y", "z"] {
            #expect(root[key]?["k"]?.span == SourceSpan(file: "t", line: 2, column: 6), "\(key)")
        }
    }

    @Test("mutated files never crash, and every span lies inside of the file")
    func fuzz() {
        let seeds = [
            "version: 1\non:\n  watch: {path: a/{u}, include: ['*.mp4']}\nstages:\n  - &a {uses: x}\n  - <<: *a\n    id: 'y'\n",
            "a: |+\n  x\n   y\n\nb: >-\n  f\n  g\nc: \"\\u00e9\\t\"\nd: [1, {2: 3}, !!str 4]\n? k\n: v\n",
        ].map { Array($0.utf8) }
        let alphabet = Array("\n\t :-[]{}&*!|>'\"%@`#,?abc01\u{E9}".utf8)
        var state: UInt64 = 42
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<6_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<(1 + random(6)) {
                let position = random(bytes.count)
                switch random(3) {
                case 0: bytes[position] = alphabet[random(alphabet.count)]
                case 1: bytes.insert(alphabet[random(alphabet.count)], at: position)
                default: if bytes.count > 1 { bytes.remove(at: position) }
                }
            }
            var issues = IssueList()
            let root = YAMLParser.parse(bytes, file: "t", issues: &issues)
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D || $0 == 0x85 } + bytes.count { $0 == 0xE2 } + 1
            for issue in issues.sorted {
                #expect(issue.span.map { (1...lines + 1).contains($0.line) } == true, "\(issue)")
            }
            if let root { Self.walk(root) { #expect((1...lines + 1).contains($0.span.line)) } }
        }
    }

    private static func scalar(in node: YAMLNode, containing part: String) -> YAMLNode? {
        if let scalar = node.scalar { return scalar.text.contains(part) ? node : nil }
        for child in (node.items ?? []) + (node.entries ?? []).map(\.value) {
            if let found = scalar(in: child, containing: part) { return found }
        }
        return nil
    }

    private static func walk(_ node: YAMLNode, _ visit: (YAMLNode) -> Void) {
        visit(node)
        for child in (node.items ?? []) + (node.entries ?? []).flatMap({ [$0.key, $0.value] }) { walk(child, visit) }
    }
}
