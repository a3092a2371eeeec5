import Documents
import Testing

@Suite struct DocumentTextTests {
    private static let latin: [UInt8] = [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A]
    private static let little = wide("Größe\n")
    private static let big = wide("Größe\n", isBigEndian: true)

    private static func wide(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static func marked(_ first: UInt8, _ second: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [first, second] + bytes
    }

    @Test(
        "a text is shown by its mark, as UTF-8, as UTF-16 by its zeros, or as Windows-1252",
        arguments: [
            (latin, "Größe\n", "windows-1252"), (Array("Größe\n".utf8), "Größe\n", "utf-8"), ([], "", "utf-8"),
            ([0x80, 0x99], "€™", "windows-1252"),
            (Array("a\u{0}b\n\u{0}\u{0}\u{0}".utf8), "a\u{0}b\n\u{0}\u{0}\u{0}", "utf-8"),
            ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "é", "utf-8"),
            (marked(0xFF, 0xFE, little), "Größe\n", "utf-16le"),
            (marked(0xFE, 0xFF, big), "Größe\n", "utf-16be"),
            (little, "Größe\n", "utf-16le"), (big, "Größe\n", "utf-16be"),
            ([0xFF, 0xFE, 0x00, 0x00, 0xC9, 0x00, 0x00, 0x00], "É", nil),
            ([0xFF, 0xFE, 0x61, 0x00, 0x62], "a", "utf-16le"),
            ([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], "\u{FFFD}a", "utf-16le"),
        ] as [([UInt8], String, String?)])
    func shown(bytes: [UInt8], text: String, charset: String?) {
        #expect(DocumentText.shown(bytes) == text)
        #expect(DocumentText.encoding(of: bytes).charset == charset)
    }

    @Test(
        "the beginning of a text tells its charset, unless all of it is ASCII",
        arguments: [
            (Array("Name;GP\n".utf8), nil), (latin, "windows-1252"), (Array("é".utf8.dropLast()), "utf-8"),
            (Array("Größe, €".utf8.dropLast()), "utf-8"), (marked(0xFF, 0xFE, little), "utf-16le"),
        ] as [([UInt8], String?)])
    func beginnings(bytes: [UInt8], charset: String?) {
        #expect(DocumentText.encoding(ofBeginning: bytes)?.charset == charset)
    }
}
