internal import Pipelines
internal import Platform

/// What expressions of a run see, and how the run stands.
struct RunState: Sendable {
    private(set) var facts: Record
    let inputs: Record
    let env: Record
    let trigger: Record
    let run: RunRecord
    /// The run's start as expressions see it: made once, not for each stage.
    let startedAt: Value
    let secrets: @Sendable (String) -> String?
    let variables: Environment.Lookup
    private(set) var stages: Record = [:]
    private(set) var outcome: RunStatus = .succeeded
    /// The first one; later ones do not hide it.
    private(set) var failure: RunFailure?
    private var isHandling = false
    /// What `for-each` is at.
    private(set) var element: (name: String, value: Value)?
    /// The facts that each stage gave, in order.
    private var given: [(stage: String, facts: Record)] = []

    init(
        facts: Record, inputs: Record, env: Record, trigger: Record, run: RunRecord,
        secrets: @escaping @Sendable (String) -> String?, variables: @escaping Environment.Lookup
    ) {
        self.facts = facts
        self.inputs = inputs
        self.env = env
        self.trigger = trigger
        self.run = run
        startedAt = .string(run.startedAt.description)
        self.secrets = secrets
        self.variables = variables
    }

    /// Whether stages without a condition of their own still run.
    var isNormal: Bool { isHandling || outcome == .succeeded }

    var isCancelled: Bool { outcome == .cancelled }

    /// Ends the normal way; the first end counts.
    mutating func end(_ status: RunStatus, _ failure: RunFailure) {
        if self.failure == nil { self.failure = failure }
        if isHandling || outcome == .succeeded { outcome = status }
        isHandling = false
    }

    /// Handlers run whatever came before, until one of them fails.
    mutating func beginHandlers(_ outcome: RunStatus) {
        isHandling = true
        self.outcome = outcome
    }

    /// A run keeps its outcome, unless it had succeeded and a handler did not.
    mutating func endHandlers(_ outcome: RunStatus) {
        isHandling = false
        self.outcome = outcome == .succeeded && failure != nil ? .failed : outcome
    }

    /// As the element of a `for-each` sees it.
    func with(_ name: String, _ value: Value) -> RunState {
        var copy = self
        copy.element = (name, value)
        return copy
    }

    /// As the `undo` of a stage sees it: with what that stage, or one of its elements, gave.
    func with(_ outputs: Record, of stage: PipelineStage) -> RunState {
        var copy = self
        copy.stages[stage.id] = ["status": .string(StageStatus.succeeded.rawValue), "outputs": .record(outputs)]
        return copy
    }

    /// Adds what a stage gave.
    mutating func add(_ outputs: Record, of stage: PipelineStage) {
        var new = Record()
        for fact in stage.spec.gives {
            guard let value = outputs[fact.name] else { continue }
            new[fact.name] = value
            facts[fact.name] = value
        }
        given.append((stage.id, new))
        set(.succeeded, outputs, of: stage)
    }

    private mutating func set(_ status: StageStatus, _ outputs: Record, of stage: PipelineStage) {
        let record: Record = ["status": .string(status.rawValue), "outputs": .record(outputs)]
        stages[stage.id] = .record(record)
    }

    /// Forgets what a stage gave, since it was taken back; what another stage had given of the same name holds again.
    mutating func takeBack(_ stage: PipelineStage) {
        guard let index = given.lastIndex(where: { $0.stage == stage.id }) else { return }
        for entry in given.remove(at: index).facts {
            facts[entry.key] = given.last { $0.facts[entry.key] != nil }?.facts[entry.key]
        }
    }

    /// Records how a stage without outputs ended.
    ///
    /// - Parameter outputs: of a stage with `for-each`, its counts.
    mutating func add(_ status: StageStatus, outputs: Record = [:], of stage: PipelineStage) {
        set(status, outputs, of: stage)
    }

    /// The document of the run's result.
    var document: Record {
        let names = [
            ("id", "id"), ("series", "series"), ("version", "version"), ("type", "document-type"), ("title", "title"),
            ("mime-type", "mime-type"), ("size", "size"), ("sha256", "sha256"), ("file-url", "file-url"),
            ("shared-with", "shared-with"),
        ]
        return Record(names.compactMap { name, fact in facts[fact].map { (name, $0) } })
    }
}
