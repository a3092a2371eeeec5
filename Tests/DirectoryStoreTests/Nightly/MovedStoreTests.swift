import CompassTesting
import Documents
import Glibc
import Platform
import Testing

@testable import DirectoryStore

/// The folder of a store is renamed, replaced or mounted over while it is open.
@Suite struct MovedStoreTests {
    private let test: TestStore

    init() throws {
        test = try TestStore()
    }

    private func move(_ from: Path, _ to: Path) throws {
        let (from, to) = (test.folder.path.appending(from), test.folder.path.appending(to))
        try systemCall("rename") { from.withCString { from in to.withCString { rename(from, $0) } } }
    }

    private func expectElsewhere(_ says: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: ObjectStoreError.self) { try await body() }
        #expect(error?.code == .elsewhere)
        #expect(error?.errorClass == .storage)
        #expect(error?.message.contains(says) ?? false, "\(String(describing: error))")
    }

    @Test("nothing is stored, read or deleted while the folder is gone, and all goes on when it is back")
    func renamed() async throws {
        try await test.put([1], at: "u/t/a")
        try move("objects", "moved")
        await expectElsewhere("is not there any more") { try await test.put([2], at: "u/t/b") }
        await expectElsewhere("is not there any more") { _ = try await test.store.open("u/t/a") }
        await expectElsewhere("is not there any more") { try await test.store.delete("u/t/a") }
        await expectElsewhere("is not there any more") { _ = try await test.store.keys() }
        try move("moved", "objects")
        try await test.put([2], at: "u/t/b")
        #expect(try await test.store.keys() == ["u/t/a", "u/t/b"])
    }

    @Test("a folder that has taken its place is not the store, with or without another store's marker")
    func replaced() async throws {
        try await test.put([1], at: "u/t/a")
        try move("objects", "moved")
        try Files.createFolders(test.store.root)
        await expectElsewhere("leads to another folder now") { try await test.put([2], at: "u/t/b") }
        try test.folder.write("objects/.compass-store", Array("another".utf8))
        await expectElsewhere("leads to another folder now") { try await test.put([2], at: "u/t/b") }
        #expect(try Files.list(test.store.root) == [".compass-store"])
        #expect(try Files.list(test.folder.path.appending("moved/u/t")) == ["a"])
    }

    @Test("the same store under another number of its disk is used from then on")
    func mountedAgain() async throws {
        try await test.put([1], at: "u/t/a")
        let marker = try Files.read(test.store.root.appending(".compass-store"), limit: 100)
        #expect(marker.count == 36)
        try move("objects", "moved")
        try test.folder.write("objects/.compass-store", marker)
        try await test.put([2], at: "u/t/b")
        #expect(try Files.list(test.store.root) == [".compass-store", "u"])
        #expect(try Files.list(test.folder.path.appending("moved/u/t")) == ["a"])
    }

    @Test("what a process left that died while it marked a store is gone when another one has marked it")
    func markedAgain() async throws {
        try test.folder.write("objects/.0.object.tmp", [1])
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { [test] in try await test.put([1], at: try #require(ObjectKey("u/t/\(number)"))) }
            }
            try await group.waitForAll()
        }
        #expect(try Files.list(test.store.root) == [".compass-store", "u"])
        #expect(try Files.list(test.store.root.appending("u/t")).count == 8)
    }

    @Test("a store that is moved while an object is written fails that object")
    func duringPut() async throws {
        try await test.put([1], at: "u/t/a")
        let source = MovingSource { try move("objects", "moved") }
        await expectElsewhere("is not there any more") {
            _ = try await test.store.put(source, at: "u/t/b", progress: { _ in })
        }
    }

    @Test("a store is blank until something was stored, and one of an earlier version without a marker is not")
    func blank() async throws {
        #expect(try test.store.isBlank)
        try await test.put([1], at: "u/t/a")
        #expect(try !test.store.isBlank)
        try Files.remove(test.store.root.appending(".compass-store"))
        #expect(try !DirectoryStore(root: test.store.root).isBlank)
        #expect(try FileStatus.of(test.store.root).mode == 0o700)
    }
}

/// Moves the store when it is read.
private struct MovingSource: ObjectSource {
    let size: Int64 = 3
    let move: @Sendable () throws -> Void

    init(_ move: @escaping @Sendable () throws -> Void) { self.move = move }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        if offset >= size { return 0 }
        try move()
        buffer.copyBytes(from: [7, 8, 9] as [UInt8])
        return 3
    }

    func verifyUnchanged() {}
}
