import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform

/// A process whose runs are dispatched: all of one pipeline, whose first stage `a` is scripted.
struct DispatcherBench: Sendable {
    let workbench: Workbench
    let pipeline: Pipeline
    let process: TestProcess
    let dispatcher: Dispatcher
    /// That the dispatcher's load has changed; for one reader at a time.
    private let loadChanges: AsyncStream<Void>

    /// - Parameters:
    ///   - concurrency: the pipeline's, without its group, which the input `group` names; nil: none.
    ///   - stage: the pipeline's only one.
    ///   - sleep: instead of passing at once.
    init(
        _ concurrency: String? = nil, stage: String = "{ id: a, uses: ask }", workers: Int,
        sleep: (@Sendable (Duration) async throws -> Void)? = nil
    ) async throws {
        workbench = try Workbench()
        pipeline = try Workbench.pipeline(
            """
            inputs: { group: { type: string, default: g } }
            \(concurrency.map { "concurrency: { group: \"${{ inputs.group }}\", \($0) }" } ?? "")
            stages: [\(stage)]
            """)
        var clock = workbench.clock.clock
        if let sleep { clock.sleep = sleep }
        process = try await workbench.process(clock: clock)
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        loadChanges = changes
        dispatcher = Dispatcher(engine: process.engine, workers: workers, loadChanged: { changed.yield() })
    }

    var world: World { workbench.world }

    /// Makes stage `a` wait until it is opened.
    func gate() -> Gate {
        let gate = Gate()
        world.on("a") { _ in
            await gate.wait()
            return [:]
        }
        return gate
    }

    /// Asks for a run of a group.
    func run(_ group: String = "g", id: String? = nil) async -> RunResult? {
        await dispatcher.run(
            RunRequest(file: workbench.file, inputs: ["group": .string(group)], id: id), of: pipeline)
    }

    /// Waits until so many ask and have not begun.
    func queued(_ count: Int) async {
        if dispatcher.load.queued == count { return }
        for await _ in loadChanges where dispatcher.load.queued == count { return }
    }

    /// Waits until the first run has begun its stage.
    func begun() async { await process.begun("a") }

    /// All that are on record.
    func runs() async throws -> [RunRecord] {
        try await process.store.runs(RunQuery(), limit: 100, after: nil).items
    }

    /// The group of the run that a stage belongs to.
    static func group(of context: StageContext) -> String? {
        context.environment.roots["inputs"]?["group"]?.text
    }
}
