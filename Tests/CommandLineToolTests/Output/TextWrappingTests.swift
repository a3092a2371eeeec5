import Diagnostics
import Testing

@testable import CommandLineTool

@Suite struct TextWrappingTests {
    @Test("without a width, and where there is room, a line stays as it is")
    func whole() {
        #expect(TextWrapping.line("two  words", behind: "head: ", width: nil) == "head: two  words\n")
        #expect(TextWrapping.line("two  words", behind: "head: ", width: 16) == "head: two  words\n")
        #expect(TextWrapping.line("", width: 40) == "\n")
    }

    @Test("a line that is too wide goes on below its text, or as far in as it is told")
    func broken() {
        let text = "one two three four five six seven eight"
        #expect(
            TextWrapping.line(text, behind: "head: ", width: 30)
                == "head: one two three four five\n      six seven eight\n")
        #expect(
            TextWrapping.line(text, behind: "head: ", hang: 2, width: 30)
                == "head: one two three four five\n  six seven eight\n")
    }

    @Test("lines that begin farther out than the text have the room that is there")
    func hanging() {
        let numbers = "one two three four five six seven eight nine ten eleven twelve"
        #expect(
            TextWrapping.line(numbers, behind: "a head: ", hang: 2, width: 30)
                == "a head: one two three four\n  five six seven eight nine\n  ten eleven twelve\n")
    }

    @Test("the lines of a text are broken, but for those that are indented, and for what is no terminal's")
    func lines() {
        let text = "compass: one two three four\n  12 | some code: as it is, however wide\nusage: x\n"
        #expect(
            TextWrapping.lines(text, width: 20)
                == "compass: one two\n  three four\n  12 | some code: as it is, however wide\nusage: x\n")
        #expect(TextWrapping.lines(text, width: nil) == text)
    }

    @Test("what leaves too little room beside it stands alone, and a long word as far in as there is room for it")
    func narrow() {
        #expect(
            TextWrapping.line("one two three four five six", behind: "a head of 20 columns  ", width: 40)
                == "a head of 20 columns\n    one two three four five six\n")
        let digest = String(repeating: "a", count: 38)
        #expect(TextWrapping.line(digest, behind: "  SHA-256  ", width: 40) == "  SHA-256\n  \(digest)\n")
        let longer = String(repeating: "a", count: 64)
        #expect(TextWrapping.line(longer, behind: "  SHA-256  ", width: 40) == "  SHA-256\n\(longer)\n")
        #expect(TextWrapping.line(longer, behind: "next: ", hang: 0, width: 40) == "next:\n\(longer)\n")
    }

    @Test("colours take no room")
    func colours() {
        let style = Style(colours: true)
        let text = style.bold("one") + " two three four five six"
        #expect(TextWrapping.line(text, width: 27) == text + "\n")
    }
}
