import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization

/// An engine on a fresh database, a document, and pipelines put together without a file.
final class TestBench: Sendable {
    let folder: TestFolder
    let store: LocalStore
    let recorder = EventRecorder()
    let clock: FakeClock
    let world = World()
    let file: Path
    let engine: Engine
    private let positions = Mutex(0)

    init(alarmsRing: Bool = false, width: Int = 4, clock real: EngineClock? = nil) async throws {
        clock = FakeClock(alarmsRing: alarmsRing)
        folder = try TestFolder()
        file = try folder.write("document.txt", Array("Hello".utf8))
        store = try await LocalStore.open(folder.path.appending("compass.db"))
        var resources = Resources()
        resources.provide(world)
        engine = Engine(
            journal: store, resources: resources, pool: WorkerPool(name: "test", width: width), owner: "u1",
            clock: real ?? clock.clock,
            observe: recorder.observe)
    }

    func stage<Conforming: Stage>(
        _ type: Conforming.Type, id: String? = nil, timeout: TimeSpan? = nil, retry: RetryRule = .never,
        deadline: TimeSpan? = nil, continueOnError: Bool = false
    ) throws -> PipelineStage {
        let spec = type.spec
        let registry = try Registry([type])
        guard let entry = registry[spec.name] else { throw StageError.failed(.other, "test", "not registered") }
        return PipelineStage(
            position: positions.withLock { position in
                defer { position += 1 }
                return position
            }, id: id ?? spec.name, name: nil, spec: spec, bound: entry.bind([:]), condition: nil, timeout: timeout,
            deadline: deadline, retry: retry, continueOnError: continueOnError,
            span: SourceSpan(file: "test.yaml", line: 1, column: 1))
    }

    func pipeline(
        _ stages: [PipelineStage], onSuccess: [PipelineStage] = [], onFailure: [PipelineStage] = [],
        onRejected: [PipelineStage] = [], finally: [PipelineStage] = []
    ) -> Pipeline {
        Pipeline(
            name: "test", description: nil, file: "test.yaml", source: "name: test", hash: "0f", inputs: [], env: [],
            concurrency: nil, stages: stages, onSuccess: onSuccess, onFailure: onFailure, onRejected: onRejected,
            finally: finally)
    }

    func run(
        _ stages: [PipelineStage], onSuccess: [PipelineStage] = [], onFailure: [PipelineStage] = [],
        onRejected: [PipelineStage] = [], finally: [PipelineStage] = []
    ) async throws -> RunResult {
        let pipeline = pipeline(
            stages, onSuccess: onSuccess, onFailure: onFailure, onRejected: onRejected, finally: finally)
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        return await engine.run(RunRequest(file: file), of: pipeline)
    }
}
