import Platform
import Testing

/// What is never shown as it is.
@Suite struct UnsafeCharactersTests {
    static let unsafe = [
        0x0, 0x1, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0xAD, 0x61C, 0x180E,
        0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E,
        0x2060, 0x2064, 0x2066, 0x2069, 0x206F, 0xFEFF, 0xFFF9, 0xFFFE, 0xFFFF,
        0xFDD0, 0x1FFFE, 0x10FFFF, 0xE0001, 0xE0041, 0xE007F, 0xE0100, 0x1D173,
    ].compactMap { Unicode.Scalar(UInt32($0)) }

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
        arguments: [
            "Jordan", "שלום עולם", "مرحبا", "Ελλάδα", "日本語", "résumé", "e\u{301}", "नमस्ते", "👩‍👩‍👧", "👍🏽", "❤️", "🏳️‍🌈", "€ – “x”",
        ])
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
                == String(repeating: "a", count: 40) + "…" + String(repeating: "a", count: 19) + "z (900001 characters)"
        )
    }
}
