internal import Documents
internal import Pipelines
internal import Platform
internal import Synchronization

/// A store of a fresh database, with four schools and a pinned definition, and other stores of the same database.
final class StoreBench: Sendable {
    let store: any TestedStore
    /// Of all its stores.
    let clock = StoreClock()
    private let database: any TestedDatabase
    private let runs = Atomic<Int>(0)

    init(_ database: any TestedDatabase) async throws {
        self.database = database
        store = try await database.open(now: { [clock] in clock.now() })
        let schools = try ["duke", "mit", "stanford", "ucla"].map { try School(id: $0, name: "University \($0)") }
        try await store.addSchools(schools, replacing: false)
        try await store.pin(definition: "hash", pipeline: "p", source: "name: p")
    }

    /// As another process.
    func open() async throws -> any TestedStore { try await database.open(now: { [clock] in clock.now() }) }

    /// - Throws: `ConformanceError` when the rule has left damage.
    func end() async throws {
        try await store.close()
        let store = try await open()
        try await expect(database.damage(in: store), is: [])
        try await store.close()
    }

    func new(
        _ title: String = "Clip", owner: String = "u1", type: DocumentType = .highlightVideo,
        description: String? = nil, school: String? = nil, size: Int64 = 100, run: String? = nil
    ) -> NewVersion {
        let run = run ?? "run-\(runs.add(1, ordering: .relaxed).newValue)"
        return NewVersion(
            owner: owner, type: type, title: title, description: description, school: school,
            objectKey: "\(owner)/\(run)", fileURL: "file:///\(run)", name: "clip.mp4", mimeType: "video/mp4",
            size: size, sha256: String(repeating: "a", count: 64), run: run)
    }

    @discardableResult
    func create(_ new: NewVersion) async throws -> DocumentVersion {
        try await transact { try $0.catalog.createVersion(new) }
    }

    func run(
        _ id: String, pipeline: String = "p", group: String? = nil, origin: String? = nil, batch: String? = nil,
        at seconds: Int64 = 1
    ) -> RunRecord {
        RunRecord(
            id: id, pipeline: pipeline, definition: "hash", file: "clip.mp4", owner: "u1", inputs: [:], group: group,
            origin: origin.map { RunOrigin(run: $0, kind: .retry) }, batch: batch, startedAt: time(seconds),
            keyTimestamp: 42)
    }

    /// A run that goes on.
    @discardableResult
    func start(_ id: String) async throws -> RunRecord {
        let run = run(id)
        try await expect(store.start(run, stages: [], limit: nil, key: nil), is: .started)
        return run
    }

    @discardableResult
    func finish(
        _ run: RunRecord, _ status: RunStatus = .succeeded, at seconds: Int64 = 99, _ entries: [JournalEntry] = [],
        in store: (any TestedStore)? = nil
    ) async throws -> RunRecord {
        var run = run
        (run.status, run.finishedAt) = (status, time(seconds))
        try await (store ?? self.store).commit([.runFinished(run)] + entries)
        return run
    }

    func transact<Result: Sendable>(
        _ body: @escaping @Sendable (any StageTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transact(body, recording: { _ in [] })
    }

    func enqueue(_ notifications: [Notification]) async throws {
        try await transact { transaction in
            for notification in notifications { try transaction.enqueue(notification) }
        }
    }

    static func notification(_ id: String, run: String = "01A", at seconds: Int64 = 10) -> Notification {
        Notification(
            id: id, channel: "coaches", subject: "New \u{1F3A5}", body: nil, data: ["type": "resume", "version": 2],
            run: run, stage: "notify", createdAt: time(seconds))
    }

    static func quarantined(
        _ id: String, run: String, pipeline: String = "p", stage: String = "size-check", kind: String = "too-large",
        status: RunStatus = .rejected
    ) -> QuarantineEntry {
        QuarantineEntry(
            id: id, run: run, pipeline: pipeline, stage: stage, status: status, kind: kind, reason: "reason of \(id)",
            attempt: 2, place: "pipelines/p.yaml:12", file: "clip.mp4",
            source: SourceIdentity(path: "/in/clip.mp4", device: .max, inode: 3, size: 4, modified: 5),
            kept: KeptFile(.link, path: Path(bytes: [0x2F, 0xFF]), note: "no room"),
            createdAt: Timestamp(microseconds: 6))
    }

    /// All pages of a listing.
    func all(_ query: DocumentQuery, limit: Int) async throws -> [DocumentVersion] {
        try await pages { try await self.store.documents(query, limit: limit, after: $0) }
    }
}

/// All items of a list, page by page.
func pages<Item: Sendable>(_ next: (String?) async throws -> Page<Item>) async throws -> [Item] {
    var items: [Item] = []
    var cursor: String?
    repeat {
        let page = try await next(cursor)
        items += page.items
        cursor = page.next
    } while cursor != nil
    return items
}

func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

/// A clock that is a second later at every look, until it is stopped; then a rule sets it.
final class StoreClock: Sendable {
    private let seconds = Atomic<Int64>(1_700_000_000)
    private let isStopped = Atomic<Bool>(false)

    func now() -> Timestamp {
        if !isStopped.load(ordering: .relaxed) { advance(by: 1) }
        return time(seconds.load(ordering: .relaxed))
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    func advance(by count: Int64) {
        seconds.add(count, ordering: .relaxed)
    }
}
