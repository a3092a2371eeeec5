import Testing

@testable import FileType

/// Packages of as many parts as may be.
@Suite struct LargePackageTests {
    @Test("10,000 parts are read, one more is refused")
    func manyParts() throws {
        let names = (0..<9_997).map { "word/media/\($0)" }
        var builder = ZipBuilder.word()
        builder.entries += names.map(ZipBuilder.Entry.init)
        #expect(try OfficePackageTests.inspect(builder.bytes) == .wordDocument)
        builder.entries.append(ZipBuilder.Entry("word/media/more"))
        let tooMany = OfficePackage.suspicious(reason: "it has 10001 entries, more than 10000")
        #expect(try OfficePackageTests.inspect(builder.bytes) == tooMany)
    }
}
