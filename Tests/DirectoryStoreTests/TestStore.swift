import CompassTesting
import DirectoryStore
public import Documents
import Platform
import Synchronization

/// A store in a fresh folder.
struct TestStore {
    let folder: TestFolder
    let store: DirectoryStore

    init() throws {
        folder = try TestFolder()
        store = try DirectoryStore(root: folder.path.appending("objects"))
    }

    func path(_ name: Path) -> Path { store.root.appending(name) }

    @discardableResult
    func put(_ source: any ObjectSource, at key: ObjectKey) async throws -> StoredObject {
        try await store.put(source, at: key, progress: { _ in })
    }

    @discardableResult
    func put(_ bytes: [UInt8], at key: ObjectKey) async throws -> StoredObject {
        try await put(TestSource(bytes), at: key)
    }

    /// All names in a folder of the store, hidden ones included.
    func names(in folder: Path) throws -> [Path] {
        try Files.list(path(folder))
    }

    func keys() async throws -> [String] { try await store.keys().map(\.text) }
}

extension ObjectKey: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let key = ObjectKey(text) else { preconditionFailure("\(text) is no key") }
        self = key
    }
}

struct TestError: Error, Equatable {}
