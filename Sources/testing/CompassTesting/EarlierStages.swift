internal import Pipelines
internal import Platform
internal import Synchronization

/// The facts that the example at hand starts with.
final class ExampleFacts: Sendable {
    private let facts = Mutex<Record>([:])

    var current: Record { facts.withLock { $0 } }

    func set(_ facts: Record) {
        self.facts.withLock { $0 = facts }
    }
}

/// Stands for all stages before the one that an example shows: gives what the example says that they gave.
struct EarlierStages: PureStage {
    static let spec = StageSpec(
        name: "earlier-stages", summary: "Gives the facts of an example.",
        gives: [
            .mimeType, .charset, .documentType, .size, .sha256, .fileURL, .objectKey, .id, .series, .title, .version,
            .sharedWith,
        ], effect: .none,
        examples: [StageExample("Nothing.", yaml: "uses: earlier-stages", result: .outputs([:]))])

    init(options: NoOptions) {}

    func run(_ context: StageContext) async throws -> Record {
        try context.resources.require(ExampleFacts.self).current
    }
}
