public import CompassTesting
public import LocalStore
import Platform

/// A database of its own for the rules of `StoreConformance`.
final class LocalDatabase: TestedDatabase {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    var path: Path { folder.file("compass.db") }

    func open(now: @escaping @Sendable () -> Timestamp) async throws -> any TestedStore {
        try await LocalStore.open(path, now: now)
    }

    func damage(in store: any TestedStore) async throws -> [String] {
        guard let store = store as? LocalStore else { return ["it is none of this database's stores"] }
        return try await store.check()
    }
}

extension LocalStore: TestedStore {}
