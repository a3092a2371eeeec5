internal import Documents
internal import Pipelines
internal import Platform

/// The pages that are about the command line itself.
extension HelpTopic {
    static func stageTypes(_ registry: Registry) -> ReferencePage {
        ReferencePage(
            "Stage types", "What `uses` of a stage may name.",
            [
                .entries(
                    columns: ["type", "effect"],
                    registry.all.map { type in
                        .init(type.spec.name, kind: type.spec.effect.rawValue, type.spec.summary)
                    }),
                .text(
                    "`compass stages TYPE` explains one in full. A stage without an effect can be repeated freely. A stage with an effect is undone when a later stage "
                        + "fails, if its type or the pipeline says how."),
            ])
    }

    static let names = ReferencePage(
        "Names", "How a command line names documents, schools, pipelines, runs and people.",
        [
            .entries(
                columns: ["what"],
                [
                    .init(
                        "document",
                        "Its title, in any case, with or without its accents; the id of one of its versions; or the beginning "
                            + "of one, of at least four characters. A title means the current version. Where several may be "
                            + "meant, they are listed and nothing is done."),
                    .init(
                        "school",
                        "Its id or its name, in any case, with or without its accents. Several stand with commas or blanks between "
                            + "them: `stanford,ucla`, `\"Duke University\" ucla`."),
                    .init(
                        "pipeline",
                        "Its `name:`; or, where no pipeline is called so, that of its file in `pipelines/`, without an ending; or a file: "
                            + "what has a slash or ends in `.yaml`."),
                    .init(
                        "run, batch, entry, link, token",
                        "The id that the list of them shows, in any case, or a beginning of it that no other has, of at least four "
                            + "characters: `compass runs list`, `batches list`, `quarantine list`, `links list`, `tokens list`."
                    ),
                    .init("person", "The id that `compass users list` shows; documents have it as their owner."),
                    .init(
                        "type of document", "One of: \(DocumentType.allCases.map(\.rawValue).joined(separator: ", "))."),
                    .init(
                        "input",
                        "`-i NAME=VALUE`. A list is given by commas, with blanks around them or without, by several `-i` of the same name, or as JSON; sizes and "
                            + "durations with their units: `25MB`, `5m`."),
                    .init(
                        "workspace",
                        "The folder that `-w` names; otherwise `COMPASS_WORKSPACE`; otherwise the current folder, if it has "
                            + "`compass.yaml`, `.compass`, or a pipeline in `pipelines/` (`*.yaml`, `*.yml`); otherwise the "
                            + "nearest folder above it that has `compass.yaml` or `.compass`."),
                ]),
            .text(
                "An unknown name is refused with exit status 2 before anything begins; the message suggests the closest one. An exact title takes precedence over ids that only begin so."
            ),
            .text(
                "A shell completes all of these once it has read the script that `compass completions SHELL` prints."),
        ])

    static let exitStatus = ReferencePage(
        "Exit status", "What the program ends with, for scripts.",
        [
            .entries(columns: ["status"], ExitCode.explained.map { .init("\($0.code.status)", $0.meaning) }),
            .text("Of several runs the worst decides: a failure outweighs a rejection, a rejection outweighs success."),
        ])

    static let environment = ReferencePage(
        "Environment", "The variables that the program reads.",
        [
            .entries(columns: ["variable"], variables),
            .text("The pages of plugins and `exec` list what their programs find in their environment."),
        ])

    /// A test holds them against the sources.
    private static let variables: [ReferencePage.Entry] = [
        .init("COMPASS_WORKSPACE", "The workspace's folder where `-w` names none."),
        .init(
            "COMPASS_SECRET_NAME",
            "The secret NAME, which expressions read as `secrets.NAME`; it goes before the files of `secrets/`."),
        .init("CREDENTIALS_DIRECTORY", "A folder with a file for each secret, as systemd sets it."),
        .init(
            "XDG_DATA_HOME",
            "Where plugins of the user lie: `compass/plugins/` in it; `~/.local/share` where it is not set."),
        .init("XDG_CONFIG_HOME", "Where `install-service --user` writes its unit; `~/.config` where it is not set."),
        .init("HOME", "The user's folder, for these two."),
        .init("PATH", "Where programs of plugins, of `exec` and of stages for media are looked for."),
        .init("TMPDIR", "Where files lie that are needed for a moment; `/tmp` where it is not set."),
        .init("TZDIR", "Where the rules of time zones lie; `/usr/share/zoneinfo` where it is not set."),
        .init("LANG", "Handed on to programs of plugins and of `exec`; the program's own texts are English."),
        .init("NO_COLOR", "When it is not empty, nothing is coloured."),
        .init(
            "CLICOLOR_FORCE",
            "When it is neither empty nor `0`, colours go to pipes as well; `NO_COLOR` goes before it."),
        .init("TERM", "`dumb` takes away colours and progress."),
        .init("COLUMNS", "The width of the terminal in place of its own."),
        .init(
            "NOTIFY_SOCKET",
            "The socket on which the service reports its state to the service manager; used with `WATCHDOG_USEC` and `WATCHDOG_PID`."
        ),
        .init(
            "JOURNAL_STREAM",
            "By it the service knows that its log goes to systemd's journal, and writes it in that form."),
        .init("MALLOC_ARENA_MAX", "When this or `GLIBC_TUNABLES` is set, the program leaves the allocator alone."),
        .init(
            "COMPASS_FAILPOINT",
            "For tests: the place at which the program dies; `COMPASS_FAILPOINT_ACTION` and `COMPASS_FAILPOINT_TRACE` go with it."
        ),
    ]

    static let files = ReferencePage(
        "Files", "What lies where in a workspace and beside it.",
        [
            .heading("In the workspace"),
            .entries(
                columns: ["path"],
                [
                    .init("compass.yaml", "Its settings; see the topic `workspace`."),
                    .init("pipelines/NAME.yaml", "A pipeline; see the topic `pipelines`."),
                    .init("pipelines/fixtures/", "Documents for the pipelines' test cases."),
                    .init("plugins/NAME/plugin.yaml", "A plugin, whose stage pipelines may use."),
                    .init("schema/", "JSON Schemas for editors, which `compass lint --schema` writes."),
                    .init("secrets/NAME", "The secret NAME; only its owner should be able to read it."),
                    .init(".compass/compass.db", "Catalog, journal and outgoing notifications: a SQLite database."),
                    .init(".compass/objects/", "The documents' bytes."),
                    .init(".compass/quarantine/", "Files that were refused, or whose runs failed."),
                    .init(".compass/notifications.ndjson", "What the channel `log` sent, one JSON object a line."),
                ]),
            .heading("Elsewhere"),
            .entries(
                columns: ["path"],
                [
                    .init("~/.local/share/compass/plugins/", "Plugins of the user, for all workspaces."),
                    .init(
                        "/usr/local/share/compass/plugins/",
                        "Plugins of the machine; `/usr/share/compass/plugins/` as well."),
                ]),
        ])
}
