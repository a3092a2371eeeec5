import Platform
import Testing

@testable import FileType

@Suite struct OfficePackageTests {
    static func inspect(_ bytes: [UInt8], _ change: (inout ZipLimits) -> Void = { _ in }) throws
        -> OfficePackage
    {
        var limits = ZipLimits()
        change(&limits)
        return try OfficePackage.inspect(ContainerContent(bytes), limits: limits)
    }

    private static func inspect(
        _ builder: ZipBuilder = .word(), _ change: (inout ZipBuilder) -> Void
    ) throws -> OfficePackage {
        var builder = builder
        change(&builder)
        return try inspect(builder.bytes)
    }

    @Test(
        "sample files are what they are",
        arguments: [
            ("libreoffice.docx", OfficePackage.wordDocument), ("unusual-order.docx", .wordDocument),
            ("libreoffice.xlsx", .workbook), ("openpyxl.xlsx", .workbook), ("xlsxwriter.xlsx", .workbook),
            ("unusual-order.xlsx", .workbook), ("zip-as.docx", .other), ("odt-as.docx", .other),
            ("letter.pdf", .notPackage), ("word97.doc", .notPackage), ("empty.docx", .notPackage),
            ("password.docx", .notPackage),
            (
                "bomb.docx",
                .suspicious(
                    reason: "it is a decompression bomb: it unpacks to 110009149 bytes, 1000 times its size")
            ),
            (
                "declared-bomb.xlsx",
                .suspicious(
                    reason: "it is a decompression bomb: it unpacks to 4294918086 bytes, more than 1073741824")
            ),
            (
                "overlap.docx",
                .suspicious(reason: "its part docProps/core.xml shares bytes with another one")
            ),
            ("macros-as.docx", .suspicious(reason: "it carries macros (word/vbaProject.bin)")),
            (
                "cut-off.docx",
                .damaged(reason: "its ZIP directory is missing: the file is cut off or damaged")
            ),
        ] as [(Path, OfficePackage)])
    func fixtures(name: Path, expected: OfficePackage) throws {
        #expect(try Self.inspect(Fixtures.bytes(name)) == expected)
        let file = try FileDescriptor.open(Fixtures.folder.appending(name), flags: 0)
        #expect(try OfficePackage.inspect(file) == expected)
    }

    @Test(
        "main parts are known by name, in any case and numbered",
        arguments: [
            (["[Content_Types].xml", "word/document.xml"], OfficePackage.wordDocument),
            (["[Content_Types].xml", "word/document2.xml"], .wordDocument),
            (["[content_types].XML", "Word/Document.xml"], .wordDocument),
            (["[Content_Types].xml", "xl/workbook.xml"], .workbook),
            (["[Content_Types].xml", "word/document.xml", "word/embeddings/xl/workbook.xml"], .wordDocument),
            (["word/document.xml"], .other), (["[Content_Types].xml"], .other),
            (["[Content_Types].xml", "word/document.bin"], .other),
            (["[Content_Types].xml", "xl/workbook.bin"], .other),
            (["[Content_Types].xml", "ppt/presentation.xml"], .other),
            (["[Content_Types].xml", "word/documents.xml"], .other),
            (
                ["[Content_Types].xml", "word/document.xml", "xl/workbook.xml"],
                .suspicious(reason: "it has the parts of a Word document and of a workbook")
            ),
        ])
    func names(_ names: [String], expected: OfficePackage) throws {
        #expect(try Self.inspect(ZipBuilder(entries: names.map(ZipBuilder.Entry.init)).bytes) == expected)
    }

    @Test("a comment, a gap and ZIP64 records are allowed")
    func variants() throws {
        #expect(try Self.inspect { $0.comment = Array("made by PK\u{5}\u{6}".utf8) } == .wordDocument)
        #expect(try Self.inspect { $0.comment = Array(repeating: 0x20, count: 65_535) } == .wordDocument)
        #expect(try Self.inspect { $0.gap = [1, 2, 3] } == .wordDocument)
        #expect(try Self.inspect { $0.isWide = true } == .wordDocument)
        #expect(
            try Self.inspect {
                $0.isWide = true
                $0.entries[1].size = .max
                $0.entries[1].compressedSize = .max
                $0.entries[1].directoryExtra =
                    little(UInt16(0x5455)) + little(UInt16(1)) + [0] + little(UInt16(1)) + little(UInt16(16))
                    + little(UInt64(4)) + little(UInt64(4))
            } == .wordDocument)
    }

    @Test("parts that are laid out to mislead are refused")
    func places() throws {
        #expect(
            try Self.inspect { $0.entries[2].offset = 0 }
                == .suspicious(reason: "its part word/document.xml shares bytes with another one"))
        #expect(
            try Self.inspect { $0.entries[2].localName = Array("word/document.xmX".utf8) }
                == .suspicious(reason: "its part word/document.xml is not where its ZIP directory says"))
        #expect(
            try Self.inspect { $0.entries[2].offset = 100_000 }
                == .damaged(reason: "its part word/document.xml lies beyond the end of the file"))
        #expect(
            try Self.inspect {
                $0.entries[2].compressedSize = 100
                $0.entries[2].size = 100
            } == .suspicious(reason: "its part word/document.xml shares bytes with the ZIP directory"))
        #expect(
            try Self.inspect(.word("word/document.xml")) { _ in }
                == .suspicious(reason: "it has two parts named word/document.xml"))
        #expect(
            try Self.inspect(.word("WORD/Document.xml")) { _ in }
                == .suspicious(reason: "it has two parts named WORD/Document.xml"))
        for name in ["../evil", "a/../../evil", "/etc/passwd", "a\\..\\evil", "..", "a\0b", "\\\\server\\share"] {
            #expect(
                try Self.inspect(.word(name)) { _ in }
                    == .suspicious(
                        reason: "its part \(Printable.text(name)) has a name that leads out of its folder"))
        }
    }

    @Test("parts that no office program writes are refused")
    func parts() throws {
        #expect(
            try Self.inspect(.word("word/VbaProject.BIN")) { _ in }
                == .suspicious(reason: "it carries macros (word/VbaProject.BIN)"))
        #expect(
            try Self.inspect { $0.entries[2].flags = 1 }
                == .suspicious(reason: "its part word/document.xml is encrypted"))
        #expect(
            try Self.inspect { $0.entries[2].method = 12 }
                == .suspicious(
                    reason: "its part word/document.xml is packed by ZIP method 12, which office programs do not use"))
        #expect(
            try Self.inspect { $0.entries[2].size = 3 }
                == .suspicious(reason: "its part word/document.xml declares 3 bytes and takes 4"))
        #expect(
            try Self.inspect {
                $0.entries[2].contents = Array(repeating: 0, count: 20_000)
                $0.entries[2].method = 8
                $0.entries[2].size = 4
            } == .suspicious(reason: "its part word/document.xml declares 4 bytes and takes 20000"))
    }

    @Test("end records that do not fit the file are refused")
    func endRecords() throws {
        #expect(
            try Self.inspect { $0.count = 2 }
                == .suspicious(reason: "its ZIP directory has entries that its end record does not count"))
        #expect(
            try Self.inspect { $0.count = 4 }
                == .damaged(reason: "its ZIP directory holds something that is no entry"))
        #expect(
            try Self.inspect { $0.count = 60_000 }
                == .suspicious(reason: "its ZIP end record claims 60000 entries"))
        for change: (inout ZipBuilder) -> Void in [
            { $0.directorySize = 10 }, { $0.directoryOffset = 0 }, { $0.directoryOffset = 0xFFFF_FFFE },
        ] {
            #expect(
                try Self.inspect(.word(), change)
                    == .suspicious(reason: "its ZIP directory does not lie where its end record says"))
        }
        #expect(
            try Self.inspect { $0.directoryOffset = .max }
                == .damaged(reason: "its ZIP64 end record is missing"))
        #expect(
            try Self.inspect {
                $0.isWide = true
                $0.count = 3
                $0.directorySize = 12
            } == .suspicious(reason: "its two ZIP end records disagree"))
        #expect(
            try Self.inspect { $0.comment = Array(ZipBuilder().bytes) }
                == .suspicious(reason: "it has two ZIP end records"))
    }

    @Test("limits count declared sizes, and add them up without overflow")
    func limits() throws {
        let bytes = ZipBuilder.word().bytes
        #expect(try Self.inspect(bytes) { $0.entries = 3 } == .wordDocument)
        #expect(
            try Self.inspect(bytes) { $0.entries = 2 }
                == .suspicious(reason: "it has 3 entries, more than 2"))
        #expect(try Self.inspect(bytes) { $0.total = 12 } == .wordDocument)
        #expect(
            try Self.inspect(bytes) { $0.total = 11 }
                == .suspicious(reason: "it is a decompression bomb: it unpacks to 12 bytes, more than 11"))
        #expect(
            try Self.inspect(bytes) { $0.directorySize = 100 }
                == .suspicious(reason: "its ZIP directory has 185 bytes, more than 100"))
        let huge = little(UInt16(1)) + little(UInt16(8)) + little(UInt64(Int64.max))
        #expect(
            try Self.inspect {
                for index in 0..<3 {
                    $0.entries[index].size = .max
                    $0.entries[index].directoryExtra = huge
                }
            }
                == .suspicious(
                    reason: "it is a decompression bomb: it unpacks to \(Int64.max) bytes, more than 1073741824"))
        #expect(
            try Self.inspect {
                $0.entries[0].size = .max
                $0.entries[0].directoryExtra = little(UInt16(1)) + little(UInt16(8)) + little(UInt64.max)
            } == .suspicious(reason: "an entry of its ZIP directory claims \(UInt64.max) bytes"))
    }

    @Test("a package cut anywhere is never taken for a document")
    func truncation() throws {
        let large = try Fixtures.bytes("libreoffice.docx")
        let cuts = stride(from: 0, to: large.count, by: 97).map { Array(large[..<$0]) }
        let small = ZipBuilder.word().bytes
        for bytes in cuts + small.indices.map({ Array(small[..<$0]) }) {
            let result = try Self.inspect(bytes)
            #expect(result != .wordDocument && result != .workbook && result != .other, "\(bytes.count) bytes")
        }
    }
}
