import Documents
import Testing

@Suite struct DocumentMetadataTests {
    @Test(
        "a title is trimmed and composed",
        arguments: [(" a ", "a"), ("re\u{301}sume\u{301}", "r\u{E9}sum\u{E9}"), ("a  b", "a  b"), ("\u{A0}x\t", "x")])
    func title(text: String, title: String) throws {
        #expect(Array(try DocumentMetadata.title(text).utf8) == Array(title.utf8))
    }

    @Test(
        "a title out of bounds is refused with a sentence",
        arguments: [
            ("", "The title is empty. A document needs a title."),
            ("  ", "The title is empty. A document needs a title."),
            (String(repeating: "é", count: 101), "The title has 101 characters. A title may have up to 100."),
            (
                "a\nb",
                "The title contains a control character, such as a line break. "
                    + "Rename the file, or give a title of your own."
            ),
            ("a\u{FFFD}", "The title is not readable text (UTF-8). Rename the file, or give a title of your own."),
        ])
    func refused(text: String, message: String) {
        let error = #expect(throws: CatalogError.self) { try DocumentMetadata.title(text) }
        #expect(error?.message == message)
        #expect(error?.kind == .invalidTitle)
    }

    @Test("100 characters of a title and 500 of a description are allowed, and no more")
    func bounds() throws {
        #expect(try DocumentMetadata.title(String(repeating: "👩‍👩‍👧", count: 100)).count == 100)
        #expect(try DocumentMetadata.description(String(repeating: "é", count: 500)).count == 500)
        #expect(throws: CatalogError.self) { try DocumentMetadata.description(String(repeating: "x", count: 501)) }
    }

    @Test("a school's id is lower-case letters, digits and . _ -", arguments: ["", "A", "-a", "a b", "é", "a/b"])
    func school(id: String) {
        #expect(throws: CatalogError.self) { try School(id: id, name: "Name") }
    }
}
