import Pipelines
import Platform
import SQLite
import Testing

@testable import LocalStore

/// What watched folders remember.
@Suite struct LedgerTests {
    private func entry(
        _ inode: UInt64, watch: Int64 = 1, device: UInt64 = 1, state: LedgerEntry.State = .settled
    ) -> LedgerEntry {
        LedgerEntry(
            watch: watch, file: LedgerEntry.File(device: device, inode: inode, born: 3),
            path: Path(bytes: [0x2F, 0xFF, UInt8(truncatingIfNeeded: inode)]), size: 4, modified: 5, changed: 6,
            sha256: "ab", takenSHA256: "cd", run: "run", state: state, status: .succeeded, attempts: 2,
            target: "/done/a", note: "n",
            takenAt: Timestamp(microseconds: 8))
    }

    @Test("a watch keeps its number as long as pipeline and path are the same")
    func numbers() async throws {
        let test = try await TestStore()
        defer { withExtendedLifetime(test) {} }
        let store = test.store
        let first = try await store.register(pipeline: "a", path: "in")
        let second = try await store.register(pipeline: "a", path: "other")
        #expect(try await store.register(pipeline: "a", path: "in") == first)
        #expect(first != second)
        #expect(first > 0)
    }

    @Test("entries come back as they were put, by pages, of the states that are asked for")
    func pages() async throws {
        let test = try await TestStore()
        defer { withExtendedLifetime(test) {} }
        let store = test.store
        let watch = try await store.register(pipeline: "a", path: "in")
        let other = try await store.register(pipeline: "b", path: "in")
        let states: [LedgerEntry.State] = [.settled, .taken, .settled, .ended, .settled, .taken]
        let entries = states.enumerated().map { entry(UInt64($0.offset), watch: watch, state: $0.element) }
        try await store.put(entries.reversed() + [entry(1, watch: other)])
        #expect(try await store.entries(ofWatch: watch, states: [], after: nil, limit: 100) == entries)
        #expect(
            try await store.entries(ofWatch: watch, states: [], after: entries[1].file, limit: 2)
                == Array(entries[2...3]))
        #expect(
            try await store.entries(ofWatch: watch, states: [.taken, .ended], after: nil, limit: 100)
                == [entries[1], entries[3], entries[5]])
        #expect(
            try await store.entries(ofWatch: watch, states: [.settled], after: entries[0].file, limit: 1)
                == [entries[2]])
        #expect(try await store.entry(ofWatch: watch, file: entries[3].file) == entries[3])
        #expect(try await store.entry(ofWatch: watch, file: entry(77).file) == nil)
    }

    @Test("putting an entry again replaces it, and forgetting removes only what is meant")
    func replaced() async throws {
        let test = try await TestStore()
        defer { withExtendedLifetime(test) {} }
        let store = test.store
        let watch = try await store.register(pipeline: "a", path: "in")
        var first = entry(.max, watch: watch, device: .max)
        first.sha256 = nil
        first.status = nil
        first.target = nil
        first.note = nil
        try await store.put([first, entry(2, watch: watch)])
        first.state = .taken
        first.run = "other"
        try await store.put([first])
        #expect(try await store.entry(ofWatch: watch, file: first.file) == first)
        try await store.forget([first.file, entry(99).file], ofWatch: watch)
        #expect(try await store.entries(ofWatch: watch, states: [], after: nil, limit: 9) == [entry(2, watch: watch)])
    }

    @Test("of entries that are put together all are there or none")
    func together() async throws {
        let test = try await TestStore()
        defer { withExtendedLifetime(test) {} }
        let store = test.store
        let watch = try await store.register(pipeline: "a", path: "in")
        // There is no such watch.
        await #expect(throws: StoreError.self) { try await store.put([entry(1, watch: watch), entry(2, watch: 999)]) }
        #expect(try await store.entries(ofWatch: watch, states: [], after: nil, limit: 9).isEmpty)
    }

    @Test("of a former version's entries, what was taken is not what was processed")
    func takenContents() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("compass.db")
        do {
            let connection = try Connection(path)
            try Migrator(migrations: Array(Migration.all.prefix(5)), path: path).run(on: connection)
            try connection.script(
                """
                INSERT INTO watches VALUES (1, 'a', 'in');
                INSERT INTO watched_files VALUES
                    (1, 1, 1, 3, x'2f61', 4, 5, 6, 'seen', 'r1', 'taken', NULL, 1, NULL, NULL, 7),
                    (1, 1, 2, 3, x'2f62', 4, 5, 6, 'done', 'r2', 'settled', 'succeeded', 1, NULL, NULL, 7);
                """)
        }
        let store = try await LocalStore.open(path)
        let entries = try await store.entries(ofWatch: 1, states: [], after: nil, limit: 10)
        #expect(entries.map(\.sha256) == [nil, "done"])
        #expect(entries.map(\.takenSHA256) == ["seen", nil])
        try await store.close()
    }
}
