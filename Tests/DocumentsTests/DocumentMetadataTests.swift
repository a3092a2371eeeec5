import Documents
import Testing

@Suite struct DocumentMetadataTests {
    @Test(
        "a title is trimmed and composed",
        arguments: [
            ("\u{5E9}\u{200F}!", "\u{5E9}\u{200F}!"), (" a ", "a"), ("re\u{301}sume\u{301}", "r\u{E9}sum\u{E9}"),
            ("a  b", "a  b"), ("\u{A0}x\t", "x"),
        ])
    func title(text: String, title: String) throws {
        #expect(Array(try DocumentMetadata.title(text).utf8) == Array(title.utf8))
    }

    @Test(
        "a title out of bounds is refused with a sentence",
        arguments: [
            ("", "The title is empty. A document needs a title."),
            ("  ", "The title is empty. A document needs a title."),
            ("\u{200B}", "The title has nothing that can be seen. A document needs a title."),
            ("\u{2060} \u{3164}\u{2800}\u{FE0F}", "The title has nothing that can be seen. A document needs a title."),
            (
                "left\u{202E}fdp.exe",
                "The title has the character U+202E, which reorders the text around it. "
                    + "Choose another title, or rename the file if its name is the title."
            ),
            (
                "a\u{2069}",
                "The title has the character U+2069, which reorders the text around it. "
                    + "Choose another title, or rename the file if its name is the title."
            ),
            (String(repeating: "é", count: 101), "The title has 101 characters. A title may have up to 100."),
            (
                "a\nb",
                "The title contains a control character, such as a line break. "
                    + "Choose another title, or rename the file if its name is the title."
            ),
            (
                "a\u{FFFD}",
                "The title is not readable text (UTF-8). Choose another title, or rename the file if its name is the title."
            ),
        ])
    func refused(text: String, message: String) {
        let error = #expect(throws: CatalogError.self) { try DocumentMetadata.title(text) }
        #expect(error?.message == message)
        #expect(error?.kind == .invalidTitle)
    }

    @Test("a long name that is the title is shortened in its middle, another title is refused")
    func names() throws {
        let name = String(repeating: "é", count: 120) + " 2 "
        let title = try DocumentMetadata.title(name, ofFile: name)
        #expect(title == String(repeating: "é", count: 69) + "…" + String(repeating: "é", count: 28) + " 2")
        #expect(try DocumentMetadata.title("Grades", ofFile: name) == "Grades")
        #expect(try DocumentMetadata.title(" Fall ", ofFile: " Fall ") == "Fall")
        #expect(throws: CatalogError.self) { try DocumentMetadata.title(name, ofFile: nil) }
        #expect(throws: CatalogError.self) { try DocumentMetadata.title(name + "x", ofFile: name) }
    }

    @Test("100 characters of a title and 500 of a description are allowed, and no more")
    func bounds() throws {
        #expect(try DocumentMetadata.title(String(repeating: "👩‍👩‍👧", count: 100)).count == 100)
        #expect(try DocumentMetadata.description(String(repeating: "é", count: 500)).count == 500)
        #expect(throws: CatalogError.self) { try DocumentMetadata.description(String(repeating: "x", count: 501)) }
    }

    @Test(
        "the lines of a description end with LF, whatever they ended with",
        arguments: [("a\r\nb", "a\nb"), ("a\rb\n", "a\nb\n"), ("\r\r\n\n", "\n\n\n"), ("a\tb", "a\tb"), ("", "")])
    func lines(text: String, description: String) throws {
        #expect(Array(try DocumentMetadata.description(text).utf8) == Array(description.utf8))
    }

    @Test(
        "a description with other control characters is refused, and which one it is told",
        arguments: [
            ("a\u{7}", "The description contains the control character U+0007. Remove it."),
            ("\u{0}", "The description contains the control character U+0000. Remove it."),
            ("a\u{9B}b", "The description contains the control character U+009B. Remove it."),
        ])
    func controls(text: String, message: String) {
        let error = #expect(throws: CatalogError.self) { try DocumentMetadata.description(text) }
        #expect(error?.message == message)
        #expect(error?.kind == .invalidDescription)
    }

    @Test("a school's id is lower-case letters, digits and . _ -", arguments: ["", "A", "-a", "a b", "é", "a/b"])
    func school(id: String) {
        #expect(throws: CatalogError.self) { try School(id: id, name: "Name") }
    }
}
