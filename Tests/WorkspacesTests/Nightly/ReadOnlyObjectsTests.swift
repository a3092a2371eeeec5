import CompassTesting
import DirectoryStore
import Documents
import Platform
import Synchronization
import Testing
import Workspaces

@Suite struct ReadOnlyObjectsTests {
    private let folder: TestFolder
    private let store: DirectoryStore
    private let key: ObjectKey
    private let openings = Openings()

    /// How often the store was opened.
    private final class Openings: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock { $0 } }

        func add() -> Int {
            state.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// A store that is opened as a test says.
    private struct Place: ObjectStorePlace {
        let description = "the store"
        let opening: @Sendable () async throws -> (any ObjectStore)?

        func open(isExpected: Bool) async throws -> any ObjectStore {
            guard let store = try await opening() else { throw ObjectStoreError.away(self, "is not there") }
            return store
        }

        func openExisting() async throws -> (any ObjectStore)? { try await opening() }
    }

    private static let away = ObjectStoreError.away(Place { nil }, "is not there")

    init() async throws {
        folder = try TestFolder()
        store = try DirectoryStore(root: folder.path.appending("objects"))
        key = try #require(ObjectKey("u1/transcript/1_grades.pdf"))
        _ = try await store.put(TestSource([1, 2, 3]), at: key, progress: { _ in })
    }

    /// - Parameter open: gets the number of the opening.
    private func objects(
        _ open: @escaping @Sendable (Int) async throws -> (any ObjectStore)?
    ) -> ReadOnlyObjects {
        ReadOnlyObjects(Place { [openings] in try await open(openings.add()) })
    }

    @Test("a store is opened once an object is asked for, and once, however many ask at a time")
    func lazily() async throws {
        let (store, key) = (store, key)
        let objects = objects { _ in
            await Task.yield()
            return store
        }
        #expect(openings.count == 0)
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<20 { group.addTask { try await objects.open(key)?.size } }
            for try await size in group { #expect(size == 3) }
        }
        try await objects.verify()
        #expect(try await objects.link(for: key, validFor: nil) == store.link(for: key, validFor: nil))
        var listed: [ObjectKey] = []
        #expect(try await objects.forEachPage(of: 10) { listed += $0.map(\.key) } == 0)
        #expect(listed == [key])
        #expect(openings.count == 1)
    }

    @Test("a store that is away has no objects, and is told of to who cannot do without one")
    func away() async throws {
        let objects = objects { _ in nil }
        #expect(try await objects.open(key) == nil)
        #expect(try await objects.forEachPage(of: 10) { _ in Issue.record("there is nothing") } == 0)
        await #expect(throws: Self.away) { try await objects.verify() }
        await #expect(throws: Self.away) { try await objects.link(for: key, validFor: nil) }
        #expect(openings.count == 1)
    }

    @Test("what is wrong with a store is told to all that ask for objects")
    func trouble() async throws {
        let trouble = ObjectStoreError(.damaged, "It is none.")
        let objects = objects { _ in throw trouble }
        for _ in 0..<2 {
            await #expect(throws: trouble) { try await objects.open(key) }
            await #expect(throws: trouble) { try await objects.verify() }
        }
        #expect(openings.count == 1)
    }

    @Test("an opening that was cancelled is begun anew by the next who asks")
    func cancelled() async throws {
        let store = store
        let objects = objects { number in
            if number == 1 { throw CancellationError() }
            return store
        }
        await #expect(throws: CancellationError.self) { try await objects.open(key) }
        #expect(try await objects.open(key)?.size == 3)
        #expect(openings.count == 2)
    }

    @Test("nothing is stored and nothing deleted, and the store is not opened for it")
    func refused() async throws {
        let store = store
        let objects = objects { _ in store }
        let put = await #expect(throws: ObjectStoreError.self) {
            try await objects.put(TestSource([1]), at: key, progress: { _ in })
        }
        let delete = await #expect(throws: ObjectStoreError.self) { try await objects.delete(key) }
        #expect(put?.code == .readOnly && delete?.code == .readOnly)
        #expect(openings.count == 0)
    }
}
