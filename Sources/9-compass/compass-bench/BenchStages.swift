internal import Pipelines
internal import Platform

/// Writes nothing but its own record.
struct BenchRecordStage: TransactionalStage {
    static let spec = StageSpec(
        name: "bench-record", summary: "Does nothing in the database's transaction.", effect: .transactional,
        examples: [StageExample("A record.", yaml: "uses: bench-record", result: .outputs([:]))])

    init(options: NoOptions) {}

    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record { [:] }
}

/// Has an intent and does nothing.
struct BenchEffectStage: EffectStage {
    static let spec = StageSpec(
        name: "bench-effect", summary: "Does nothing outside of the database.", effect: .idempotent,
        examples: [StageExample("An intent.", yaml: "uses: bench-effect", result: .outputs([:]))])

    init(options: NoOptions) {}

    func intent(_ context: StageContext) throws -> Record { ["key": .string(context.run)] }
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record { [:] }
}
