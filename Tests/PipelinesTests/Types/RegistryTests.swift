import Pipelines
import Platform
import Testing

@Suite struct RegistryTests {
    private struct Both: PureStage, EffectStage {
        static let spec = StageSpec(
            name: "both", summary: "Looks and changes.", effect: .idempotent,
            examples: [StageExample("It does.", yaml: "uses: both", result: .outputs([:]))])
        init(options: NoOptions) {}
        func run(_ context: StageContext) async throws -> Record { [:] }
        func intent(_ context: StageContext) throws -> Record { [:] }
        func perform(_ intent: Record, _ context: StageContext) async throws -> Record { [:] }
    }

    @Test("a type that is two kinds of stage is refused, since the engine could not tell what it does")
    func twoKinds() {
        let error = #expect(throws: RegistryError.self) { try Registry([Both.self]) }
        #expect(
            error?.message
                == "Both conforms to PureStage and EffectStage; choose the one that says what it does to the world.")
    }
}
