internal import Documents

/// The keys of a pipeline file: what is read, checked, described in the JSON Schema and explained.
enum PipelineFormat {
    static let keys: [FormatKey] =
        [
            FormatKey("version", .integer(1...1), "The version of the format: 1.", required: true),
            FormatKey(
                "name", .name(.kebab), "The pipeline's name, unique in the workspace.", required: true, aliases: ["id"]),
            FormatKey("description", .text, "What it is for.", aliases: ["summary"]),
            FormatKey(
                "on", .mapping(triggers), "What starts runs; without it, only a command or the API does.",
                aliases: ["triggers", "trigger"]),
            FormatKey(
                "source", .mapping(source),
                "What a batch runs over: one run for each item. Without it, a run is for one file, or for none."),
            FormatKey(
                "inputs", .dictionary(.input, .mapping(input)), "Typed parameters.", aliases: ["params", "parameters"]),
            FormatKey(
                "env", .dictionary(.variable, .template),
                "Extra values, as `env.NAME` in expressions; each may use the ones before it.", aliases: ["environment"]
            ),
            FormatKey(
                "concurrency", .mapping(concurrency), "How many runs of a group may run at the same time."),
            FormatKey("defaults", .mapping(defaults), "What holds for every stage that does not say otherwise."),
            FormatKey(
                "stages", .list(.stage), "The steps, in order.", required: true, aliases: ["steps", "tasks", "jobs"]),
        ] + handlers.map { FormatKey($0.name, .list(.stage), $0.doc) } + [
            FormatKey(
                "dedup", .mapping(dedup),
                "What is done with a document that was there before; without it, every run acts.",
                aliases: ["deduplication", "deduplicate"]),
            FormatKey(
                "tests", .list(.mapping(test)),
                "Test cases: each a run that stores nothing and tells nobody, and what has to come of it."),
        ]

    /// The lists of stages that run at a run's end, in the order of the file format.
    static let handlers: [(name: String, doc: String)] = [
        ("on-success", "Stages that run after all stages succeeded."),
        ("on-failure", "Stages that run after a stage failed."),
        ("on-rejected", "Stages that run after the document was rejected."),
        ("finally", "Stages that run at the end, however the run ended."),
    ]

    static let stage: [FormatKey] = [
        FormatKey(
            "uses", .name(.kebab), "The stage's type; the reference of stages has them all.",
            aliases: ["type", "stage", "action"]),
        FormatKey("id", .name(.kebab), "The stage's name in expressions; by default its type."),
        FormatKey("name", .text, "For people.", aliases: ["title"]),
        FormatKey("with", .any, "The options of its type.", aliases: ["options", "args", "params", "inputs"]),
        FormatKey(
            "if", .condition, "Runs only when this holds; by default, when nothing before it failed.", aliases: ["when"]
        ),
        FormatKey("timeout", .duration, "The longest time that one attempt may take."),
        FormatKey("deadline", .duration, "The longest time that all attempts together may take, waits included."),
        FormatKey("retry", .mapping(retry), "When and how a failed attempt is repeated.", aliases: ["retries"]),
        FormatKey(
            "continue-on-error", .boolean,
            "Whether the run continues normally after this stage failed. A rejection always ends it."),
        FormatKey(
            "for-each", .elements, "Runs the stage for every element of a list.",
            aliases: ["foreach", "loop", "matrix", "with-items"]),
        FormatKey(
            "as", .name(.input), "What expressions call the element of `for-each`; `item` unless given.",
            aliases: ["item", "loop-var"]),
        FormatKey(
            "max-parallel", .integer(1...1_000),
            "How many elements of `for-each` run at the same time, \(LoopDefinition.standardParallel) unless given; or how many "
                + "stages of `parallel`, all unless given.",
            aliases: ["concurrency"]),
        FormatKey(
            "fail-fast", .boolean,
            "Whether no further element of `for-each`, or stage of `parallel`, starts after one was rejected or failed; "
                + "so it is unless this is `false`."),
        FormatKey(
            "parallel", .list(.stage),
            "Stages that run at the same time: a group, which has no `uses` of its own. The stages do not see what the "
                + "others of the group give; the ones after it see all."),
        FormatKey(
            "undo", .mapping(undo),
            "How the stage's effect is undone when a later stage fails, in place of the stage's own way; its "
                + "expressions see the stage's outputs as `stages.ID.outputs`.",
            aliases: ["compensate", "compensation", "rollback"]),
        FormatKey("irreversible", .boolean, "Says that the effect is meant to stay when a later stage fails."),
    ]

    static let retry: [FormatKey] = [
        FormatKey(
            "max-attempts", .integer(1...1_000), "All tries, the first included.", aliases: ["attempts", "limit"]),
        FormatKey(
            "initial", .duration, "The wait before the second try; 1s unless given.", aliases: ["interval", "delay"]),
        FormatKey("factor", .number(atLeast: 1), "What each further wait is multiplied with; 2 unless given."),
        FormatKey("max", .duration, "No wait is longer; 1m unless given.", aliases: ["max-interval"]),
        FormatKey(
            "jitter", .choice(RetryRule.Jitter.allCases.map(\.rawValue)),
            "`full`, the default, waits a random part of the computed time, so that many runs do not come back at once."
        ),
        FormatKey(
            "errors", .list(.choice(retryErrors)),
            "The kinds of failure that are worth another try; `any` unless given. A rejection is never retried.",
            aliases: ["on"]),
    ]

    static let retryErrors = ErrorClass.retryable.map(\.rawValue) + ["any"]

    /// Of a stage with `parallel`.
    static let group = ["parallel", "id", "name", "if", "max-parallel", "fail-fast", "continue-on-error", "deadline"]

    private static let undo: [FormatKey] = [
        FormatKey("uses", .name(.kebab), "The type of the stage that takes it back.", required: true),
        FormatKey("with", .any, "Its options."),
    ]

    private static let concurrency: [FormatKey] = [
        FormatKey("group", .template, "Runs with the same text form a group.", required: true),
        FormatKey("limit", .integer(1...10_000), "How many of a group run at the same time; 1 unless given."),
        FormatKey(
            "when-full", .choice(ConcurrencyDefinition.WhenFull.allCases.map(\.rawValue)),
            "What becomes of a run that comes when the group is full; `queue` unless given."),
        FormatKey(
            "queue-size", .integer(1...1_000_000),
            "How many runs of a group may wait, with `when-full: queue`; a further one is skipped. Any number unless given."
        ),
    ]

    private static let defaults: [FormatKey] = [
        FormatKey("timeout", .duration, "The longest time that one attempt of a stage may take."),
        FormatKey(
            "retry", .mapping(retry),
            "When and how failed attempts are repeated; a stage's own `retry` goes before it, key by key."),
        FormatKey("if", .condition, "The condition of every stage that has none."),
    ]

    private static let input: [FormatKey] = [
        FormatKey("type", .choice(inputTypes), "The input's type.", required: true),
        FormatKey(
            "of", .choice(inputTypes.filter { $0 != "list" }), "The type of a list's elements.", aliases: ["items"]),
        FormatKey("required", .boolean, "Whether it has to be given."),
        FormatKey("default", .any, "What holds when it is not given; may be an expression."),
        FormatKey("allowed", .list(.any), "The only values it may have.", aliases: ["enum", "choices", "options"]),
        FormatKey("description", .text, "What it is for."),
    ]

    static let inputTypes = ["string", "integer", "number", "boolean", "size", "duration", "document-type", "list"]
}
