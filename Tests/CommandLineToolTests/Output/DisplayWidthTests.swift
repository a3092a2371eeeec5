import Testing

@testable import CommandLineTool

@Suite struct DisplayWidthTests {
    @Test(
        "columns are those of a terminal",
        arguments: [
            ("", 0), ("abc", 3), ("résumé", 6), ("re\u{301}sume\u{301}", 6), ("日本", 4), ("한국", 4), ("ｗ", 2), ("🎥", 2),
            ("👩‍👩‍👧", 2), ("❤️", 2), ("…", 1), ("›", 1), ("✓", 1), ("✅", 2),
        ])
    func width(text: String, expected: Int) {
        #expect(DisplayWidth.of(text) == expected)
    }

    @Test(
        "text is cut in front of the character that does not fit",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func truncation(text: String, width: Int, expected: String) {
        #expect(DisplayWidth.truncate(text, to: width) == expected)
    }
}
