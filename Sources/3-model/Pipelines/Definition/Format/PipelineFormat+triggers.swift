internal import Documents

extension PipelineFormat {
    static let triggers: [FormatKey] = [
        FormatKey("watch", .oneOrMany(.mapping(watch)), "Files that appear in a folder."),
        FormatKey("schedule", .oneOrMany(.mapping(schedule)), "Times, in cron's notation."),
        FormatKey("webhook", .oneOrMany(.mapping(webhook)), "Requests to the workspace's server."),
    ]

    private static let watch: [FormatKey] = [
        FormatKey(
            "path", .text,
            "The folder, relative to the workspace; `{name}` stands for one segment, which becomes the input of that name.",
            required: true, aliases: ["folder", "dir", "directory"]),
        FormatKey("include", .list(.text), "Globs of names that are taken; every name unless given."),
        FormatKey("exclude", .list(.text), "Globs of names that are left alone.", aliases: ["ignore"]),
        FormatKey(
            "settle", .duration,
            "How long a file has to stay unchanged where nothing else tells that its writer is done."),
        FormatKey("rescan", .duration, "How often the whole folder is looked through; 5m unless given."),
        FormatKey("recursive", .boolean, "Whether folders below it are watched as well."),
        FormatKey(
            "existing", .boolean,
            "Whether files that are there at the start are taken; they are unless this is `false`."),
        FormatKey("on-success", action, "What becomes of the file after its run succeeded; `keep` unless given."),
        FormatKey(
            "on-rejected", action,
            "What becomes of the file after it was rejected; with `move`, the reason lies beside it as `NAME.reason.json`."
        ),
        FormatKey("on-failure", action, "What becomes of the file after its run failed."),
    ]

    private static let action = Shape.choiceOrMapping(
        ["keep", "delete"], [FormatKey("move", .text, "The folder that it is moved to.", required: true)])

    private static let schedule: [FormatKey] = [
        FormatKey(
            "cron", .text,
            "Five fields, as cron on Debian reads them, six with seconds first, or `@daily` and the like.",
            required: true),
        FormatKey("timezone", .text, "An IANA zone such as `America/New_York`; UTC unless given.", aliases: ["tz"]),
        FormatKey(
            "overlap", .choice(ScheduleTrigger.Overlap.allCases.map(\.rawValue)),
            "What is done when the former run of this schedule still goes on; `skip` unless given."),
        FormatKey(
            "catch-up", .choice(ScheduleTrigger.CatchUp.allCases.map(\.rawValue)),
            "What is done about times that were missed; `skip` unless given.", aliases: ["catchup"]),
        FormatKey("catch-up-limit", .integer(1...10_000), "How many missed times `catch-up: all` makes up for."),
        FormatKey("jitter", .duration, "Each start is put off by a random time up to this."),
    ]

    private static let webhook: [FormatKey] = [
        FormatKey("path", .text, "The path of the request, such as `/hooks/videos`.", required: true, aliases: ["url"]),
        FormatKey("secret", .template, "The key that requests are signed with."),
    ]

    static let source: [FormatKey] = [
        FormatKey(
            "files",
            .mapping([FormatKey("glob", .text, "Which files, relative to the workspace.", required: true)]),
            "One run a file."),
        FormatKey(
            "documents",
            .mapping([
                FormatKey("type", .oneOrMany(.choice(DocumentType.allCases.map(\.rawValue))), "Of these types."),
                FormatKey("owner", .template, "Of this owner."),
                FormatKey("school", .template, "About this school, or shared with it."),
                FormatKey("shared", .boolean, "Shared with any school, or with none."),
                FormatKey("older-than", .duration, "Created at least that long ago."),
                FormatKey("newer-than", .duration, "Created at most that long ago."),
                FormatKey("current", .boolean, "Only current versions, or only former ones."),
            ]),
            "One run a document of the catalog."),
    ]

    static let dedup: [FormatKey] = [
        FormatKey(
            "key", .template,
            "Documents with the same text are the same, also in other pipelines; unless given, those with the same digest, "
                + "owner and type."),
        FormatKey(
            "on-duplicate", .choice(DeduplicationDefinition.Action.allCases.map(\.rawValue)),
            "What is done with a document that was there before: `attach`, the default, gives the first run's result; "
                + "`skip` and `reject` end the run like that; `version` goes on and makes a new version."),
    ]
}
