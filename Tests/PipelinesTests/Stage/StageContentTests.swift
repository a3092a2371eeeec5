import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@Suite("Reading a document as a whole")
struct StageContentTests {
    private static func context(_ bytes: [UInt8], charset: String? = nil) throws -> (StageContext, TestFolder) {
        let folder = try TestFolder()
        let file = try SourceFile(opening: folder.write("a.txt", bytes))
        let facts: Record = charset.map { ["charset": .string($0)] } ?? [:]
        let context = StageContext(
            run: "r", pipeline: "p", stage: "count", attempt: 1, startedAt: Timestamp(microseconds: 0), keyTimestamp: 0,
            owner: "u1",
            file: .success(file), facts: facts, resources: Resources(), environment: Environment(roots: [:]),
            progress: { _, _ in })
        return (context, folder)
    }

    @Test("bytes are all of them, and a larger document is rejected")
    func bytes() throws {
        let (context, folder) = try Self.context(Array(repeating: 7, count: 3_000_000))
        #expect(try context.bytes() == Array(repeating: 7, count: 3_000_000))
        let error = #expect(throws: StageError.self) { try context.bytes(atMost: ByteSize(bytes: 2_999_999)) }
        #expect(error?.outcome == .rejected)
        #expect(error?.kind == "too-large")
        #expect(error?.message == "a.txt has 3000000 bytes, and 2999999B are the most that stage `count` reads.")
        withExtendedLifetime(folder) {}
    }

    @Test("a document that changes while it is read is rejected")
    func changed() throws {
        let (context, folder) = try Self.context(Array("one".utf8))
        try folder.write("a.txt", Array("other".utf8))
        let error = #expect(throws: StageError.self) { try context.bytes() }
        #expect(error?.kind == "source-changed")
    }

    @Test(
        "text is read in the encoding that its mark or the fact `charset` says",
        arguments: [
            (Array("Élan\n".utf8), nil, "Élan\n"), ([0xEF, 0xBB, 0xBF] + Array("a".utf8), nil, "a"),
            ([0xFF, 0xFE, 0xC9, 0x00, 0x61, 0x00], nil, "Éa"), ([0xFE, 0xFF, 0x00, 0xC9], "unknown-8bit", "É"),
            ([0xC9, 0x00], "utf-16le", "É"), ([0x00, 0x00, 0x00, 0xC9], "utf-32be", "É"),
            ([0xC9, 0x6C, 0x80], "unknown-8bit", "Él€"), ([], nil, ""),
            ([0xC9, 0x6C], "iso-8859-1", "Él"), ([0xC9, 0x6C], nil, "Él"),
        ] as [([UInt8], String?, String)])
    func text(bytes: [UInt8], charset: String?, expected: String) throws {
        let (context, folder) = try Self.context(bytes, charset: charset)
        #expect(try context.text() == expected)
        withExtendedLifetime(folder) {}
    }

    @Test(
        "what is no text is rejected",
        arguments: [
            ([0xC9, 0x01], nil), ([0x61, 0x00], nil), ([0xFF, 0xFE, 0x00], nil), ([0xFF, 0xFE, 0x00, 0xD8], nil),
            (Array("a".utf8), "iso-2022-jp"),
        ] as [([UInt8], String?)])
    func noText(bytes: [UInt8], charset: String?) throws {
        let (context, folder) = try Self.context(bytes, charset: charset)
        let error = #expect(throws: StageError.self) { try context.text() }
        #expect(error?.outcome == .rejected)
        #expect(error?.kind == "not-text")
        #expect(error?.message == "a.txt is no text that stage `count` can read.")
        withExtendedLifetime(folder) {}
    }

    @Test("numbers are options: a fraction takes whole ones too, a whole number takes no fraction")
    func numbers() {
        #expect(Double.type == .number)
        #expect(Int.type == .integer)
        #expect(Double(value: 2) == 2.0)
        #expect(Double(value: 2.5) == 2.5)
        #expect(Double(value: "2") == nil)
        #expect(Int(value: 2) == 2)
        #expect(Int(value: 2.5) == nil)
        let fraction: Setting<Double> = 0.5
        let whole: Setting<Double> = 3
        let count: Setting<Int> = 3
        let wide: Setting<Int64> = 4
        #expect((fraction.constant, whole.constant) == (0.5, 3.0))
        #expect((count.constant, wide.constant) == (3, 4))
    }
}
