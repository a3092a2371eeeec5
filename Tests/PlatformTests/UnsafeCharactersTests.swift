import Platform
import Testing

/// What is never shown as it is.
@Suite struct UnsafeCharactersTests {
    static let unsafe: [Unicode.Scalar] = [
        "\0", "\u{1}", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}", "\u{AD}", "\u{61C}", "\u{180E}",
        "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
        "\u{2060}", "\u{2064}", "\u{2066}", "\u{2069}", "\u{206F}", "\u{FEFF}", "\u{FFF9}", "\u{FFFE}", "\u{FFFF}",
        "\u{FDD0}", "\u{1FFFE}", "\u{10FFFF}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{E0100}", "\u{1D173}",
    ]

    @Test("commands, marks of direction, what cannot be seen and noncharacters are escaped in text", arguments: unsafe)
    func escaped(scalar: Unicode.Scalar) throws {
        let text = "a\(scalar)b"
        #expect(UnsafeCharacters.contains(scalar))
        #expect(UnsafeCharacters.first(in: text) == UnsafeCharacters.code(of: scalar))
        let shown = Printable.text(text)
        #expect(shown.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        #expect(Printable.text(Array(text.utf8)) == shown)
        let json = Value.string(text).json
        #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        #expect(try Value(json: json) == .string(text))
    }

    @Test(
        "letters of every script and pictures stay as they are",
        arguments: ["Jordan", "שלום עולם", "مرحبا", "Ελλάδα", "日本語", "résumé", "e\u{301}", "नमस्ते", "👩‍👩‍👧", "👍🏽", "❤️", "🏳️‍🌈", "€ – “x”"])
    func letters(text: String) throws {
        #expect(Printable.text(text) == text)
        #expect(try Value(json: Value.string(text).json) == .string(text))
    }

    @Test("a joiner that joins no pictures is escaped")
    func joiner() {
        #expect(Printable.text("a\u{200D}b") == "a\\xE2\\x80\\x8Db")
        #expect(Printable.text("👩\u{200D}") == "👩\\xE2\\x80\\x8D")
        #expect(Printable.text("1\u{200D}2") == "1\\xE2\\x80\\x8D2")
    }

    @Test("of a long text its ends and its length are shown")
    func short() {
        #expect(Printable.short("abc\n") == "abc\\n")
        let eighty = String(repeating: "é", count: 80)
        #expect(Printable.short(eighty) == eighty)
        let long = String(repeating: "a", count: 900_000) + "z"
        #expect(
            Printable.short(long)
                == String(repeating: "a", count: 40) + "…" + String(repeating: "a", count: 19) + "z (900001 characters)")
    }
}
