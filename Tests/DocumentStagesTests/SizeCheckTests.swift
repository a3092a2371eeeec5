import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct SizeCheckTests {
    private static func check(
        size: Int64, max: Int64? = nil, min: Int64? = nil, facts: Record = [:], rules: DocumentRules = .standard
    ) async throws -> Record {
        let folder = try TestFolder()
        let file = try folder.open("clip.mp4", [])
        try Files.truncate(file.path, to: size)
        var options = SizeCheck.Options()
        options.max = .fixed(max.map(ByteSize.init(bytes:)))
        options.min = .fixed(min.map(ByteSize.init(bytes:)))
        return try await SizeCheck(options: options)
            .run(.example(SourceFile(opening: file.path), facts: facts, rules: rules))
    }

    @Test(
        "a size at a limit is accepted, one beyond is not",
        arguments: [
            (1, nil, nil, nil), (100_000_000, nil, nil, nil), (100, 100, nil, nil), (100, nil, 100, nil),
            (3_000_000_000, 3_000_000_000, nil, nil),
            (100_000_001, nil, nil, "File exceeds 100MB limit. Please compress or choose a smaller file."),
            (101, 100, nil, "File exceeds 100B limit. Please compress or choose a smaller file."),
            (1_048_577, 1_048_576, nil, "File exceeds 1MiB limit. Please compress or choose a smaller file."),
            (1_000_000_001, 1_000_000_000, nil, "File exceeds 1GB limit. Please compress or choose a smaller file."),
            (1_500_001, 1_500_000, nil, "File exceeds 1500kB limit. Please compress or choose a smaller file."),
            (99, nil, 100, "clip.mp4 has 99 bytes, less than the 100B that are required."),
            (0, nil, nil, "clip.mp4 is empty (0 bytes). A document needs contents."),
            (0, 0, 0, "clip.mp4 is empty (0 bytes). A document needs contents."),
        ] as [(Int64, Int64?, Int64?, String?)])
    func limits(size: Int64, max: Int64?, min: Int64?, message: String?) async throws {
        do {
            #expect(try await Self.check(size: size, max: max, min: min) == ["size": .integer(size)])
            #expect(message == nil)
        } catch let error as StageError {
            #expect(error.outcome == .rejected)
            #expect(error.message == message)
        }
    }

    @Test("the workspace's limit for the document's type holds where the pipeline sets none")
    func workspace() async throws {
        var rules = DocumentRules.standard
        rules[.highlightVideo].maxSize = 1_000
        let facts: Record = ["document-type": "highlight_video"]
        #expect(try await Self.check(size: 1_000, facts: facts, rules: rules) == ["size": 1_000])
        let error = await #expect(throws: StageError.self) {
            try await Self.check(size: 1_001, facts: facts, rules: rules)
        }
        #expect(error == .rejected("too-large", "File exceeds 1kB limit. Please compress or choose a smaller file."))
        #expect(try await Self.check(size: 1_001, rules: rules) == ["size": 1_001])
        #expect(try await Self.check(size: 1_001, max: 2_000, facts: facts, rules: rules) == ["size": 1_001])
    }

    @Test("a run without a file fails")
    func noFile() async {
        let error = await #expect(throws: StageError.self) {
            try await SizeCheck(options: SizeCheck.Options()).run(.example(file: nil))
        }
        #expect(error?.outcome == .failed(.permanent))
        #expect(error?.kind == "no-document")
    }
}
