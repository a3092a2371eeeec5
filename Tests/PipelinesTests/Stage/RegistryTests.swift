import Pipelines
import Platform
import Testing

/// What a registry says of types that whoever wrote them has got wrong.
@Suite struct RegistryTests {
    @Test("two stages of a name, and one without examples, are refused when the registry is made")
    func illFormed() {
        let twice = #expect(throws: RegistryError.self) { try Registry([SizeCheck.self, SizeCheck.self]) }
        #expect(twice?.message == "Two stage types are named `size-check`; one of them is SizeCheck.")
        let bare = #expect(throws: RegistryError.self) { try Registry([Bare.self]) }
        #expect(bare?.message == "Stage type `bare` needs a summary and an example.")
    }

    @Test("options that are ill-formed are found by the check of the registry, and by a program that adds them itself")
    func options() throws {
        for (fields, message) in [
            ([OptionField("Level", \.level, "A level.")], "`Level` is no name for an option; use [a-z][a-z0-9-]*."),
            (
                [OptionField("level", \.level, "One."), OptionField("level", \.level, "Two.")],
                "declares an option twice."
            ),
            ([OptionField<LevelOptions>("level", \.level, "")], "needs documentation of each option."),
        ] as [([OptionField<LevelOptions>], String)] {
            try LevelOptions.$declared.withValue(fields) {
                let registry = try Registry([Level.self])
                let error = #expect(throws: RegistryError.self) { try registry.check() }
                #expect(error?.message.hasPrefix("Stage type `level`") == true)
                #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
                let added = #expect(throws: RegistryError.self) {
                    var registry = Registry()
                    try registry.add(Level.stageType)
                }
                #expect(added == error)
            }
        }
        try TestStages.registry.check()
    }
}

private struct Bare: TestStage {
    static let spec = StageSpec(name: "bare", summary: "Looks.", effect: .none, examples: [])
    init(options: NoOptions) {}
}

private struct Level: TestStage {
    static let spec = StageSpec(
        name: "level", summary: "Looks.", effect: .none,
        examples: [StageExample("It does.", yaml: "uses: level", result: .outputs([:]))])
    init(options: LevelOptions) {}
}

private struct LevelOptions: PartOptions {
    @TaskLocal static var declared: [OptionField<LevelOptions>] = []

    var level: Setting<String> = .fixed("low")

    static var fields: [OptionField<LevelOptions>] { declared }
}
