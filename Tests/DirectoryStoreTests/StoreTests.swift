import CompassTesting
import DirectoryStore
import Documents
import Platform
import Testing

@Suite struct StoreTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    @Test("any range of an object can be read")
    func ranges() async throws {
        let bytes = TestSource.bytes(1_000)
        try await test.put(bytes, at: "u/t/x")
        let object = try #require(try await test.store.open("u/t/x"))
        #expect(object.size == 1_000)
        #expect(try await object.read(at: 0, count: 1_000) == bytes)
        #expect(try await object.read(at: 10, count: 5) == Array(bytes[10..<15]))
        #expect(try await object.read(at: 990, count: 100) == Array(bytes[990...]))
        #expect(try await object.read(at: 1_000, count: 10) == [])
        #expect(try await object.read(at: 5_000, count: 10) == [])
        #expect(try await object.read(at: 0, count: .max) == bytes)
        #expect(try await object.read(at: -5, count: -1) == [])
    }

    @Test("an object that is not there is nil", arguments: ["x", "u/t/x", "u/t/x/y"])
    func absent(key: String) async throws {
        try await test.put([1], at: "u/other")
        let key = try #require(ObjectKey(key))
        #expect(try await test.store.open(key) == nil)
        #expect(try await test.store.delete(key) == false)
    }

    @Test("a deleted object is gone, but can be read to its end by who has it open")
    func delete() async throws {
        try await test.put([1, 2, 3], at: "u/t/x")
        let open = try await test.store.open("u/t/x")
        #expect(try await test.store.delete("u/t/x"))
        #expect(try await test.store.delete("u/t/x") == false)
        #expect(try await test.store.open("u/t/x") == nil)
        #expect(try await open?.read(at: 0, count: 3) == [1, 2, 3])
        #expect(try await test.put([4], at: "u/t/x").created)
    }

    @Test("keys are listed in order, and nothing else in the folder is")
    func keys() async throws {
        for key in ["b", "a/b/c", "a/b", "a.b", "a/a/z"] as [ObjectKey] where key.text != "a/b" {
            try await test.put([1], at: key)
        }
        try Files.replace(test.path(".hidden"), with: [1])
        try Files.replace(test.path("a/.x.object.tmp"), with: [1])
        try Files.replace(test.path("a/not a key"), with: [1])
        try Files.replace(test.path(Path(bytes: [0xFF])), with: [1])
        try Files.createFolders(test.path("empty"))
        try makeLink(to: "/etc/passwd", at: test.path("link"))
        #expect(try await test.keys() == ["a.b", "a/a/z", "a/b/c", "b"])
    }

    @Test("the URL of an object is percent-encoded and absolute")
    func url() async throws {
        let root = test.folder.path.appending(Path(bytes: Array("a b%ü".utf8) + [0xFF]))
        let store = try DirectoryStore(root: root)
        let link = try await store.link(for: "u/t/1_x-y.z", validFor: nil)
        #expect(link == "file://\(test.folder.path)/a%20b%25%C3%BC%FF/u/t/1_x-y.z")
    }

    @Test("an address that ends is not to be had of a folder")
    func noLink() async throws {
        let error = await #expect(throws: ObjectStoreError.self) {
            try await test.store.link(for: "u/t/x", validFor: .seconds(60))
        }
        #expect(error?.code == .noLink)
    }

    @Test("a store is opened again with what it has")
    func again() async throws {
        try await test.put([1], at: "u/t/x")
        let again = try DirectoryStore(root: test.store.root)
        #expect(try await again.open("u/t/x")?.size == 1)
    }
}
