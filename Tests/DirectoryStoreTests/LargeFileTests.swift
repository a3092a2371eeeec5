import CompassTesting
import Digests
import Documents
import Glibc
import Platform
import Synchronization
import Testing

@testable import DirectoryStore

/// Objects that are large enough to be written past the page cache.
@Suite struct LargeFileTests {
    static let large = Int(Copy.largeSize)
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    static let boundaries: [Int] = [
        0, 1, 511, 512, 513, 4_095, 4_096, 4_097, 262_145, 9 << 20, 9_437_185, 17_825_791, 34_603_521,
    ]
    static let offsets: [Int] = [-4_096, -1, 0, 1, 511, 512, 4_095, 4_096, 4_097, 4_194_303, 4_194_304, 4_194_305]

    @Test(
        "a file of any size is stored with its bytes and digest",
        arguments: Nightly.isOn
            ? boundaries + offsets.map { large + $0 } : [0, 513, 262_145, large - 1, large, large + 513])
    func sizes(count: Int) async throws {
        let bytes = TestSource.bytes(count)
        let source = try SourceFile(opening: test.folder.write("clip.mp4", bytes))
        let seen = Mutex<[Int64]>([])
        let stored = try await test.store.put(source, at: "u/t/x") { count in seen.withLock { $0.append(count) } }
        #expect(stored.sha256 == SHA256.hex(of: bytes))
        #expect(stored.size == Int64(count))
        #expect(try Files.read(test.path("u/t/x"), limit: 64 << 20) == bytes)
        #expect(try test.names(in: "u/t") == ["x"])
        let progress = seen.withLock { $0 }
        #expect(progress == progress.sorted())
        #expect(progress.last == Int64(count))
    }

    @Test(
        "every byte of a large source is read once, in order, also if it gives little at a time",
        arguments: 0..<(Nightly.isOn ? 8 : 1))
    func readOnce(seed: UInt64) async throws {
        var generator = SeededRandom(seed: seed)
        let count = Int.random(in: Self.large...Self.large * 3, using: &generator)
        let bytes = TestSource.bytes(count, seed: seed)
        let source = TestSource(bytes, pieces: Int.random(in: 1_000...3_000_000, using: &generator))
        let stored = try await test.put(source, at: "u/t/x")
        #expect(stored.sha256 == SHA256.hex(of: bytes))
        #expect(try Files.read(test.path("u/t/x"), limit: 64 << 20) == bytes)
        #expect(zip(source.ranges, source.ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(source.ranges.last?.upperBound == Int64(count))
    }

    static let mismatches: [(Int, Int)] = [
        (large, large + 1), (large + 1, large), (large * 2, large), (large - 1, large), (100, large),
        (large + 4_096, large + 8_192), (10_485_760, 9_437_184), (9_437_184, 10_485_760),
    ]

    @Test(
        "a large source that is shorter or longer than announced is not stored",
        arguments: Nightly.isOn ? mismatches : Array(mismatches.prefix(2)))
    func size(count: Int, announced: Int) async throws {
        let source = TestSource(TestSource.bytes(count), announced: Int64(announced))
        let error = await #expect(throws: ObjectStoreError.self) { try await test.put(source, at: "u/t/x") }
        #expect(error?.message.contains(count > announced ? "more than the" : "\(count) of the") == true)
        #expect(try test.names(in: "u/t") == [])
    }

    @Test(
        "an error of a large source passes through, and nothing is left",
        arguments: Nightly.isOn ? [0, 1 << 20, 5 << 20, 11 << 20] : [5 << 20])
    func readError(offset: Int64) async throws {
        let source = TestSource(TestSource.bytes(12 << 20)) { if $0 >= offset { throw TestError() } }
        await #expect(throws: TestError()) { try await test.put(source, at: "u/t/x") }
        #expect(try test.names(in: "u/t") == [])
    }

    @Test("cancelling ends a large put in the middle, and nothing is left")
    func cancelled() async throws {
        let test = test
        let source = TestSource(TestSource.bytes(24 << 20)) { offset in
            if offset > 5 << 20 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) {
            try await Task { try await test.put(source, at: "u/t/x") }.value
        }
        #expect(source.ranges.last?.upperBound ?? 0 < 8 << 20)
        #expect(try test.names(in: "u/t") == [])
    }

    /// What happens to a source while it is read.
    enum Change: CaseIterable {
        case written, appended, truncated, replaced

        func happen(to path: Path, size: Int) throws {
            let file = try FileDescriptor.open(path, flags: O_WRONLY)
            switch self {
            case .written: try #require([7].withUnsafeBytes { pwrite(file.number, $0.baseAddress, 1, 20) } == 1)
            case .appended:
                try #require([7].withUnsafeBytes { pwrite(file.number, $0.baseAddress, 1, off_t(size)) } == 1)
            case .truncated: try #require(ftruncate(file.number, off_t(size / 2)) == 0)
            case .replaced: try Files.replace(path, with: [1, 2, 3])
            }
        }
    }

    @Test("a large file that changes while it is read is not stored", arguments: Change.allCases)
    func changed(change: Change) async throws {
        let count = (Nightly.isOn ? 40 : 12) << 20
        let path = try test.folder.write("clip.mp4", TestSource.bytes(count))
        let source = try SourceFile(opening: path)
        let isDone = Mutex(false)
        let error = await #expect(throws: SourceFileError.self) {
            _ = try await test.store.put(source, at: "u/t/x") { _ in
                isDone.withLock { isDone in
                    if isDone { return }
                    isDone = true
                    do { try change.happen(to: path, size: count) } catch { Issue.record(error) }
                }
            }
        }
        #expect(error?.code == .changed)
        #expect(try test.names(in: "u/t") == [])
    }

    @Test(
        "a disk that is full is said of a large object as of others",
        arguments: Nightly.isOn ? [large, large + 1, 30 << 20] : [large + 1])
    func full(count: Int) async throws {
        let disk = try SmallDisk(mount: "size=3m", at: test.folder.path)
        let store = try test.folder(on: disk)
        let error = await #expect(throws: ObjectStoreError.self) {
            try await store.put(TestSource.bytes(count), at: "u/t/b")
        }
        #expect(error?.code == .full)
        #expect(try Files.list(disk.seenFromHere.appending("u/t")) == [])
    }

    @Test(
        "where the file system has no direct writes, a large object goes through the page cache",
        arguments: Nightly.isOn ? [0, 1, 513] : [513])
    func fallback(rest: Int) async throws {
        let disk = try SmallDisk(mount: "mode=700", at: test.folder.path, type: "ramfs")
        let probe = try disk.folder.open("probe", flags: O_WRONLY | O_CREAT, mode: 0o600)
        let refusal = #expect(throws: SystemError.self) { try probe.setDirect(true) }
        #expect(refusal?.isUnsupported == true)
        let bytes = TestSource.bytes((9 << 20) + rest)
        let stored = try await test.folder(on: disk).put(bytes, at: "u/t/b")
        #expect(stored.sha256 == SHA256.hex(of: bytes))
        #expect(try Files.read(disk.seenFromHere.appending("u/t/b"), limit: 64 << 20) == bytes)
    }

    @Test("what a file system refuses to write directly after all goes through the page cache, and nothing is lost")
    func refusedLater() throws {
        let path = test.folder.path.appending("file")
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT)
        do {
            try file.setDirect(true)
        } catch {
            #expect(error.isUnsupported)
            return
        }
        let bytes = TestSource.bytes(40_000)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 4_096)
        defer { memory.deallocate() }
        // Not aligned, which ext4, XFS and btrfs refuse with EINVAL.
        let odd = UnsafeMutableRawBufferPointer(rebasing: memory[1...])
        odd.copyBytes(from: bytes)
        #expect(try !file.writeDirectly(UnsafeRawBufferPointer(odd)))
        try file.write([1, 2, 3])
        #expect(try Files.read(path, limit: 1 << 20) == bytes + [1, 2, 3])
    }
}
