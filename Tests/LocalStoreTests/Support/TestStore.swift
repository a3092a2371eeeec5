import Documents
import Pipelines
import Platform
import SQLite
import Synchronization

@testable import LocalStore

/// A store in a folder of its own, with a clock that advances by a second at every look.
final class TestStore: Sendable {
    let folder: TemporaryFolder
    let store: LocalStore
    private let runs = Atomic<Int>(0)

    init(schools: [String] = ["duke", "mit", "stanford", "ucla"]) async throws {
        folder = try TemporaryFolder()
        let clock = TestClock()
        store = try await LocalStore.open(folder.file("compass.db"), now: { clock.now() })
        if !schools.isEmpty {
            try await store.addSchools(schools.map { try School(id: $0, name: "University \($0)") }, replacing: false)
        }
        try await store.pin(definition: "hash", pipeline: "p", source: "name: p")
    }

    var path: Path { folder.file("compass.db") }

    /// A connection that looks at what is there from outside.
    func look<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try body(Connection(path, mode: .write))
    }

    func new(
        _ title: String = "Clip", owner: String = "u1", type: DocumentType = .highlightVideo,
        description: String? = nil, school: String? = nil, size: Int64 = 100, run: String? = nil
    ) -> NewVersion {
        let run = run ?? "run-\(runs.add(1, ordering: .relaxed).newValue)"
        return NewVersion(
            owner: owner, type: type, title: title, description: description, school: school,
            objectKey: "\(owner)/\(run)", fileURL: "file:///\(run)", name: "clip.mp4", mimeType: "video/mp4",
            size: size,
            sha256: String(repeating: "a", count: 64), run: run)
    }

    @discardableResult
    func create(_ new: NewVersion) async throws -> DocumentVersion {
        try await store.transact({ try $0.catalog.createVersion(new) }, recording: { _ in [] })
    }

    func transact<Result: Sendable>(
        _ body: @escaping @Sendable (any StageTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transact(body, recording: { _ in [] })
    }

    /// All pages of a listing.
    func all(_ query: DocumentQuery, limit: Int) async throws -> [DocumentVersion] {
        var items: [DocumentVersion] = []
        var cursor: String?
        repeat {
            let page = try await store.documents(query, limit: limit, after: cursor)
            items += page.items
            cursor = page.next
        } while cursor != nil
        return items
    }
}

final class TestClock: Sendable {
    private let seconds = Atomic<Int64>(1_700_000_000)

    func now() -> Timestamp {
        Timestamp(microseconds: seconds.add(1, ordering: .relaxed).newValue * 1_000_000)
    }
}
