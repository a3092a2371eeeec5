import CompassTesting
import Documents
import Pipelines
import Platform
import SQLite
import Synchronization

@testable import LocalStore

/// A store in a folder of its own, with a clock that advances by a second at every look.
final class TestStore: Sendable {
    let folder: TestFolder
    let store: LocalStore
    private let runs = Atomic<Int>(0)

    /// - Parameter clock: what the store's clock says.
    init(
        schools: [String] = ["duke", "mit", "stanford", "ucla"],
        clock: @escaping @Sendable () -> Timestamp = TestClock.advancing()
    ) async throws {
        folder = try TestFolder()
        store = try await LocalStore.open(folder.file("compass.db"), now: clock)
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

    func run(
        _ id: String, pipeline: String = "p", group: String? = nil, origin: String? = nil, at seconds: Int64 = 1
    ) -> RunRecord {
        RunRecord(
            id: id, pipeline: pipeline, definition: "hash", file: "clip.mp4", owner: "u1", inputs: [:], group: group,
            origin: origin.map { RunOrigin(run: $0, kind: .retry) },
            startedAt: Timestamp(microseconds: seconds * 1_000_000), keyTimestamp: 42)
    }

    /// A run that goes on.
    @discardableResult
    func start(_ id: String) async throws -> RunRecord {
        let run = run(id)
        guard try await store.start(run, stages: [], limit: nil, key: nil) == .started else {
            throw NotStarted(run: id)
        }
        return run
    }

    struct NotStarted: Error {
        let run: String
    }

    @discardableResult
    func finish(
        _ run: RunRecord, _ status: RunStatus = .succeeded, at seconds: Int64 = 99, _ entries: [JournalEntry] = [],
        in store: LocalStore? = nil
    ) async throws -> RunRecord {
        var run = run
        (run.status, run.finishedAt) = (status, Timestamp(microseconds: seconds * 1_000_000))
        try await (store ?? self.store).commit([.runFinished(run)] + entries)
        return run
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

/// A clock that a test sets.
final class TestClock: Sendable {
    private let seconds = Atomic<Int64>(1_700_000_000)

    func now() -> Timestamp {
        Timestamp(microseconds: seconds.load(ordering: .relaxed) * 1_000_000)
    }

    func advance(by count: Int64) {
        seconds.add(count, ordering: .relaxed)
    }

    /// One that is a second later at every look.
    static func advancing() -> @Sendable () -> Timestamp {
        let clock = TestClock()
        return {
            clock.advance(by: 1)
            return clock.now()
        }
    }
}
