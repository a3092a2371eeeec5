import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

/// A database and a folder of files, for processes that come and go.
final class BatchBench: Sendable {
    let folder: TestFolder
    static let stages: [any Stage.Type] = [Mark.self, Refuse.self, Discard.self]
    static let schools = ["duke", "mit", "stanford", "ucla"]

    init() throws {
        folder = try TestFolder()
    }

    func process(clock: EngineClock = FakeClock().clock) async throws -> BatchProcess {
        let store = try await LocalStore.open(folder.path.appending("compass.db"))
        try await store.addSchools(
            Self.schools.map { try School(id: $0, name: "University \($0)") }, replacing: true)
        return BatchProcess(store: store, folder: folder, clock: clock)
    }

    /// Reads a pipeline; `name` and `version` are added.
    static func pipeline(_ text: String) throws -> Pipeline {
        let (pipeline, issues) = PipelineLoader.load(
            Array("version: 1\nname: test\n\(text)\n".utf8), file: "test.yaml", registry: try Registry(stages))
        if pipeline == nil { Issue.record("\(issues)") }
        return try #require(pipeline)
    }

    /// - Parameter slot: when the schedule that started it was due; nil: it was started by hand.
    static func batch(
        _ pipeline: Pipeline, inputs: Record = [:], at time: Timestamp = .now(), slot: Timestamp? = nil
    ) -> BatchRecord {
        var trigger: Record = ["kind": "command"]
        if let slot {
            trigger = ["kind": "schedule", "schedule": "0 7 * * mon UTC", "at": .string(slot.description)]
        }
        return BatchRecord(
            id: Identifier.run(), pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs,
            trigger: trigger, startedAt: time)
    }
}

/// One process that works on batches.
final class BatchProcess: Sendable {
    let store: LocalStore
    let engine: Engine
    /// Kept while the process lives.
    let folder: TestFolder
    let clock: EngineClock

    init(store: LocalStore, folder: TestFolder, clock: EngineClock) {
        self.store = store
        self.folder = folder
        self.clock = clock
        engine = Engine(
            journal: store, leases: store, catalog: store, resources: Resources(),
            pool: WorkerPool(name: "test", width: 4), owner: "u1", clock: clock)
    }

    func job(
        batches: (any BatchJournal)? = nil, width: Int = 3, launch: BatchJob.Launch? = nil,
        observe: @escaping @Sendable (BatchEvent) -> Void = { _ in }
    ) -> BatchJob {
        BatchJob(
            batches: batches ?? store, journal: store, catalog: store, root: folder.path, owner: "u1", width: width,
            launch: launch ?? { [engine] in await engine.run($0, of: $1) }, clock: clock, observe: observe)
    }

    /// Runs a batch to its end.
    func run(_ batch: BatchRecord, of pipeline: Pipeline) async throws -> (record: BatchRecord, results: [RunResult]) {
        var results: [RunResult] = []
        let record = try await job().run(batch, of: pipeline) { results.append($0) }
        return (record, results)
    }

    @discardableResult
    func create(
        _ title: String, type: DocumentType = .transcript, owner: String = "u1"
    ) async throws -> DocumentVersion {
        let run = Identifier.run()
        let new = NewVersion(
            owner: owner, type: type, title: title, objectKey: "u1/\(type.rawValue)/\(run)", fileURL: "file:\(run)",
            name: "\(title).pdf", mimeType: "application/pdf", size: 5, sha256: "aa", run: run)
        return try await store.transact {
            try $0.catalog.createVersion(new)
        } recording: { _ in
            []
        }
    }

    /// The subjects of all notifications of a batch, sorted.
    func marks(of batch: BatchRecord) async throws -> [String] {
        var query = RunQuery()
        query.batch = batch.id
        var subjects: [String] = []
        for run in try await store.runs(query, limit: 10_000, after: nil).items {
            subjects += try await store.run(run.id)?.notifications.map(\.notification.subject) ?? []
        }
        return subjects.sorted()
    }
}

private let example = StageExample("It does.", yaml: "uses: nothing", result: .outputs([:]))

/// Leaves a mark, in the transaction of its record.
struct Mark: TransactionalStage {
    struct Options: PartOptions {
        var text: Setting<String> = .required
        static let fields: [OptionField<Options>] = [OptionField("text", \.text, "What.")]
    }

    static let spec = StageSpec(name: "mark", summary: "Marks.", effect: .outbox, examples: [example])
    static let isUndoable = true
    let options: Options
    init(options: Options) { self.options = options }

    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        try transaction.enqueue(
            Notification(
                id: context.run, channel: "log", subject: try context.value(options.text), body: nil, data: [:],
                run: context.run, stage: context.stage, createdAt: context.startedAt))
        return [:]
    }
}

/// Refuses and fails as it is told.
struct Refuse: PureStage {
    struct Options: PartOptions {
        var rejected: Setting<Bool> = .fixed(false)
        var failed: Setting<Bool> = .fixed(false)
        static let fields: [OptionField<Options>] = [
            OptionField("rejected", \.rejected, "Whether it rejects."),
            OptionField("failed", \.failed, "Whether it fails."),
        ]
    }

    static let spec = StageSpec(name: "refuse", summary: "Refuses.", effect: .none, examples: [example])
    let options: Options
    init(options: Options) { self.options = options }

    func run(_ context: StageContext) async throws -> Record {
        if try context.value(options.rejected) { throw StageError.rejected("told", "Told to.") }
        if try context.value(options.failed) { throw StageError.failed(.permanent, "told", "Told to.") }
        return [:]
    }
}

/// Puts the version into the trash.
struct Discard: TransactionalStage {
    static let spec = StageSpec(
        name: "discard", summary: "Discards.", needs: [.id], effect: .transactional, examples: [example])
    static let isUndoable = true
    init(options: NoOptions) {}

    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        _ = try transaction.catalog.trash(try context.require(.id))
        return [:]
    }
}
