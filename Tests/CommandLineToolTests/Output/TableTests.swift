import Testing

@testable import CommandLineTool

@Suite struct TableTests {
    private static func sample() -> Table {
        var table = Table([.text("ID"), .flexible("TITLE"), .number("SIZE"), .text("STATE")])
        table.add(["1", "Freshman Highlights of the Season", "1.5 MB", "Current"])
        table.add(["22", "日本語のタイトル", "12 B", ""])
        table.add(["3", "bad\u{1B}[31m\nname", "0 B", ""])
        return table
    }

    @Test("columns are aligned by what a terminal shows, and hostile text is made harmless")
    func full() {
        #expect(
            Self.sample().render(width: nil) == """
                ID  TITLE                                SIZE  STATE
                1   Freshman Highlights of the Season  1.5 MB  Current
                22  日本語のタイトル                     12 B
                3   bad\\x1B[31m\\nname                     0 B

                """)
    }

    @Test("on a terminal the columns that may shrink are cut until the lines fit")
    func narrow() {
        #expect(
            Self.sample().render(width: 40) == """
                ID  TITLE                  SIZE  STATE
                1   Freshman Highlight…  1.5 MB  Current
                22  日本語のタイトル       12 B
                3   bad\\x1B[31m\\nname       0 B

                """)
    }

    @Test("an id of thirteen characters leaves the outcome in a terminal of 40 columns")
    func longID() {
        var table = Table([
            .text("RUN"), .text("PIPELINE").leftOut(2), .main("FILE"), .outcome("STATUS").leftOut(4),
            .text("STARTED").leftOut(1),
        ])
        table.add(["01M8ETBZ5M8X3", "highlight-video", "Doc 001 of autumn.mp4", "succeeded", "2026-11-27 15:35:49"])
        #expect(
            table.render(width: 40)
                == "RUN            FILE            STATUS\n01M8ETBZ5M8X3  Doc 001 of au…  succeeded\n")
    }

    @Test("no line is wider than the terminal, down to columns of eight", arguments: 31...80)
    func widths(width: Int) {
        for line in Self.sample().render(width: width).split(separator: "\n") {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
        }
    }

    @Test(
        "the main column is cut last, and no more than there is need for",
        arguments: [
            (60, "ID  TITLE            TYPE             SHARED\n1   Fall Highlights  Highlight Video  ucla\n"),
            (40, "ID  TITLE            TYPE         SHARED\n1   Fall Highlights  Highlight …  ucla\n"),
            (30, "ID  TITLE            TYPE\n1   Fall Highlights  Highligh…\n"),
            (20, "ID  TITLE\n1   Fall Highlights\n"),
            (12, "ID  TITLE\n1   Fall Hi…\n"),
        ])
    func main(width: Int, text: String) {
        var table = Table([
            .text("ID"), .main("TITLE"), .flexible("TYPE").leftOut(2), .text("SHARED").leftOut(1),
        ])
        table.add(["1", "Fall Highlights", "Highlight Video", "ucla"])
        #expect(table.render(width: width) == text)
    }

    @Test("a long main column is cut before others are left out, also where none tells an outcome")
    func longMain() {
        var table = Table([.text("ID"), .main("TITLE"), .text("TYPE").leftOut(2), .text("SHARED").leftOut(1)])
        table.add(["1", "The whole season of 2026, all games, uncut", "Highlight Video", "ucla"])
        #expect(
            table.render(width: 50)
                == "ID  TITLE                  TYPE             SHARED\n1   The whole season of …  Highlight Video  ucla\n"
        )
    }

    @Test(
        "columns are left out once the others are as narrow as they may be, and not before",
        arguments: [
            (77, "01J9ZV5C-b  Fall Highlights of 2026  Highlight Vid…  1  2 schools  2026-11-30\n"),
            (67, "01J9ZV5C-b  Fall Highlights of …  Highlig…  1  2 schoo…  2026-11-30\n"),
            (66, "01J9ZV5C-b  Fall Highlights of 2026  Highlight Video  1  2 schools\n"),
            (60, "01J9ZV5C-b  Fall Highlights of 2026  Highligh…  1  2 schools\n"),
            (55, "01J9ZV5C-b  Fall Highlights of …  Highlig…  1  2 schoo…\n"),
            (54, "01J9ZV5C-b  Fall Highlights of 2026  Highlight Vid…  1\n"),
        ])
    func leastWidths(width: Int, row: String) {
        // As `documents list` is laid out.
        var table = Table([
            .text("ID"), .main("TITLE"), .flexible("TYPE").leftOut(3), .number("V").leftOut(4),
            .flexible("SHARED").leftOut(2), .text("UPLOADED").leftOut(1),
        ])
        table.add(["01J9ZV5C-b", "Fall Highlights of 2026", "Highlight Video", "1", "2 schools", "2026-11-30"])
        let text = table.render(width: width)
        #expect(text.hasSuffix("\n" + row), "\(text)")
    }

    /// As `runs list` is laid out.
    private static func runs(file: String) -> Table {
        var table = Table([
            .text("RUN"), .flexible("PIPELINE").leftOut(4), .main("FILE"), .outcome("STATUS").leftOut(5),
            .text("ATTEMPT").leftOut(1), .number("TIME").leftOut(2), .text("STARTED").leftOut(3),
        ])
        table.add(["01J9ZV5C", "transcript", file, "succeeded", "1", "1.2 s", "2026-03-08 02:30:00"])
        return table
    }

    @Test(
        "a name that is cut anyway pushes out neither the outcome nor what there is room for", arguments: [60, 80, 100])
    func outcome(width: Int) {
        let text = Self.runs(file: String(repeating: "long ", count: 40)).render(width: width)
        let header = text.prefix { $0 != "\n" }
        #expect(header.contains("STATUS"), "\(text)")
        for column in ["STARTED", "TIME"] { #expect(header.contains(column) == (width >= 80), "\(text)") }
        #expect(text.contains("long long long …") || text.contains("long long long l"), "\(text)")
        for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= width, "\(line)") }
    }

    @Test(
        "the main column is cut before the outcome is left out, and is whole where the others make room",
        arguments: [
            (
                56, "Fall Highlights of the season.mp",
                "01J9ZV5C  transcript  Fall Highlights of the…  succeeded\n"
            ),
            (
                60, "Fall Highlights of the whole season.mp4",
                "01J9ZV5C  transcript  Fall Highlights of the who…  succeeded\n"
            ),
            (
                59, "Fall Highlights of the whole season.mp4",
                "01J9ZV5C  transcript  Fall Highlights of the wh…  succeeded\n"
            ),
            (40, "Fall Highlights.mp4", "01J9ZV5C  Fall Highlights.mp4  succeeded\n"),
            (40, "Fall Highlights of the season.mp4", "01J9ZV5C  Fall Highlights of…  succeeded\n"),
            (30, "Fall Highlights of the season.mp4", "01J9ZV5C  Fall Highlights of …\n"),
        ])
    func outcomeBesideMain(width: Int, file: String, row: String) {
        let text = Self.runs(file: file).render(width: width)
        #expect(text.hasSuffix(row), "\(text)")
    }
}
