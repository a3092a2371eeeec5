import CompassTesting
import Documents
import Glibc
import Platform
import Testing

@testable import DirectoryStore

/// What is in the page cache of a file before and after it was stored.
@Suite(.serialized) struct SourcePagesTests {
    static let count = (Nightly.isOn ? 48 : 24) << 20
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

    /// Bytes that the page cache holds of it.
    private func cached() throws -> Int { try CachedPages.count(path, size: Self.count) }

    /// Empties the page cache of it.
    private func forget() throws {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        try #require(posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) == 0)
    }

    /// Stores the file and holds how much the page cache has of it afterwards against what is expected, to the byte. The kernel
    /// itself takes pages back when others need memory, and locking them would keep the program from dropping them, too: so it
    /// has to be right once in five times, and nearly right each time.
    ///
    /// - Parameter prepare: returns what is expected.
    private func stays(_ source: SourceFile? = nil, _ prepare: () throws -> Int) async throws {
        for round in 0..<5 {
            let expected = try prepare()
            let key = try #require(ObjectKey("u/t/x\(round)"))
            try await test.put(source ?? SourceFile(opening: path), at: key)
            let found = try cached()
            if found == expected { return }
            try #require(expected / 2...expected ~= found)
            try forget()
        }
        Issue.record("pages were missing five times")
    }

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
        try await stays {
            _ = try Files.read(path, limit: 64 << 20)
            let before = try cached()
            try #require(before > Self.count / 2)
            return before
        }
    }

    @Test(
        "of a file that is there in part, that part stays",
        arguments: Nightly.isOn ? [0, 20 << 20, 40 << 20] : [20 << 20])
    func part(offset: Int) async throws {
        guard try isEmpty else { return }
        try await stays {
            let file = try FileDescriptor.open(path, flags: O_RDONLY)
            try #require(posix_fadvise(file.number, 0, 0, POSIX_FADV_RANDOM) == 0)
            _ = try file.bytes(at: Int64(offset), count: 2 << 20)
            let before = try cached()
            try #require((2 << 20)...(4 << 20) ~= before)
            return before
        }
    }

    @Test("nothing is dropped while somebody else of this process reads the file")
    func kept() async throws {
        guard try isEmpty else { return }
        let source = try SourceFile(opening: path)
        do {
            let kept = KeptPages(of: source.status)
            try await stays(source) { Self.count }
            withExtendedLifetime(kept) {}
        }
        try forget()
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
