internal import Documents

extension PipelineFormat {
    static let triggers: [FormatKey] = [
        FormatKey("watch", .oneOrMany(.mapping(watch)), "Files that appear in a folder."),
        FormatKey(
            "schedule", .oneOrMany(.mapping(schedule)),
            "Times, in cron's notation. Each starts a batch where there is a `source`, a look through the folders of `watch` "
                + "where a stage reads a file, and otherwise a run without a file."),
        FormatKey(
            "webhook", .oneOrMany(.mapping(webhook)),
            "Requests to the workspace's server, each of which starts a run; see the guide on serving."),
    ]

    private static let watch: [FormatKey] = [
        FormatKey(
            "path", .text,
            "The folder, relative to the workspace unless it is absolute. `{name}` stands for one segment, or for the rest "
                + "of one beside plain text, and becomes the input of that name; `*`, `?`, `[a-z]` and `**` (any number of "
                + "segments) stand for what they do in a shell. Letters match in their own case.",
            required: true, aliases: ["folder", "dir", "directory"]),
        FormatKey(
            "include", .list(.text),
            "Globs of names that are taken, such as `*.mp4`, which matches `CLIP.MP4` as well; every name unless given."
        ),
        FormatKey(
            "exclude", .list(.text),
            "Globs of names that are left alone. Names of downloads in progress, hidden ones and the like always are.",
            aliases: ["ignore"]),
        FormatKey(
            "settle", .duration,
            "How long a file has to stay unchanged before it is taken; 2s unless given. With `0s` it is taken as soon as "
                + "no program has it open for writing, where the file system can say so."),
        FormatKey(
            "rescan", .duration,
            "How often the whole folder is looked through, whatever has been heard of it; 5m unless given, at least 1s."
        ),
        FormatKey(
            "patience", .duration,
            "How long a file that is empty, or whose format's end is missing, is waited for before it is taken as it is; "
                + "1m unless given."),
        FormatKey(
            "done-file", .text,
            "The name of a marker, such as `{name}.done`: a file is taken only once its marker lies beside it, and the "
                + "marker goes with it.",
            aliases: ["marker", "done-file-name"]),
        FormatKey(
            "follow-symlinks", .boolean,
            "Whether a symbolic link to a file inside of the workspace is taken for its target; otherwise links are "
                + "ignored.", aliases: ["follow-links"]),
        FormatKey("recursive", .boolean, "Whether folders below it are watched as well."),
        FormatKey(
            "existing", .boolean,
            "Whether files that are there at the start are taken; they are unless this is `false`. What is left alone then is "
                + "taken once its size or the time of its contents changes."),
        FormatKey("on-success", action, "What becomes of the file after its run succeeded; `keep` unless given."),
        FormatKey(
            "on-rejected", action,
            "What becomes of the file after it was rejected; with `move`, the reason lies beside it as `NAME.reason.json`."
        ),
        FormatKey("on-failure", action, "What becomes of the file after its run failed."),
    ]

    private static let action = Shape.choiceOrMapping(
        ["keep", "delete"],
        [
            FormatKey(
                "move", .text,
                "The folder that it is moved to: relative to the one that matches `path` and inside of the workspace, or "
                    + "absolute. Nothing there is overwritten, and no file there starts a run of this watch.",
                required: true)
        ])

    private static let schedule: [FormatKey] = [
        FormatKey(
            "cron", .text,
            "Five fields, as cron on Debian reads them, six with seconds first, or `@daily` and the like.",
            required: true),
        FormatKey("timezone", .text, "An IANA zone such as `America/New_York`; UTC unless given.", aliases: ["tz"]),
        FormatKey(
            "overlap", .choice(ScheduleTrigger.Overlap.allCases.map(\.rawValue)),
            "What to do when the former run of this schedule is still running; `skip` unless given."),
        FormatKey(
            "catch-up", .choice(ScheduleTrigger.CatchUp.allCases.map(\.rawValue)),
            "What is done about times that were missed; `skip` unless given.", aliases: ["catchup"]),
        FormatKey("catch-up-limit", .integer(1...10_000), "How many missed times `catch-up: all` makes up for."),
        FormatKey("jitter", .duration, "Each start is put off by a random time up to this."),
    ]

    private static let webhook: [FormatKey] = [
        FormatKey(
            "path", .text,
            "The path of the request: `/hooks/` and small letters, digits and hyphens. No other pipeline of the workspace has it.",
            required: true, aliases: ["url"]),
        FormatKey(
            "secret", .template,
            "`${{ secrets.NAME }}`: what requests are signed with, by Standard Webhooks, or bring as `Authorization: "
                + "Bearer`; at least 16 random bytes.",
            required: true),
        FormatKey(
            "owner", .text,
            "Whose the runs are; the workspace's owner unless given. Once people have accounts, it has to be one of them."
        ),
        FormatKey(
            "type", .choice(DocumentType.allCases.map(\.rawValue)),
            "What the input `type` is given, and what kind of document a file is that a request names or brings."),
    ]

    static let dedup: [FormatKey] = [
        FormatKey(
            "key", .template,
            "Documents with the same text are the same, also in other pipelines; unless given, those with the same digest, "
                + "owner and type."),
        FormatKey(
            "on-duplicate", .choice(DeduplicationDefinition.Action.allCases.map(\.rawValue)),
            "What is done with a document that was there before: `attach`, the default, gives the first run's result, and "
                + "shares it with the schools that are asked for besides; `skip` and `reject` end the run like that; "
                + "`version` continues and makes a new version."),
    ]
}

extension PipelineFormat {
    static let source: [FormatKey] = [
        FormatKey("files", .mapping(files), "One run a file; the oldest come first.", aliases: ["file"]),
        FormatKey(
            "documents", .mapping(documents),
            "One run a version in the catalog, in the order in which they were made. What the catalog knows is there from "
                + "the start as `document.id`, `document.title`, `document.object-key` and so on; there is no file.",
            aliases: ["document", "versions"]),
        FormatKey(
            "schools", .mapping(schools),
            "One run a school that something was shared with. `trigger.school` has its `id` and `name`; "
                + "`trigger.documents` lists what was shared with it, as `id`, `title`, `type`, `version` and `shared-at`; "
                + "`trigger.titles` lists the titles, and `trigger.count` says how many there are, also beyond the "
                + "\(SchoolSource.maxDocuments) that are listed.", aliases: ["school"]),
    ]

    private static let files: [FormatKey] = [
        FormatKey(
            "glob", .text,
            "Which files, relative to the workspace: `*` and `?` in a segment, `**` for any number of segments; `{name}` "
                + "becomes the input of that name.", required: true, aliases: ["path", "pattern"]),
        FormatKey("include", .list(.text), "Globs of names that are taken; every name unless given."),
        FormatKey("exclude", .list(.text), "Globs of names that are left alone.", aliases: ["ignore"]),
        FormatKey(
            "older-than", .duration,
            "Only files whose contents have not changed for that long, by their modification time, which `ls -l` shows."
        ),
    ]

    private static let documents: [FormatKey] = [
        FormatKey(
            "type", .choices(DocumentType.allCases.map(\.rawValue)), "Of these types.", aliases: ["types"]),
        FormatKey("owner", .template, "Of this owner."),
        FormatKey("school", .template, "About this school, or shared with it."),
        FormatKey("shared", .boolean, "Shared with any school, or with none."),
        FormatKey("older-than", .duration, "Made at least that long ago."),
        FormatKey("newer-than", .duration, "Made at most that long ago."),
        FormatKey("current", .boolean, "Only current versions, or only former ones."),
        FormatKey(
            "beyond", .integer(1...1_000_000),
            "Only versions beyond so many newest ones of their document; those in the trash are not counted."),
    ]

    private static let schools: [FormatKey] = [
        FormatKey(
            "newer-than", .duration, "How long ago, at most, something was shared with the school.", required: true)
    ]
}
