internal import Documents

/// The keys of `plugin.yaml`.
enum PluginFormat {
    static let keys: [FormatKey] = [
        FormatKey(
            "protocol", .integer(PluginManifest.protocolVersion...PluginManifest.protocolVersion),
            "The version of the protocol between Compass and the plugin.", required: true, aliases: ["protocol-version"]
        ),
        FormatKey(
            "name", .name(.kebab), "The name of the stage type, which is that of the plugin's folder too.",
            required: true,
            aliases: ["id"]),
        FormatKey("version", .text, "The plugin's own version, for people.", required: true),
        FormatKey("summary", .text, "What it does, in one sentence.", required: true, aliases: ["title"]),
        FormatKey(
            "description", .text, "What else a reader of its reference wants to know; Markdown.",
            aliases: ["doc", "docs"]),
        FormatKey(
            "command", .list(.text),
            "The program and its arguments, run without a shell. What begins with `./` lies in the plugin's folder; any "
                + "other program is looked up in `PATH`.", required: true,
            aliases: ["run", "cmd", "exec", "entrypoint"]),
        FormatKey(
            "probe", .list(.text),
            "The program that checks whether `command` has done its work, after a crash that may have cut it short. It may be "
                + "the same: the request has the `action`. Only with an effect.", aliases: ["check"]),
        FormatKey(
            "preview", .list(.text),
            "The program that describes what `command` would do, without doing it. Only with an effect.",
            aliases: ["plan", "dry-run"]),
        FormatKey(
            "undo", .list(.text),
            "The program that undoes what `command` did, after a later stage was rejected or failed. Only with an effect.",
            aliases: ["rollback", "compensate"]),
        FormatKey(
            "persistent", .boolean,
            "Whether `command` takes one request after another, each on a line, until its input ends. A call then costs no "
                + "start of a process. `false` if left out.", aliases: ["daemon", "server"]),
        FormatKey(
            "workers", .integer(1...256),
            "How many processes of a persistent plugin work at a time at most. 16 if left out."),
        FormatKey(
            "effect", .choice([Effect.none, .idempotent, .irreversible].map(\.rawValue)),
            "What it does to the world. `none` if left out: it only looks. `idempotent`: the same request, which has the same "
                + "`key`, may come again and does no harm. `irreversible`: it is never repeated after a crash."),
        FormatKey("content", .boolean, "Whether it uses the document's file. `true` if left out.", aliases: ["file"]),
        FormatKey(
            "options", .dictionary(.kebab, .mapping(option)), "What `with:` may say.",
            aliases: ["fields", "inputs", "with"]),
        FormatKey(
            "needs", .list(.name(.kebab)), "Facts of the document that an earlier stage has to give.",
            aliases: ["requires"]),
        FormatKey(
            "gives", .dictionary(.kebab, .mapping(fact)),
            "Facts that it adds to the document, which are its outputs as well. It has to give each of them.",
            aliases: ["facts", "provides"]),
        FormatKey(
            "outputs", .dictionary(.kebab, .mapping(fact)),
            "Outputs that are no facts of the document. It has to give each of them."),
        FormatKey(
            "timeout", .duration, "The longest time from a request to the end of its answer. `1m` if left out."),
        FormatKey("limits", .mapping(limits), "What it may use."),
        FormatKey("network", .boolean, "Whether it uses the network. `false` if left out."),
        FormatKey(
            "environment", .list(.name(.variable)),
            "Names of environment variables that it gets, beside `PATH`, `HOME`, `TMPDIR`, `LANG`, `TZ` and "
                + "`COMPASS_PLUGIN`.",
            aliases: ["env"]),
        FormatKey("reads", .list(.text), "Further files and folders that it reads; relative ones lie in its folder."),
        FormatKey("writes", .list(.text), "Further files and folders that it writes to."),
        FormatKey(
            "sandbox", .boolean,
            "Whether the kernel holds it to what this file says of files and network. `true` if left out."),
        FormatKey("examples", .list(.mapping(example)), "At least one. Each is a test and part of its reference."),
    ]

    static let option: [FormatKey] = [
        type,
        FormatKey("doc", .text, "What it does, units and bounds included.", required: true, aliases: ["description"]),
        FormatKey("default", .any, "What holds when it is left out; without it, it has to be given."),
        FormatKey("choices", .list(.text), "The only texts allowed.", aliases: ["enum", "allowed"]),
        FormatKey(
            "secret", .boolean,
            "Whether a secret may be given. It is kept out of logs, messages and the journal. `false` if left out."),
    ]

    static let fact: [FormatKey] = [
        type, FormatKey("doc", .text, "What it is, in one sentence.", required: true, aliases: ["description"]),
    ]

    private static let type = FormatKey(
        "type", .text,
        "`string`, `integer`, `number`, `boolean`, `size` (bytes), `duration` (milliseconds), `any`, `list of` one of them; "
            + "with `?` after it where it may be null.", required: true)

    static let limits: [FormatKey] = [
        FormatKey("memory", .size, "Private memory of each of its processes. `1GiB` if left out."),
        FormatKey(
            "processor", .duration,
            "Processor time of each of its processes; of a persistent one for all its requests. As long as `timeout` if left "
                + "out, and without a limit for a persistent one.", aliases: ["cpu"]),
        FormatKey("output", .size, "What it may write to its standard output and error. `16MiB` if left out."),
        FormatKey("file-size", .size, "The size of a file that it writes. `1GiB` if left out."),
        FormatKey("processes", .integer(1...4_000), "Its processes at a time. 32 if left out."),
        FormatKey("open-files", .integer(8...100_000), "Open files of each of its processes. 256 if left out."),
    ]

    static let example: [FormatKey] = [
        FormatKey("title", .text, "What it shows, in one sentence.", required: true, aliases: ["name"]),
        FormatKey("with", .any, "Its options.", aliases: ["options"]),
        FormatKey("file", .text, "The document, a file in the plugin's folder.", aliases: ["content", "document"]),
        FormatKey("facts", .any, "Facts that earlier stages would have given."),
        FormatKey("outputs", .any, "Outputs that it gives; others may exist.", aliases: ["result", "gives"]),
        FormatKey("rejected", .text, "The message that it rejects the document with."),
        FormatKey("failed", .choice(ErrorClass.allCases.map(\.rawValue)), "The class of error that it fails with."),
    ]
}
