import CompassTesting
import Digests
import Documents
import Glibc
import Platform
import Synchronization
import Testing

@testable import DirectoryStore

/// Large objects that fail, and file systems without direct writes.
@Suite struct LargeFileVariantTests {
    static let large = Int(Copy.largeSize)
    let test: TestStore

    init() throws {
        test = try TestStore()
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
