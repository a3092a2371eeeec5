import CompassTesting
import Platform
import Testing

@testable import FileType

/// What a package says of its own parts.
@Suite struct PackagePartTests {
    private static func inspect(_ parts: [(name: String, text: String)]) throws -> OfficePackage {
        try inspect(bytes(parts))
    }

    private static func inspect(_ bytes: [UInt8]) throws -> OfficePackage {
        try OfficePackage.inspect(ContainerContent(bytes), limits: ZipLimits())
    }

    private static func bytes(_ parts: [(name: String, text: String)]) -> [UInt8] {
        ZipBuilder(
            entries: parts.map {
                var entry = ZipBuilder.Entry($0.name)
                entry.contents = Array($0.text.utf8)
                return entry
            }
        ).bytes
    }

    private static let formats = "application/vnd.openxmlformats-officedocument."
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

    private static func types(_ parts: (name: String, type: String)..., extensions: [String: String] = [:]) -> (
        name: String, text: String
    ) {
        let overrides = parts.map { "<Override PartName='\($0.name)' ContentType=\"\($0.type)\"/>" }
        let defaults = extensions.map { "<Default Extension=\"\($0)\" ContentType=\"\($1)\"></Default>" }
        return (
            "[Content_Types].xml",
            "<?xml version=\"1.0\"?><!-- parts --><Types xmlns=\"x\">\((overrides + defaults).joined(separator: "\n"))</Types>"
        )
    }

    private static func root(_ target: String, type: String = relations + "officeDocument", extra: String = "") -> (
        name: String, text: String
    ) {
        (
            "_rels/.rels",
            "<Relationships><Relationship Id=\"a\" Type=\"\(type)\" Target=\"\(target)\" \(extra)/></Relationships>"
        )
    }

    private static let sheet = formats + "spreadsheetml.sheet.main+xml"
    private static let document = formats + "wordprocessingml.document.main+xml"

    @Test(
        "the main part is where the relationships say",
        arguments: [
            ("book.xml", "/book.xml", "book.xml", sheet, OfficePackage.workbook),
            ("data/Book.XML", "/Data/book.xml", "/data/book.xml", sheet, .workbook),
            ("data/book.xml", "/data/book.xml", "./x/../data/book.xml", sheet, .workbook),
            ("data\\book.xml", "/data/book.xml", "data\\book.xml", sheet, .workbook),
            ("text/main.xml", "/text/main.xml", "text/main.xml", document, .wordDocument),
            ("text/main.xml", "/text/main.xml", "text/none.xml", document, .other),
            ("text/main.xml", "/text/other.xml", "text/main.xml", document, .other),
            ("deck.xml", "/deck.xml", "deck.xml", formats + "presentationml.presentation.main+xml", .other),
        ])
    func mainParts(part: String, listed: String, target: String, type: String, expected: OfficePackage) throws {
        #expect(try Self.inspect([Self.types((listed, type)), Self.root(target), (part, "<x/>")]) == expected)
        // Transitional, strict, and with a prefix and references.
        let strict = "http://purl.oclc.org/ooxml/officeDocument/relationships/office&#68;ocument"
        let rels = (
            name: "_rels/.rels",
            text: "<r:Relationships><r:Relationship Target='\(target)' Type='\(strict)'/></r:Relationships>"
        )
        #expect(try Self.inspect([Self.types((listed, type)), rels, (part, "<x/>")]) == expected)
        let outside = Self.root(target, extra: "TargetMode='External'")
        #expect(try Self.inspect([Self.types((listed, type)), outside, (part, "<x/>")]) == .other)
    }

    @Test("names with backslashes are names")
    func backslashes() throws {
        let names = ["[Content_Types].xml", "_rels\\.rels", "xl\\workbook.xml", "xl\\worksheets\\sheet1.xml"]
        #expect(try Self.inspect(ZipBuilder(entries: names.map(ZipBuilder.Entry.init)).bytes) == .workbook)
        let twice = ["[Content_Types].xml", "xl/workbook.xml", "xl\\workbook.xml"]
        #expect(
            try Self.inspect(ZipBuilder(entries: twice.map(ZipBuilder.Entry.init)).bytes)
                == .suspicious(reason: "it has two parts named xl\\workbook.xml"))
    }

    @Test("bytes behind the end record are allowed, up to the longest comment, and a second archive is not")
    func trailing() throws {
        let package = ZipBuilder.word().bytes
        for count in [1, 2, 22, 4_096, 65_535] {
            #expect(try Self.inspect(package + [UInt8](repeating: 0, count: count)) == .wordDocument)
        }
        #expect(
            try Self.inspect(package + Array("\r\n--boundary PK\u{5}\u{6} PK\u{5}\u{6}--\r\n".utf8)) == .wordDocument)
        let cutOff = OfficePackage.damaged(reason: "its ZIP directory is missing: the file is cut off or damaged")
        for count in [65_536, 70_000, 200_000] {
            let tooFar = OfficePackage.damaged(
                reason: "\(count) bytes follow the end of its ZIP archive; at most 65535 may")
            #expect(try Self.inspect(package + [UInt8](repeating: 0, count: count)) == tooFar)
            #expect(try Self.inspect(package.dropLast(22) + [UInt8](repeating: 0, count: count)) == cutOff)
        }
        let twice = OfficePackage.suspicious(reason: "it has two ZIP end records")
        let program = ZipBuilder.of("META-INF/MANIFEST.MF", "Main.class").bytes
        #expect(try Self.inspect(package + program) == twice)
        #expect(try Self.inspect(package + program + [0]) == twice)
        #expect(try Self.inspect(package + ZipBuilder().bytes) == twice)
        let many: [UInt8] = (0..<100).flatMap { _ in Array("PK\u{5}\u{6}".utf8) }
        #expect(try Self.inspect(package + many) == .suspicious(reason: "it has too many ZIP end records"))
    }

    @Test(
        "a document that is a program as well is refused",
        arguments: [
            "META-INF/MANIFEST.MF", "meta-inf\\manifest.mf", "AndroidManifest.xml", "setup.exe", "word/media/run.BAT",
            "classes.dex", "a/Main.class",
            "AppxManifest.xml", "__main__.py",
        ])
    func programs(name: String) throws {
        #expect(
            try Self.inspect(ZipBuilder.word(name).bytes)
                == .suspicious(reason: "it is a program as well (\(Printable.text(name)))"))
        #expect(try Self.inspect(ZipBuilder.of("[Content_Types].xml", name).bytes) == .other)
    }

    @Test(
        "macros are found by their type, under whatever name",
        arguments: [
            ("/word/x.dat", "application/vnd.ms-office.vbaProject", "macros"),
            ("/WORD/X.dat", "application/vnd.MS-office.vba&#x50;roject", "macros"),
            ("/word/document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml", "macros"),
            ("/word/x.dat", "application/vnd.ms-excel.macrosheet+xml", "an Excel 4 macro sheet"),
            ("/word/x.dat", "application/vnd.ms-excel.intlmacrosheet+xml", "an Excel 4 macro sheet"),
        ])
    func macros(part: String, type: String, what: String) throws {
        let name = part.contains("document") ? "word/document.xml" : "word/x.dat"
        let rest = [("word/document.xml", "<x/>"), ("word/x.dat", "x")]
        let expected = OfficePackage.suspicious(reason: "it carries \(what) (\(name))")
        #expect(try Self.inspect([Self.types((part, type))] + rest) == expected)
        if name == "word/x.dat" {
            #expect(try Self.inspect([Self.types(extensions: ["DAT": type])] + rest) == expected)
            #expect(try Self.inspect([Self.types(extensions: ["bin": type])] + rest) == .wordDocument)
        }
    }

    @Test("macros are found by the relationship to them, and Excel 4 macro sheets by their folder")
    func relationships() throws {
        let parts = [
            Self.types(("/word/document.xml", Self.document)), Self.root("word/document.xml"),
            ("word/document.xml", "<x/>"), ("word/x.dat", "x"),
            (
                "word/_rels/document.xml.rels",
                "<Relationships><Relationship Type='http://schemas.microsoft.com/office/2006/relationships/vbaProject' "
                    + "Target='x.dat'/></Relationships>"
            ),
        ]
        #expect(try Self.inspect(parts) == .suspicious(reason: "it carries macros (x.dat)"))
        #expect(
            try Self.inspect(ZipBuilder.of("[Content_Types].xml", "xl/workbook.xml", "xl/macrosheets/sheet1.xml").bytes)
                == .suspicious(reason: "it carries an Excel 4 macro sheet (xl/macrosheets/sheet1.xml)"))
    }

    @Test(
        "a package whose list of types cannot be read is damaged",
        arguments: ["<Types", "<!DOCTYPE Types []><Types/>", "<Types><Override PartName=x/></Types>", "<Types><!-- "])
    func unreadable(text: String) throws {
        #expect(
            try Self.inspect([("[Content_Types].xml", text), ("word/document.xml", "<x/>")])
                == .damaged(reason: "its part [Content_Types].xml is not the list of its parts"))
    }

    @Test("DEFLATE data is unpacked, up to a limit, and damage ends it")
    func deflate() throws {
        let text = Array("Compass ".utf8)
        let stored: [UInt8] = [1, 8, 0, 0xF7, 0xFF] + text
        #expect(Inflate.unpack(stored, limit: 8) == text)
        #expect(Inflate.unpack(stored, limit: 7) == nil)
        #expect(Inflate.unpack(Array(stored.dropLast()), limit: 8) == nil)
        // A length and its complement that disagree, and a kind that does not exist.
        #expect(Inflate.unpack([1, 8, 0, 0, 0] + text, limit: 100) == nil)
        #expect(Inflate.unpack([7], limit: 100) == nil)
        // Forty times the same, with the fixed codes; real packages have codes of their own.
        let packed: [UInt8] = [
            0x73, 0xCE, 0xCF, 0x2D, 0x48, 0x2C, 0x2E, 0x56, 0x70, 0x1E, 0xA5, 0xC9, 0xA2, 0x01,
        ]
        #expect(Inflate.unpack(packed, limit: 320) == (0..<40).flatMap { _ in text })
        #expect(Inflate.unpack(packed, limit: 319) == nil)
        for cut in packed.indices { #expect(Inflate.unpack(Array(packed[..<cut]), limit: 320) == nil) }
        // A copy of what was never there.
        #expect(Inflate.unpack([0x03, 0x02], limit: 100) == nil)
    }

    @Test("no damage to a list of parts crashes its reader or keeps it busy", arguments: 0..<(Nightly.isOn ? 4 : 1))
    func mutations(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        let list = Array(Self.types(("/word/document.xml", Self.document), extensions: ["a&#x41;": "b"]).text.utf8)
        for _ in 0..<500 {
            _ = XMLElements.read(Mutation.mutate(list, using: &generator))
            let packed = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect((Inflate.unpack(packed, limit: 1_000)?.count ?? 0) <= 1_000)
        }
    }
}
