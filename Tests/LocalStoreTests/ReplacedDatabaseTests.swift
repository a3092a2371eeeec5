import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import SQLite
import Synchronization
import Testing

@testable import LocalStore

/// A database that is not the file any more that it was.
@Suite struct ReplacedDatabaseTests {
    private let folder: TestFolder
    private var path: Path { folder.file("state/compass.db") }
    private var log: Path { folder.file("state/compass.db-wal") }

    init() throws {
        folder = try TestFolder()
    }

    private func rename(_ from: Path, to: Path) throws {
        try systemCall("rename") { from.withCString { from in to.withCString { Glibc.rename(from, $0) } } }
    }

    private func schools(_ store: LocalStore) async throws -> [String] {
        try await store.schools(limit: 10, after: nil).items.map(\.id)
    }

    @Test("a database in whose place another one was put is not opened with the former one's log, by nobody")
    func otherLog() async throws {
        let store = try await LocalStore.open(path)
        let copy = folder.file("copy.db")
        try LocalStore.copy(path, to: copy)
        try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        // As when the process is killed: its log stays.
        try rename(copy, to: path)
        let before = try Files.read(log, limit: 1 << 24)
        let path = path
        let copied = folder.file("copied.db")
        let openings: [(String, @Sendable () async throws -> Void)] = [
            ("to write", { _ = try await LocalStore.open(path) }),
            ("to read alone", { _ = try await LocalStore.openReadOnly(path).version("x") }),
            ("to examine", { _ = try DatabaseHealth.examine(path) }),
            ("to copy", { try LocalStore.copy(path, to: copied) }),
        ]
        for (what, open) in openings {
            let error = await #expect(throws: StoreError.self, "\(what)") { try await open() }
            #expect(error?.code == .otherLog, "\(what)")
            #expect(
                error?.message
                    == "The database \(path) is not the file that its log compass.db-wal belongs to: another one was put in its "
                    + "place, and the log stayed. Nothing was read or changed. Move compass.db-wal and compass.db-shm away, and "
                    + "start again: the guide \"When things go wrong\" shows how to bring a database back.", "\(what)")
        }
        #expect(try Files.read(log, limit: 1 << 24) == before)
        for name in ["-wal", "-shm"] {
            try rename(Path("\(path)\(name)"), to: folder.file("former\(name)"))
        }
        let opened = try await LocalStore.open(path)
        #expect(try await schools(opened) == [])
        #expect(try await opened.check() == [])
        try await opened.close()
    }

    @Test("a database that was copied with its log, by whatever means, is used with it")
    func copied() async throws {
        let store = try await LocalStore.open(path)
        try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try Files.createFolders(folder.file("other"))
        for name in try Files.list(path.folder) where name.text.hasPrefix("compass.db") && !name.text.hasSuffix("-shm")
        {
            try folder.write(Path("other/\(name)"), try Files.read(path.folder.appending(name), limit: 1 << 24))
        }
        let other = try await LocalStore.open(folder.file("other/compass.db"))
        #expect(try await schools(other) == ["ucla"])
        try await other.close()
        try await store.close()
        // A log of its own is no other's, and neither is one that is new.
        let again = try await LocalStore.open(path)
        #expect(try await schools(again) == ["ucla"])
        try await again.close()
    }

    @Test(
        "what was written down and is torn, and nothing at all, keep nobody from opening",
        arguments: ["", "7 7", "a b c d\n"])
    func torn(_ note: String) async throws {
        let store = try await LocalStore.open(path)
        try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try folder.write("state/compass.db-log", Array(note.utf8))
        let second = try await LocalStore.open(path)
        #expect(try await schools(second) == ["ucla"])
        #expect(try Files.read(folder.file("state/compass.db-log"), limit: 1_024).count > 8)
    }

    @Test(
        "a database that is removed or replaced while it is open fails the next write and all that comes after, and is told once",
        arguments: [false, true])
    func gone(isReplaced: Bool) async throws {
        let store = try await LocalStore.open(path)
        let told = Mutex<[StoreError]>([])
        store.whenLost { error in told.withLock { $0.append(error) } }
        try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        if isReplaced {
            try Files.replace(path, with: try Files.read(path, limit: 1 << 24))
        } else {
            try Files.remove(path)
        }
        for isRead in [false, true, false] {
            let error = await #expect(throws: StoreError.self) {
                if isRead {
                    _ = try await schools(store)
                } else {
                    try await store.addSchools([try School(id: "mit", name: "MIT")], replacing: true)
                }
            }
            #expect(error?.code == .replaced)
            #expect(
                error?.message.hasPrefix(
                    "\(path) was removed or replaced while this process was using it, so that nothing it records would be "
                        + "found again. ") == true)
        }
        #expect(told.withLock { $0.map(\.code) } == [.replaced])
    }
}
