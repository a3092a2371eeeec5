import CompassTesting
import Platform
import Testing

@testable import FileType

/// Compound files by their streams' names, and workbooks by their records.
@Suite struct OldWorkbookTests {
    private static func record(_ type: UInt16, _ data: [UInt8] = []) -> [UInt8] {
        little(type) + little(UInt16(data.count)) + data
    }

    /// A sheet in the form of Excel 2, 3, 4 or 5.
    private static func sheet(_ version: Int, kind: UInt16 = 0x10, _ records: [UInt8] = []) -> [UInt8] {
        let type: UInt16 = version == 5 ? 0x0809 : [0x0009, 0x0209, 0x0409][version - 2]
        let data = little(UInt16(0)) + little(kind) + [UInt8](repeating: 0, count: [0, 2, 2, 4][version - 2])
        return record(type, data) + records + record(0x000A)
    }

    private static let cell = record(0x0002, [0, 0, 0, 0, 0, 0, 0, 9, 0])

    /// A fixture with a stream's or storage's name changed to another of the same length or shorter.
    private static func renamed(_ fixture: Path, _ name: String, to other: String) throws -> [UInt8] {
        var bytes = try Fixtures.bytes(fixture)
        let old: [UInt8] = name.utf16.flatMap { little($0) as [UInt8] } + [0, 0]
        var new: [UInt8] = other.utf16.flatMap { little($0) as [UInt8] }
        let length = UInt16(new.count + 2)
        new += [UInt8](repeating: 0, count: old.count - new.count)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
        bytes.replaceSubrange(start..<start + old.count, with: new)
        bytes.replaceSubrange(start + 64..<start + 66, with: little(length))
        return bytes
    }

    @Test(
        "names of streams are compared without regard to case",
        arguments: [
            ("xlwt.xls", "Workbook", "WORKBOOK", CompoundFile.workbook),
            ("xlwt.xls", "Workbook", "workBook", .workbook),
            ("xlwt.xls", "Workbook", "BOOK", .workbook), ("xlwt.xls", "Workbook", "Workboo", .other),
            ("word97.doc", "WordDocument", "worddocument", .wordDocument),
            ("word97.doc", "1Table", "macros", .macros(reason: "it carries macros (Macros)")),
        ] as [(Path, String, String, CompoundFile)])
    func names(fixture: Path, name: String, other: String, expected: CompoundFile) throws {
        #expect(try CompoundFile.inspect(ContainerContent(Self.renamed(fixture, name, to: other))) == expected)
    }

    @Test("a macro sheet in a compound file is found, in the list of sheets")
    func macroSheet() throws {
        var bytes = try Fixtures.bytes("xlwt.xls")
        // The record that names the sheet: its place, whether it is hidden, its kind.
        let start = try #require(
            bytes.indices.first { bytes[$0...].starts(with: [0x85, 0]) && bytes.count > $0 + 10 && bytes[$0 + 9] == 0 })
        bytes[start + 9] = 1
        #expect(
            try CompoundFile.inspect(ContainerContent(bytes))
                == .macros(reason: "it carries an Excel 4 macro sheet or module (Workbook)"))
    }

    private static let macros = BareWorkbook.macros(reason: "it carries an Excel 4 macro sheet or module")
    private static let page = Array("<html><script>alert(1)</script>".utf8)
    private static let begin = record(0x0009, [2, 0, 0x10, 0])
    private static let sheetEntry = record(0x85, [0, 0, 0, 0, 0, 0, 1, 65])
    private static let macroEntry = record(0x85, [0, 0, 0, 0, 0, 1, 1, 65])

    private static let workbooks: [(bytes: [UInt8], expected: BareWorkbook)] = [
        (sheet(2, cell), .workbook), (sheet(3, cell), .workbook), (sheet(4, cell), .workbook),
        (joined(sheet(5, kind: 0x05, sheetEntry), sheet(5, cell)), .workbook),
        (sheet(4, kind: 0x100, sheet(4, cell)), .workbook),
        (sheet(2, kind: 0x40), macros), (sheet(4, kind: 0x100, sheet(4, kind: 0x40)), macros),
        (sheet(5, kind: 0x05, macroEntry), macros),
        (joined(begin, page), .damaged(reason: "its byte 8 begins no record: it is cut off or damaged")),
        (sheet(3, cell).dropLast(6), .damaged(reason: "its byte 10 begins no record: it is cut off or damaged")),
        (begin, .damaged(reason: "it has no contents")),
        (record(0x0009, [2, 0, 0x11, 0]), .other), ([9, 0], .other), ([], .other),
    ]

    @Test("workbooks of Excel 2 to 5 need no compound file")
    func bareWorkbooks() throws {
        for (bytes, expected) in Self.workbooks {
            #expect(try BareWorkbook.inspect(ContainerContent(bytes)) == expected)
        }
    }

    private static func sheet(_ version: Int, _ records: [UInt8]) -> [UInt8] { sheet(version, kind: 0x10, records) }

    @Test("random records are read to their end", arguments: Nightly.some(0..<4, of: 4))
    func random(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        for _ in 0..<500 {
            _ = try BareWorkbook.inspect(
                ContainerContent(Mutation.mutate(Self.sheet(3, Self.cell + Self.cell), using: &generator)))
        }
    }
}
