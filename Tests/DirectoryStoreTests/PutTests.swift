import CompassTesting
import Digests
import DirectoryStore
import Documents
import Glibc
import Platform
import Synchronization
import Testing

@Suite struct PutTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    @Test("of a file that has other bytes with the same time than were looked at, nothing is stored")
    func keptBytes() async throws {
        let file = try test.folder.write("a.pdf", Array("looked at".utf8))
        let source = try SourceFile(opening: file)
        #expect(try source.keepBytes(upTo: 100) == Array("looked at".utf8))
        try FileDescriptor.open(file, flags: O_WRONLY).write(Array("exchanged".utf8))
        let time = source.status.modified
        var times = [timespec](
            repeating: timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000)), count: 2)
        #expect(utimensat(AT_FDCWD, "\(file)", &times, 0) == 0)
        let error = await #expect(throws: SourceFileError.self) { try await test.put(source, at: "u1/transcript/a") }
        #expect(error?.code == .changed)
        #expect(try test.names(in: "u1/transcript") == [])
    }

    @Test("a file that was written after its bytes were looked at is refused, and nothing is stored")
    func keptBytesOfAChangedFile() async throws {
        let file = try test.folder.write("a.pdf", Array("looked at".utf8))
        let source = try SourceFile(opening: file)
        _ = try source.keepBytes(upTo: 100)
        try FileDescriptor.open(file, flags: O_WRONLY | O_APPEND).write([1])
        let error = await #expect(throws: SourceFileError.self) { try await test.put(source, at: "u1/transcript/a") }
        #expect(error?.code == .changed)
        #expect(try test.names(in: "u1/transcript") == [])
    }

    @Test("files and folders are for their owner alone, and no mark of an unfinished step is left on folders")
    func modes() async throws {
        try await test.put([1], at: "u1/transcript/a")
        for (name, mode) in [("u1", 0o700), ("u1/transcript", 0o700), ("u1/transcript/a", 0o600)] as [(Path, UInt32)] {
            #expect(try FileStatus.of(test.path(name)).mode == mode)
        }
    }

    @Test("a folder whose maker crashed before it was on disk is taken over", arguments: ["u1", "u1/transcript"])
    func unfinishedFolder(name: Path) async throws {
        try Files.createFolders(test.path("u1/transcript"), mode: 0o700)
        _ = test.path(name).withCString { chmod($0, 0o1700) }
        // The mark is looked for at the object's own folder; those above it are older and finished.
        _ = test.path("u1/transcript").withCString { chmod($0, 0o1700) }
        try await test.put([1], at: "u1/transcript/a")
        #expect(try FileStatus.of(test.path("u1")).mode == 0o700)
        #expect(try FileStatus.of(test.path("u1/transcript")).mode == 0o700)
    }

    @Test(
        "every byte is read once, in order, also from a source that gives little at a time",
        arguments: 0..<(Nightly.isOn ? 24 : 2))
    func readOnce(seed: UInt64) async throws {
        var generator = SeededRandom(seed: seed)
        let count = Int.random(in: 0...1_500_000, using: &generator)
        let bytes = TestSource.bytes(count, seed: seed)
        let source = TestSource(bytes, pieces: Int.random(in: 1_000...400_000, using: &generator))
        let stored = try await test.put(source, at: "u/t/x")
        #expect(stored.sha256 == SHA256.hex(of: bytes))
        #expect(try Files.read(test.path("u/t/x"), limit: 2_000_000) == bytes)
        #expect(source.ranges.first?.lowerBound ?? 0 == 0)
        #expect(zip(source.ranges, source.ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(source.ranges.last?.upperBound ?? 0 == Int64(count))
    }

    @Test("the same bytes again are success, and the object is not touched", arguments: [0, 100, 1_000_000])
    func repeated(count: Int) async throws {
        let bytes = TestSource.bytes(count)
        let first = try await test.put(bytes, at: "u/t/x")
        let status = try FileStatus.of(test.path("u/t/x"))
        let verified = Mutex(0)
        let again = try await test.put(TestSource(bytes, verify: { verified.withLock { $0 += 1 } }), at: "u/t/x")
        #expect(
            again == StoredObject(key: "u/t/x", url: first.url, size: first.size, sha256: first.sha256, created: false))
        #expect(verified.withLock { $0 } == 1)
        #expect(try FileStatus.of(test.path("u/t/x")) == status)
        #expect(try test.names(in: "u/t") == ["x"])
    }

    @Test("other bytes under the same key are refused in words, and nothing is left of them")
    func taken() async throws {
        try await test.put([1, 2, 3], at: "u/t/x")
        let error = await #expect(throws: ObjectStoreError.self) { try await test.put([1, 2, 4], at: "u/t/x") }
        #expect(
            error?.message
                == "The object store has other bytes (3 of them) under u/t/x, and never replaces an object. Nothing "
                + "was stored.")
        #expect(try test.names(in: "u/t") == ["x"])
    }
}
