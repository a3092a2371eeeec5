import CompassTesting
import DirectoryStore
import Documents
import Engine
import FileType
import LocalStore
import Pipelines
import Platform
import Testing

@testable import DocumentStages

/// A real database, a real store of objects, and the built-in stages, to plan pipelines and to run them.
struct PlanBench {
    let folder: TestFolder
    let store: LocalStore
    let objects: DirectoryStore
    let engine: Engine
    private let registry: Registry

    init() async throws {
        folder = try TestFolder()
        store = try await LocalStore.open(folder.path.appending("compass.db"))
        try await store.addSchools(
            try ["stanford", "ucla", "duke"].map { try School(id: $0, name: $0) }, replacing: true)
        objects = try DirectoryStore(root: folder.path.appending("objects"))
        registry = try Registry([
            DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
            Notify.self, Trash.self, VerifyObject.self, Picky.self, Silent.self,
        ])
        var resources = Resources()
        resources.provide(objects, as: (any ObjectStore).self)
        resources.provide(StageContext.detector)
        resources.provide(DocumentRules.standard)
        resources.provide(Channels(["log": Drawer()]))
        engine = Engine(
            journal: store, leases: store, catalog: store, resources: resources,
            pool: WorkerPool(name: "plan", width: 2), owner: "u1")
    }

    func write(_ name: Path, _ text: String) throws -> Path {
        try folder.write(name, Array(text.utf8))
    }

    /// The pipeline that most tests are about.
    static let transcript = """
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: size-check
          - uses: upload
          - uses: create-version
          - uses: share
            if: length(inputs.schools) > 0
            with: { schools: "${{ inputs.schools }}" }
          - uses: notify
            with: { subject: "New: ${{ document.title }}, version ${{ document.version }}" }
        """

    func pipeline(_ stages: String) throws -> Pipeline {
        let text = """
            version: 1
            name: test
            inputs:
              type: { type: document-type, default: transcript }
              schools: { type: list, of: string, default: [] }
              words: { type: list, of: string, default: [] }
            \(stages)
            """
        var report = LintReport()
        report.add(Array(text.utf8), file: "test.yaml", registry: registry)
        return try #require(report.pipelines.first, "\(report.text())")
    }

    func plan(_ file: Path?, inputs: Record = [:]) async throws -> RunPlan {
        try await plan(Self.transcript, file, inputs: inputs)
    }

    func plan(_ stages: String, _ file: Path?, inputs: Record = [:]) async throws -> RunPlan {
        try await Planner(engine: engine, duplicates: store)
            .plan(RunRequest(file: file, inputs: inputs), of: pipeline(stages))
    }

    @discardableResult
    func run(_ file: Path?, inputs: Record = [:]) async throws -> RunResult {
        try await run(Self.transcript, file, inputs: inputs)
    }

    @discardableResult
    func run(_ stages: String, _ file: Path?, inputs: Record = [:]) async throws -> RunResult {
        let pipeline = try pipeline(stages)
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        return await engine.run(RunRequest(file: file, inputs: inputs), of: pipeline)
    }
}

extension RunPlan {
    /// One line for each effect, keys without their numbers.
    var lines: [String] {
        effects.map { effect in
            let sign = effect.effect.isChange ? "+" : "="
            let item = effect.item.map { "[\($0)]" } ?? ""
            var text = effect.effect.text ?? "?"
            if effect.effect.action == .storeObject { text = effect.effect.detail["key-pattern"]?.text ?? "?" }
            return "\(sign) \(effect.stage)\(item): \(text)" + (effect.isTakenBack ? " (undone)" : "")
        }
    }

    func stage(_ id: String) -> StagePlan? { stages.first { $0.id == id } }
}

/// A channel that keeps what it is given.
struct Drawer: NotificationChannel {
    static let kind = "drawer"
    var recipient: String { "the drawer" }
    func deliver(_ notification: Notification) async -> DeliveryOutcome { .delivered(detail: "") }
}

/// Refuses the word "bad".
struct Picky: PureStage {
    struct Options: PartOptions {
        var word: Setting<String> = .required
        init() {}
        static let fields: [OptionField<Options>] = [OptionField("word", \.word, "A word.")]
    }
    static let spec = StageSpec(
        name: "picky", summary: "Refuses a word.", effect: .none,
        examples: [StageExample("A word.", yaml: "uses: picky\nwith: { word: good }", result: .outputs([:]))])
    private let options: Options
    init(options: Options) { self.options = options }
    func run(_ context: StageContext) async throws -> Record {
        if try context.value(options.word) == "bad" { throw StageError.rejected("bad-word", "The word is bad.") }
        return [:]
    }
}

/// Has an effect and does not say which.
struct Silent: EffectStage {
    static let spec = StageSpec(
        name: "silent", summary: "Does something.", outputs: [Fact("note", .string, "A note.")], effect: .idempotent,
        examples: [StageExample("Nothing.", yaml: "uses: silent", result: .outputs([:]))])
    init(options: NoOptions) {}
    func intent(_ context: StageContext) throws -> Record { ["what": "something"] }
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record { ["note": "done"] }
}
