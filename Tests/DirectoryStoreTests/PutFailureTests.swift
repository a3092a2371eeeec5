import CompassTesting
import DirectoryStore
import Documents
import Platform
import Synchronization
import Testing

@Suite struct PutFailureTests {
    static let sizes = [100, 3_000_000]
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    private func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await test.keys() == [], sourceLocation: sourceLocation)
        #expect(try test.names(in: "u/t") == [], sourceLocation: sourceLocation)
    }

    @Test(
        "a source that is shorter or longer than announced is not stored",
        arguments: [
            (100, 101, "100 of the 101"), (100, 99, "more than the 99"), (100, 0, "more than the 0"),
            (0, 1, "0 of the 1"), (3_000_000, 300_000, "more than the 300000"),
            (524_288, 524_287, "more than the 524287"), (524_289, 524_288, "more than the 524288"),
        ])
    func size(count: Int, announced: Int64, text: String) async throws {
        let source = TestSource(TestSource.bytes(count), announced: announced)
        let error = await #expect(throws: ObjectStoreError.self) { try await test.put(source, at: "u/t/x") }
        #expect(
            error?.message
                == "The source gave \(text) bytes that it announced. Nothing was stored; run it again once it is complete."
        )
        try await expectNothing()
    }

    @Test("the error of a source that knows why its size changed is the one that is told")
    func sizeReason() async throws {
        let source = TestSource([1, 2], announced: 3, verify: { throw TestError() })
        await #expect(throws: TestError()) { try await test.put(source, at: "u/t/x") }
        try await expectNothing()
    }

    @Test("cancelling ends a put in the middle, and nothing is left", arguments: sizes)
    func cancelled(count: Int) async throws {
        let test = test
        let source = TestSource(TestSource.bytes(count)) { offset in
            if offset > 1_000_000 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let task = Task {
            if count < 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
            try await test.put(source, at: "u/t/x")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(source.ranges.last?.upperBound ?? 0 < 2_500_000)
        try await expectNothing()
    }

    @Test("a real file that is appended to while it is read is not stored")
    func appended() async throws {
        let path = try test.folder.write("video.mp4", TestSource.bytes(2_000_000))
        let file = try SourceFile(opening: path)
        let writer = try FileDescriptor.open(path, flags: 0o2001)
        let error = await #expect(throws: SourceFileError.self) {
            _ = try await test.store.put(file, at: "u/t/x") { if $0 == 524_288 { try? writer.write([1]) } }
        }
        #expect(error?.code == .changed)
        try await expectNothing()
    }
}
