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

    @Test("a deleted object can be read to its end by who has it open")
    func delete() async throws {
        try await test.put([1, 2, 3], at: "u/t/x")
        let open = try await test.store.open("u/t/x")
        #expect(try await test.store.delete("u/t/x"))
        #expect(try await open?.read(at: 0, count: 3) == [1, 2, 3])
        #expect(try await open?.read(at: -5, count: -1) == [])
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
}
