extension PipelineFormat {
    static let test: [FormatKey] = [
        FormatKey("name", .text, "What the case shows.", required: true),
        FormatKey("given", .mapping(given), "What the run starts from."),
        FormatKey(
            "mocks", .dictionary(.kebab, .mapping(mock)),
            "Stages that are not run, by id, and what they give instead: `outputs`, an `error`, or `rejected` with a "
                + "message. `{ error: network, times: 2, outputs: {…} }` fails twice and then gives outputs; without "
                + "outputs, the stage itself is run then.", aliases: ["mock"]),
        FormatKey("expect", .mapping(expectation), "How the run has to end.", required: true),
    ]

    private static let given: [FormatKey] = [
        FormatKey("file", .text, "The document, relative to the pipeline's file."),
        FormatKey(
            "document", .dictionary(.kebab, .any),
            "The document of the catalog, in a pipeline with `source.documents`: the facts that matter. It is "
                + "entered into the catalog and its object is stored; a `sha256`, `size` or `object-key` that is given stands "
                + "in place of the true one."),
        FormatKey("inputs", .dictionary(.input, .any), "The inputs."),
        FormatKey("env", .dictionary(.variable, .text), "Environment variables."),
        FormatKey("trigger", .dictionary(.any, .any), "What `trigger.*` is."),
    ]

    private static let mock: [FormatKey] = [
        FormatKey("outputs", .dictionary(.kebab, .any), "The outputs that it gives."),
        FormatKey("error", .choice(retryErrors.filter { $0 != "any" }), "The class of failure that it ends with."),
        FormatKey("rejected", .text, "The message that it rejects the document with."),
        FormatKey("times", .integer(1...1_000), "How many tries end with `error`; all unless given."),
    ]

    private static let expectation: [FormatKey] = [
        FormatKey("status", .choice(RunStatus.allCases.filter { $0 != .running }.map(\.rawValue)), "The run's status."),
        FormatKey("failed-stage", .name(.kebab), "The id of the stage that ended the run."),
        FormatKey("message", .text, "A part of the error's message."),
        FormatKey("outputs", .dictionary(.kebab, .dictionary(.kebab, .any)), "Outputs of stages, by id."),
        FormatKey("document", .dictionary(.kebab, .any), "Facts of the document."),
        FormatKey("called", .oneOrMany(.name(.kebab)), "Ids of stages that were run."),
        FormatKey(
            "not-called", .oneOrMany(.name(.kebab)), "Ids of stages that were not run.", aliases: ["uncalled"]),
        FormatKey("undone", .oneOrMany(.name(.kebab)), "Ids of stages whose effect was undone."),
        FormatKey(
            "notifications",
            .countOrEntries([
                FormatKey("channel", .text, "The channel."),
                FormatKey("subject", .text, "The subject."),
                FormatKey("body", .text, "The text."),
            ]), "Notifications that were queued, or how many in all; an empty list means none.",
            aliases: ["notification"]),
    ]
}
