import CompassTesting
import Documents
import Glibc
import Platform
import Testing

@testable import DirectoryStore

func makeLink(to target: Path, at path: Path) throws {
    try systemCall("link", on: path.description) {
        target.withCString { target in path.withCString { symlink(target, $0) } }
    }
}

@Suite struct DamageTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    private func expectDamaged(
        _ key: ObjectKey, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        for doing in ["store", "open"] {
            let error = await #expect(throws: ObjectStoreError.self, sourceLocation: sourceLocation) {
                if doing == "store" { try await test.put([1], at: key) } else { _ = try await test.store.open(key) }
            }
            #expect(error?.code == .damaged, sourceLocation: sourceLocation)
            #expect(error?.message.contains(reason) == true, sourceLocation: sourceLocation)
        }
    }

    @Test("a symbolic link in place of a folder is not followed, and nothing is written where it leads")
    func linkedFolder() async throws {
        let outside = test.folder.path.appending("outside")
        try Files.createFolders(outside.appending("t"))
        try makeLink(to: outside, at: test.path("u"))
        await expectDamaged("u/t/x", "Too many levels of symbolic links (ELOOP). A part of the path is a symbolic link")
        await expectDamaged("u/new/x", "(ELOOP)")
        await #expect(throws: ObjectStoreError.self) { try await test.store.delete("u/t/x") }
        #expect(try Files.list(outside) == ["t"])
        #expect(try Files.list(outside.appending("t")) == [])
    }

    @Test("a symbolic link in place of an object is not followed")
    func linkedObject() async throws {
        let outside = try test.folder.write("secret", [1])
        try await test.put([1], at: "u/t/y")
        try makeLink(to: outside, at: test.path("u/t/x"))
        await expectDamaged("u/t/x", "(ELOOP)")
    }

    @Test("a folder or a pipe in place of an object is said, not waited for")
    func notAFile() async throws {
        try Files.createFolders(test.path("u/t/folder"))
        _ = test.path("u/t/pipe").withCString { mkfifo($0, 0o600) }
        for name in ["folder", "pipe"] {
            let key = try #require(ObjectKey("u/t/\(name)"))
            await expectDamaged(
                key,
                "\(test.path("u/t"))/\(name) is not a file, so no object can have that name. Look at what it is and move it "
                    + "out of the object store.")
        }
    }

    @Test("an object in place of a folder is said")
    func fileAsFolder() async throws {
        try await test.put([1], at: "u/t")
        await expectDamaged("u/t/x", "Not a directory (ENOTDIR)")
    }

    @Test("what a crashed process left is removed by the next store that uses the folder; what is in use is not")
    func stale() async throws {
        try Files.createFolders(test.path("u/t"))
        let names: [Path] = [".a.object.tmp", ".b.object.tmp", ".keep", "object.tmp"]
        for name in names { try Files.replace(test.path("u/t").appending(name), with: [1]) }
        let inUse = try FileDescriptor.open(test.path("u/t/.b.object.tmp"), flags: O_RDONLY)
        #expect(flock(inUse.number, LOCK_EX | LOCK_NB) == 0)
        try await test.put([1], at: "u/t/x")
        #expect(try test.names(in: "u/t") == [".b.object.tmp", ".keep", "object.tmp", "x"])
    }

    @Test("what a crashed process left is swept on demand, for a key whose object or folder may not be there")
    func swept() async throws {
        try Files.createFolders(test.path("u/t"))
        try Files.replace(test.path("u/t/.a.object.tmp"), with: [1])
        try await test.store.sweep("u/none/x")
        #expect(try test.names(in: "u/t") == [".a.object.tmp"])
        try await test.store.sweep("u/t/x")
        #expect(try test.names(in: "u/t") == [])
    }

    @Test("a put that runs is not disturbed by a store that cleans the same folder", arguments: [100, 3_000_000])
    func cleaning(count: Int) async throws {
        let root = test.store.root
        let source = TestSource(
            TestSource.bytes(count),
            verify: {
                let folder = try Folder(opening: root.appending("u/t"))
                TemporaryFile.removeStale(in: folder)
            })
        #expect(try await test.put(source, at: "u/t/x").size == Int64(count))
        #expect(try test.names(in: "u/t") == ["x"])
    }

    @Test(
        "a full disk is said, nothing is left, and the store goes on once there is room",
        arguments: [200_000, 2_000_000])
    func full(count: Int) async throws {
        let disk = try SmallDisk(mount: "size=1m", at: test.folder.path)
        try await test.folder(on: disk).put(TestSource.bytes(900_000), at: "u/t/a")
        let store = try test.folder(on: disk)
        let error = await #expect(throws: ObjectStoreError.self) {
            try await store.put(TestSource.bytes(count), at: "u/t/b")
        }
        #expect(error?.code == .full)
        #expect(
            error?.message
                == "Cannot store u/t/b in \(disk.path): No space left on device (ENOSPC). Make room on that disk and run it "
                + "again; nothing was stored.")
        #expect(try Files.list(disk.seenFromHere.appending("u/t")) == ["a"])
        #expect(try await store.delete("u/t/a"))
        // The kernel gives the room of a removed file back when the last thread has closed it.
        let deadline = ContinuousClock.now + .seconds(30)
        var stored: StoredObject?
        while stored == nil, ContinuousClock.now < deadline {
            stored = try? await store.put(TestSource.bytes(200_000), at: "u/t/b")
        }
        #expect(stored?.created == true)
    }

    @Test("a read-only disk is said")
    func readOnly() async throws {
        let disk = try SmallDisk(mount: "size=1m,ro", at: test.folder.path)
        let error = await #expect(throws: ObjectStoreError.self) {
            try await test.folder(on: disk).put([1], at: "u/t/b")
        }
        #expect(error?.code == .readOnly)
        #expect(
            error?.message
                == "Cannot store u/t/b in \(disk.path): Read-only file system (EROFS). Mount it for writing, or choose "
                + "another folder as `storage`.")
    }

    @Test("a folder without rights is said", .enabled(if: geteuid() != 0, "root may do everything"))
    func forbidden() async throws {
        _ = test.store.root.withCString { chmod($0, 0o500) }
        let error = await #expect(throws: ObjectStoreError.self) { try await test.put([1], at: "u/t/b") }
        #expect(error?.code == .forbidden)
    }

    @Test("a store in place of which there is a file cannot be opened")
    func fileAsRoot() throws {
        let path = try test.folder.write("file", [1])
        let error = #expect(throws: ObjectStoreError.self) { try DirectoryStore(root: path) }
        #expect(
            error?.message
                == "Cannot open the object store \(path): Not a directory (ENOTDIR). A part of the path is a symbolic link, or "
                + "not the folder that it should be. Look at it and move it out of the object store.")
    }
}

extension TestStore {
    /// A store on another disk, reached through a descriptor.
    func folder(on disk: SmallDisk) throws -> DirectoryStore {
        try DirectoryStore(root: disk.path, folder: disk.folder)
    }
}

extension DirectoryStore {
    @discardableResult
    func put(_ bytes: [UInt8], at key: ObjectKey) async throws -> StoredObject {
        try await put(TestSource(bytes), at: key, progress: { _ in })
    }
}
