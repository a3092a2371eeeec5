import Platform
import Testing

@Suite struct ByteSearchTests {
    @Test(
        "a text is found wherever its bytes stand in a row, and nowhere else",
        arguments: [
            ("abc", "abc", true), ("xabcx", "abc", true), ("ababc", "abc", true), ("ab", "abc", false),
            ("", "a", false),
            ("", "", true), ("a", "", true), ("abxc", "abc", false), ("naïve", "ï", true), ("nai\u{308}ve", "ï", false),
            ("\0a\0b", "b", true),
        ])
    func found(bytes: String, text: String, expected: Bool) {
        #expect(Array(bytes.utf8).contains(bytesOf: text) == expected)
    }
}
