import Testing

@testable import stage_index

@Suite struct LexerTests {
    @Test(
        "What comments, strings and regular expressions hold gives no tokens",
        arguments: [
            "a // b\nc",
            "a /* b /* b */ b */ c",
            "a /* b // */ c",
            #"a "b" c"#,
            #"a "b \" b" c"#,
            #"a "b \(b + "b") b" c"#,
            #"a "\(b/2) b \(b/3)" c"#,
            #"a "b \(b.map { "\($0) }" }) b" c"#,
            #"a "b // b" c"#,
            "a \"\"\"\nb \" b \"\" b\n\\(b)\n\"\"\" c",
            ##"a #"b " \ b"# c"##,
            ##"a #"b \#(b) \(b"# c"##,
            ##"a #"""# c"##,
            "a ##\"\"\"\nb \"\"\" \"\"\"# b\n\"\"\"## c",
            "a = /b \"[/] \\/ b/ c",
            "a (/b/) c",
            ##"a #/b " / b/# c"##,
            "a 0x1F c",
            "a 1.5e10 c",
            #"a "" c"#,
            #"a "unterminated"# + "\nc",
        ])
    func skipped(source: String) {
        let words = Lexer.tokens(of: source).compactMap(\.word)
        #expect(words == ["a", "c"], "\(source)")
    }

    @Test(
        "A slash after an operand divides",
        arguments: ["a / c / d", "a/c/d", "(a)/c/d", "a[0]/c/d", "1/c/d", "a\n  / c / d"])
    func division(source: String) {
        let words = Lexer.tokens(of: source).compactMap(\.word)
        #expect(words.suffix(2) == ["c", "d"], "\(source)")
    }

    @Test("Kinds of tokens are told apart")
    func kinds() {
        let kinds = Lexer.tokens(of: "struct `class` #if é0 -> 7 ... }").map(\.kind)
        #expect(
            kinds == [
                .word("struct"), .quoted("class"), .directive("if"), .word("é0"), .arrow, .literal,
                .symbol("."), .symbol("."), .symbol("."), .symbol("}"),
            ])
    }

    @Test("Positions count lines and bytes from 1, also behind strings and comments of several lines")
    func positions() {
        let source = "\u{FEFF}a /*\n*/ b \"\"\"\n é\n\"\"\" é c"
        let tokens = Lexer.tokens(of: source)
        #expect(
            tokens.map(\.position) == [
                Position(line: 1, column: 4), Position(line: 2, column: 4), Position(line: 2, column: 6),
                Position(line: 4, column: 5), Position(line: 4, column: 8),
            ])
    }

    @Test("Any bytes end: every prefix and every single-byte damage of a source is read to its end")
    func terminates() {
        let source = Array(
            "struct A<B>: C { let a = #\"\\#(b)\"# /* /* */ */ = /x[/]y/ \"\"\"\n\\(d)\n\"\"\" `e` }".utf8)
        for end in source.indices {
            let prefix = String(decoding: source[..<end], as: UTF8.self)
            #expect(Lexer.tokens(of: prefix).count <= end)
            for replacement in ["\"", "/", "*", "(", "#", "\\", "\n", "`", "\0", "\u{FF}"] {
                var damaged = source
                damaged.replaceSubrange(end...end, with: Array(replacement.utf8))
                let text = String(decoding: damaged, as: UTF8.self)
                #expect(Lexer.tokens(of: text).count <= damaged.count)
                _ = DeclarationScanner.declarations(in: text)
            }
        }
    }
}
