import CompassTesting
import Documents
import Glibc
import Platform
import Testing

@testable import DirectoryStore

/// What is in the page cache of a file before and after it was stored.
@Suite(.serialized) struct SourcePagesTests {
    static let count = 48 << 20
    let test: TestStore
    let path: Path

    init() throws {
        test = try TestStore()
        path = try test.folder.write("clip.mp4", TestSource.bytes(Self.count))
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        try file.synchronize()
        try #require(posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) == 0)
    }

    /// Whether a file's pages can be dropped here; those of tmpfs cannot.
    private var isEmpty: Bool { get throws { try cached() == 0 } }

    /// Bytes that the page cache holds of it. The kernel takes back some of them when others need memory, so that what is kept
    /// is most of them, and what is dropped is all.
    private func cached() throws -> Int { try CachedPages.count(path, size: Self.count) }

    @Test("pages that were not in memory before are not afterwards")
    func absent() async throws {
        guard try isEmpty else { return }
        try await test.put(SourceFile(opening: path), at: "u/t/x")
        #expect(try cached() == 0)
        #expect(try CachedPages.count(test.path("u/t/x"), size: Self.count) <= 1 << 20)
    }

    @Test("pages that were in memory before still are")
    func present() async throws {
        guard try isEmpty else { return }
        _ = try Files.read(path, limit: 64 << 20)
        try await test.put(SourceFile(opening: path), at: "u/t/x")
        #expect(try cached() > Self.count / 2)
    }

    @Test("of a file that is there in part, that part stays", arguments: [0, 20 << 20, 40 << 20])
    func part(offset: Int) async throws {
        guard try isEmpty else { return }
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        try #require(posix_fadvise(file.number, 0, 0, POSIX_FADV_RANDOM) == 0)
        _ = try file.bytes(at: Int64(offset), count: 2 << 20)
        let before = try cached()
        try #require((2 << 20)...(4 << 20) ~= before)
        try await test.put(SourceFile(opening: path), at: "u/t/x")
        #expect(try (before / 2)...before ~= cached())
    }

    @Test("nothing is dropped while somebody else of this process reads the file")
    func kept() async throws {
        guard try isEmpty else { return }
        let source = try SourceFile(opening: path)
        do {
            let kept = KeptPages(of: source.status)
            try await test.put(source, at: "u/t/x")
            #expect(try cached() > Self.count / 2)
            withExtendedLifetime(kept) {}
        }
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        try #require(posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) == 0)
        try await test.put(source, at: "u/t/y")
        #expect(try cached() == 0)
    }

    @Test("what was fetched ahead goes when a put is cancelled")
    func cancelled() async throws {
        guard try isEmpty else { return }
        let (test, source) = (test, try SourceFile(opening: path))
        await #expect(throws: CancellationError.self) {
            try await Task {
                _ = try await test.store.put(source, at: "u/t/x") { count in
                    if count > 10 << 20 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }.value
        }
        // The kernel may still be fetching some, which cannot be dropped before they are there.
        #expect(try cached() <= 9 << 20)
    }
}

/// mincore(2), for tests of what leaves traces in the page cache.
enum CachedPages {
    static func count(_ path: Path, size: Int) throws -> Int {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        let map = mmap(nil, size, PROT_READ, MAP_SHARED, file.number, 0)
        guard let map, map != MAP_FAILED else { throw SystemError("map", on: path.description) }
        defer { munmap(map, size) }
        let page = sysconf(Int32(_SC_PAGESIZE))
        var pages = [UInt8](repeating: 0, count: (size + page - 1) / page)
        try systemCall("examine the pages of") { mincore(map, size, &pages) }
        return min(size, pages.count { $0 & 1 == 1 } * page)
    }
}
