import CompassTesting
import Platform
import Testing

@testable import FileType

@Suite struct AppendedArchiveTests {
    private static let document = Array(PDFBuilder.document.utf8)
    private static let film = MovieBuilder.film
    private static let recording = MovieBuilder.avi("vids")

    private static let program = ZipBuilder.of("META-INF/MANIFEST.MF", "Main.class")
    private static let attachment = ZipBuilder.of("grades.csv")

    private static func reason(_ name: String) -> String { "a program in a ZIP archive follows its end (\(name))" }
    private static let plain = "a ZIP archive follows its end"

    private static func expect(_ tail: [UInt8], _ reason: String, line: Int = #line) throws {
        let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        let document = try PDFFile.inspect(ContainerContent(document + tail))
        #expect(document == .suspicious(reason: reason), sourceLocation: place)
        let film = try MovieFile.inspect(ContainerContent(film + tail))
        #expect(film == .suspicious(reason: reason), sourceLocation: place)
        let recording = try AVIFile.inspect(ContainerContent(recording + tail))
        #expect(recording == .suspicious(reason: reason), sourceLocation: place)
    }

    private static func expectNothing(_ tail: [UInt8], line: Int = #line) throws {
        let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(try PDFFile.inspect(ContainerContent(document + tail)) == .document, sourceLocation: place)
        let movie = MovieFile.movie(brand: "isom", tracks: ["vide", "soun"])
        #expect(try MovieFile.inspect(ContainerContent(film + tail)) == movie, sourceLocation: place)
        let streams = AVIFile.recording(streams: ["vids"])
        #expect(try AVIFile.inspect(ContainerContent(recording + tail)) == streams, sourceLocation: place)
    }

    @Test(
        "a program for Java, Android or Python behind a document or film is refused",
        arguments: ["META-INF/MANIFEST.MF", "meta-inf/manifest.mf", "a/B.class", "classes.dex", "__main__.py"])
    func programs(name: String) throws {
        let archive = ZipBuilder.of("README", name)
        try Self.expect(archive.bytes, Self.reason(name))
        // Java does not mind what follows.
        try Self.expect(archive.bytes + Array("\n%%EOF\n".utf8), Self.reason(name))
        try Self.expect(archive.bytes + [UInt8](repeating: 0, count: 65_000), Self.reason(name))
        var commented = archive
        commented.comment = [UInt8](repeating: 0x20, count: 65_535)
        try Self.expect(commented.bytes, Self.reason(name))
        var wide = archive
        wide.isWide = true
        try Self.expect(wide.bytes, Self.reason(name))
    }

    @Test("an archive that ends where the file does is refused whatever is in it")
    func archives() throws {
        try Self.expect(Self.attachment.bytes, Self.plain)
        var commented = Self.attachment
        commented.comment = Array("made by hand".utf8)
        try Self.expect(commented.bytes, Self.plain)
    }

    @Test("what nothing would run is no reason to refuse a file")
    func harmless() throws {
        // Other archives that are attached, and end records that lead to no directory.
        try Self.expectNothing(Self.attachment.bytes + Array("\nendstream\nendobj\n%%EOF\n".utf8))
        try Self.expectNothing(ZipBuilder().bytes)
        try Self.expectNothing(Array("PK\u{5}\u{6}".utf8))
        try Self.expectNothing(Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0xFF, count: 18))
        var wrong = Self.program
        wrong.directorySize = 7
        try Self.expectNothing(wrong.bytes)
        wrong.directorySize = 60
        try Self.expectNothing(wrong.bytes)
        // Too far from the end for whoever looks for it there.
        try Self.expectNothing(Self.program.bytes + [UInt8](repeating: 0, count: 65_536))
    }

    @Test("imitations of end records end the search")
    func imitations() throws {
        let record = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
        try Self.expectNothing((0..<256).flatMap { _ in record })
        try Self.expect((0..<257).flatMap { _ in record }, "it has too many ZIP end records")
    }

    @Test("no damage to an archive makes its reader crash", arguments: Nightly.some(0..<4, of: 4))
    func fuzz(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        var wide = Self.program
        wide.isWide = true
        for archive in [Self.program.bytes, wide.bytes] {
            for _ in 0..<300 {
                let content = ContainerContent(Self.film + Mutation.mutate(archive, using: &generator))
                _ = try AppendedArchive.programReason(content)
            }
        }
    }

    @Test("a program behind a Word document of before 2007 is refused, an attached archive is not")
    func compounds() throws {
        let document = try Fixtures.bytes("word97.doc")
        #expect(
            try CompoundFile.inspect(ContainerContent(document + Self.program.bytes))
                == .suspicious(reason: Self.reason("META-INF/MANIFEST.MF")))
        #expect(try CompoundFile.inspect(ContainerContent(document + Self.attachment.bytes)) == .wordDocument)
        for (mark, archive, expected) in [
            ([0xDB, 0xA5, 0x2D, 0], Self.attachment, OldWordDocument.document),
            ([0xDB, 0xA4, 0x2D, 0], Self.program, .other),
            ([0x31, 0xBE, 0, 0], Self.program, .suspicious(reason: Self.reason("META-INF/MANIFEST.MF"))),
        ] as [([UInt8], ZipBuilder, OldWordDocument)] {
            #expect(try OldWordDocument.inspect(ContainerContent(mark + archive.bytes)) == expected)
        }
        let workbook: [UInt8] = [0x09, 0x00, 0x04, 0x00, 0x02, 0x00, 0x10, 0x00, 0x0A, 0x00, 0x00, 0x00]
        let book = try BareWorkbook.inspect(ContainerContent(workbook + Self.program.bytes))
        #expect(book == .suspicious(reason: Self.reason("META-INF/MANIFEST.MF")))
    }
}
