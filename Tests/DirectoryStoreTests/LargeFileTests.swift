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
        0, 1, 511, 512, 513, 4_095, 4_096, 4_097, 262_143, 262_144, 262_145, 524_287, 524_288, 524_289, 2_097_152,
        2_097_153, 9 << 20, 9_437_185, 17_825_791, 34_603_521,
    ]
    static let offsets: [Int] = [-4_096, -1, 0, 1, 511, 512, 4_095, 4_096, 4_097, 4_194_303, 4_194_304, 4_194_305]

    @Test(
        "a file of any size is stored with its bytes and digest",
        arguments: Nightly.isOn
            ? boundaries + offsets.map { large + $0 } : [0, 513, 262_145, 524_289, large - 1, large, large + 513])
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
}
