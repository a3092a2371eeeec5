public import Diagnostics
internal import Platform

/// A pipeline that is ready to run: read, linted and bound to the stage types of a registry. What is wrong with a file is
/// found before such a value exists.
public struct Pipeline: Sendable {
    public let name: String
    public let description: String?
    /// The file it was read from, as lint messages name it.
    public let file: String
    /// The text it was read from; runs are pinned to it.
    public let source: String
    /// The SHA-256 of `source`, in lower-case hexadecimal.
    public var hash: String { digest.value }
    /// Only runs are pinned: who lints a pipeline does not pay for libcrypto's start.
    private let digest: OnDemand<String>
    /// In the order of the file.
    public let inputs: [InputDefinition]
    /// In the order of the file; each may use the ones before it.
    public let env: [EnvironmentDefinition]
    public let concurrency: ConcurrencyDefinition?
    /// nil: every run acts.
    public let deduplication: DeduplicationDefinition?
    public let stages: [PipelineStage]
    public let onSuccess: [PipelineStage]
    public let onFailure: [PipelineStage]
    public let onRejected: [PipelineStage]
    public let finally: [PipelineStage]
    /// What starts runs by itself.
    public let triggers: Triggers
    /// What a batch runs over; nil: one run, or the trigger's file.
    public let batchSource: SourceDefinition?
    /// Test cases, which rehearse runs.
    public let tests: [PipelineTest]
    /// Where the name stands in the file.
    public let nameSpan: SourceSpan?

    public init(
        name: String, description: String?, file: String, source: String,
        hash: @autoclosure @escaping @Sendable () -> String, inputs: [InputDefinition],
        env: [EnvironmentDefinition], concurrency: ConcurrencyDefinition?,
        deduplication: DeduplicationDefinition? = nil, stages: [PipelineStage],
        onSuccess: [PipelineStage], onFailure: [PipelineStage], onRejected: [PipelineStage], finally: [PipelineStage],
        triggers: Triggers = Triggers(), batchSource: SourceDefinition? = nil, tests: [PipelineTest] = [],
        nameSpan: SourceSpan? = nil
    ) {
        self.name = name
        self.description = description
        self.file = file
        self.source = source
        digest = OnDemand(hash)
        self.inputs = inputs
        self.env = env
        self.concurrency = concurrency
        self.deduplication = deduplication
        self.stages = stages
        self.onSuccess = onSuccess
        self.onFailure = onFailure
        self.onRejected = onRejected
        self.finally = finally
        self.triggers = triggers
        self.batchSource = batchSource
        self.tests = tests
        self.nameSpan = nameSpan
    }
}

extension Pipeline {
    /// The stages and handlers in the order of the file, groups before their children.
    public var allStages: [PipelineStage] {
        [stages, onSuccess, onFailure, onRejected, finally].flatMap { $0 }.flatMap { [$0] + $0.children }
    }

    /// Whether a stage, or what takes one back, puts notifications into the outbox.
    public var mayAnnounce: Bool {
        allStages.contains { $0.spec.effect == .outbox || $0.undo?.spec.effect == .outbox }
    }

    /// The first stage that no run gets past without a file; nil: there is none, or only a condition tells.
    public var firstReader: PipelineStage? {
        stages.filter { $0.condition == nil }.flatMap { [$0] + $0.children }
            .first { $0.spec.readsContent && $0.condition == nil }
    }

    /// What changes with the file, and with the plugins that its stages are of.
    public var revision: String {
        var parts: Set<String> = []
        for stage in allStages {
            for bound in [stage.bound, stage.undo?.bound].compactMap({ $0 }) {
                guard case .plugin(let folder, let revision) = bound.origin else { continue }
                parts.insert("\(folder) \(revision)")
            }
        }
        return ([hash] + parts.sorted()).joined(separator: "\n")
    }

    /// The stage with that id; nil when there is none.
    public func stage(_ id: String) -> PipelineStage? { allStages.first { $0.id == id } }
}

extension Pipeline {
    /// The inputs that paths of watched folders, or of a batch's files, give, in no order and each once.
    public var inputsFromPaths: Set<String> {
        var names = Set(triggers.watches.flatMap(\.captures))
        if case .files(let source) = batchSource { names.formUnion(source.glob.captures) }
        return names
    }
}

/// How many runs of a group may go on at a time.
public struct ConcurrencyDefinition: Sendable {
    /// What becomes of a run that comes when the group is full.
    public enum WhenFull: String, Sendable, CaseIterable, Hashable {
        /// It waits its turn; groups take turns.
        case queue
        /// It is recorded as skipped.
        case skip
        /// The oldest run of the group is cancelled, and this one goes on.
        case cancelOldest = "cancel-oldest"
    }

    /// A string; runs with equal ones form a group.
    public let group: CompiledValue
    /// At least 1.
    public let limit: Int
    public let whenFull: WhenFull
    /// How many may wait, with `queue`; a further one is recorded as skipped. nil: any number.
    public let queueSize: Int?

    public init(group: CompiledValue, limit: Int, whenFull: WhenFull = .queue, queueSize: Int? = nil) {
        self.group = group
        self.limit = limit
        self.whenFull = whenFull
        self.queueSize = queueSize
    }
}

/// `dedup`: what is done with a document that was there before.
public struct DeduplicationDefinition: Sendable {
    /// What becomes of a run whose key another one has.
    public enum Action: String, Sendable, CaseIterable, Hashable {
        /// The first run's result is this one's; nothing is done.
        case attach
        /// A run is recorded as skipped.
        case skip
        /// A run is recorded as rejected.
        case reject
        /// It runs all the same: a new version.
        case version
    }

    /// A string; sees the document with `sha256` and `size`, `inputs`, `env`, `run.owner` and `trigger`. nil: the digest
    /// with the owner and the type of document.
    public let key: CompiledValue?
    public let action: Action

    public init(key: CompiledValue?, action: Action = .attach) {
        self.key = key
        self.action = action
    }
}
