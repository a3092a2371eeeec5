import Testing

@testable import Representations

/// Text in XML.
@Suite struct XMLTextTests {
    @Test("marks are written as entities, and what XML does not know as U+FFFD")
    func escape() {
        #expect(XMLText.escape("<a b=\"c\">&\n\t\r") == "&lt;a b=&quot;c&quot;&gt;&amp;&#10;&#9;&#13;")
        #expect(XMLText.escape("a\nb", keepingLines: true) == "a\nb")
        #expect(XMLText.escape("\0\u{1B}\u{FFFE}\u{FFFF}") == "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect(XMLText.escape("é\u{1F600}]]>") == "é\u{1F600}]]&gt;")
    }
}
