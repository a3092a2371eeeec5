import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization

/// An engine with a connection of its own to the bench's database, as a process has it.
final class TestProcess: Sendable {
    let life: Life
    let store: LocalStore
    let journal: TestJournal
    let engine: Engine
    let recorder = EventRecorder()
    private let file: Path

    init(
        bench: Workbench, life: Life, clock: EngineClock, keeper: (any FileKeeper)?,
        variables: @escaping Environment.Lookup, now: @escaping @Sendable () -> Timestamp
    ) async throws {
        self.life = life
        file = bench.file
        store = try await LocalStore.open(bench.folder.path.appending("compass.db"), now: now)
        journal = TestJournal(store: store, life: life)
        var resources = Resources()
        resources.provide(bench.world)
        resources.provide(life)
        engine = Engine(
            journal: journal, leases: journal, catalog: store, keeper: keeper, resources: resources,
            pool: WorkerPool(name: "test", width: 4), owner: "u1", variables: variables, clock: clock,
            observe: recorder.observe)
    }

    func run(
        _ pipeline: Pipeline, inputs: Record = [:], file: Path? = nil, continuing: Continuation? = nil
    ) async throws -> RunResult {
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        return await engine.run(
            RunRequest(file: file ?? self.file, inputs: inputs, continuation: continuing), of: pipeline)
    }

    /// Carries on what is abandoned, as a process does when it starts.
    @discardableResult
    func recover(_ pipeline: Pipeline) async throws -> [RunResult] {
        try await recover { _ in pipeline }
    }

    func recover(
        workers: Int = 8, _ pipeline: @escaping @Sendable (RunDetail) async throws -> Pipeline
    ) async throws -> [RunResult] {
        var results: [RunResult] = []
        try await Recovery(engine: engine, leases: journal, workers: workers, pipeline: pipeline).run {
            results.append($0)
        }
        return results
    }

    /// The newest run.
    func detail() async throws -> RunDetail? {
        guard let run = try await store.runs(RunQuery(), limit: 1, after: nil).items.first else { return nil }
        return try await store.run(run.id)
    }

    /// Waits until a stage has begun.
    func begun(_ stage: String) async {
        _ = await recorder.first { if case .stageStarted(_, stage, _, _) = $0 { true } else { false } }
    }
}
