import Platform
import Testing

@testable import FileType

/// Packages of as many parts as may be.
@Suite struct LargePackageTests {
    private static func inspect(_ bytes: [UInt8], _ change: (inout ZipLimits) -> Void = { _ in }) throws
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

    @Test("10,000 parts are read, one more is refused")
    func manyParts() throws {
        let names = (0..<9_997).map { "word/media/\($0)" }
        var builder = ZipBuilder.word()
        builder.entries += names.map(ZipBuilder.Entry.init)
        #expect(try Self.inspect(builder.bytes) == .wordDocument)
        builder.entries.append(ZipBuilder.Entry("word/media/more"))
        #expect(try Self.inspect(builder.bytes) == .suspicious(reason: "it has 10001 entries, more than 10000"))
    }
}
