import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// Opening that changes nothing.
@Suite struct ReadOnlyTests {
    private let folder: TestFolder
    private var path: Path { folder.file("state/compass.db") }

    init() throws {
        folder = try TestFolder()
    }

    /// Names, sizes, times and bytes of everything below the test's folder.
    private func traces() throws -> [String] {
        guard Files.exists(path.folder) else { return [] }
        return try Files.list(path.folder).map { name in
            let file = path.folder.appending(name)
            let status = try FileStatus.of(file)
            let bytes = try Files.read(file, limit: 1 << 26)
            return "\(name) \(status) \(Checksum.text(of: bytes))"
        }
    }

    private func schools(_ store: LocalStore) async throws -> [String] {
        try await store.schools(limit: 100, after: nil).items.map { "\($0.id) \($0.name)" }
    }

    @Test("without a database it is an empty one, and no folder is made")
    func none() async throws {
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await store.documents(DocumentQuery(), limit: 10, after: nil).items == [])
        #expect(try await store.runs(RunQuery(), limit: 10, after: nil).items == [])
        #expect(try await store.versions(owner: "u1", type: .transcript, title: "t") == [])
        #expect(try await schools(store) == [])
        try await store.close()
        #expect(!Files.exists(path.folder))
    }

    @Test("a clean database is read in place, without a trace")
    func clean() async throws {
        let writing = try await LocalStore.open(path)
        try await writing.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try await writing.close()
        #expect(try DatabaseCopy.isClean(path))
        let before = try traces()
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await schools(store) == ["ucla UCLA"])
        #expect(try traces() == before)
        try await store.close()
        #expect(try traces() == before)
    }

    @Test("a database that is open elsewhere shows its newest commit, without a trace")
    func open() async throws {
        let writing = try await LocalStore.open(path)
        try await writing.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        #expect(try !DatabaseCopy.isClean(path))
        let before = try traces()
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await schools(store) == ["ucla UCLA"])
        #expect(try traces() == before)
        // All reads of one opening see the same state.
        try await writing.addSchools([try School(id: "duke", name: "Duke")], replacing: true)
        #expect(try await schools(store) == ["ucla UCLA"])
        try await store.close()
        let again = try await LocalStore.openReadOnly(path)
        #expect(try await schools(again) == ["duke Duke", "ucla UCLA"])
        try await again.close()
        try await writing.close()
    }

    @Test("schools that are not in the database yet are known besides those that are")
    func moreSchools() async throws {
        for isThere in [false, true] {
            if isThere {
                let writing = try await LocalStore.open(path)
                try await writing.addSchools(
                    [try School(id: "ucla", name: "Old name"), try School(id: "duke", name: "Duke")], replacing: true)
                try await writing.close()
            }
            let before = try traces()
            let store = try await LocalStore.openReadOnly(
                path, schools: [try School(id: "ucla", name: "UCLA"), try School(id: "yale", name: "Yale")])
            #expect(try await schools(store) == (isThere ? ["duke Duke"] : []) + ["ucla UCLA", "yale Yale"])
            try await store.requireSchools(["ucla", "yale"])
            await #expect(throws: CatalogError.self) { try await store.requireSchools(["ucla", "stanford"]) }
            try await store.close()
            #expect(try traces() == before)
        }
    }

    @Test("whatever writes fails with a clear error")
    func writes() async throws {
        try await LocalStore.open(path).close()
        let store = try await LocalStore.openReadOnly(path)
        let error = await #expect(throws: StoreError.self) {
            try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        }
        #expect(error?.code == .readOnly)
        #expect(
            error?.message
                == "The database \(path) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
        let other = await #expect(throws: StoreError.self) {
            try await store.pin(definition: "a", pipeline: "b", source: "c")
        }
        #expect(other?.code == .readOnly)
    }

    @Test("an older schema is read through a copy and stays as it is")
    func older() async throws {
        let old = try await LocalStore.open(path)
        try await old.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try await old.close()
        let before = try traces()
        let second = Migration(
            version: (Migration.all.map(\.version).max() ?? 0) + 1, sql: "ALTER TABLE schools ADD COLUMN city TEXT")
        let connection = try DatabaseSnapshot(path: path, migrations: Migration.all + [second], schools: []).open()
        #expect(try connection.rows("SELECT id FROM schools WHERE city IS NULL") { try $0.text(0) } == ["ucla"])
        #expect(try traces() == before)
    }

    @Test("what is no database of ours is refused as by the ordinary opening")
    func foreign() async throws {
        try Files.createFolders(path.folder)
        try Files.replace(path, with: [UInt8](repeating: 0x55, count: 8_192))
        let store = try await LocalStore.openReadOnly(path)
        let error = await #expect(throws: StoreError.self) { try await schools(store) }
        #expect(error?.code == .notADatabase)
        path.withCString { _ = unlink($0) }
        try Connection(path).execute("CREATE TABLE t (x)")
        let other = try await LocalStore.openReadOnly(path)
        let second = await #expect(throws: StoreError.self) { try await schools(other) }
        #expect(second?.code == .foreign)
    }

    @Test("a clean database that another process changes while it is read is noticed")
    func changed() async throws {
        try await LocalStore.open(path).close()
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await schools(store) == [])
        let writing = try await LocalStore.open(path)
        try await writing.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        // The change lies in the -wal file for now: what was opened is still one state.
        #expect(try await schools(store) == [])
        try await writing.close()
        let error = await #expect(throws: StoreError.self) { try await schools(store) }
        #expect(error?.code == .locked)
    }
}
