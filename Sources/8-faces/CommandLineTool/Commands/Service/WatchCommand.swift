internal import Pipelines
internal import Platform
internal import Workspaces

/// `compass watch`: the watched folders of one pipeline.
enum WatchCommand {
    private static let pipeline = Positional<Path>.required(
        "PIPELINE", .pipeline, "A pipeline's name, or its file; it has `on.watch`.")
    private static let once = CommandOption.flag(
        "once", "Process the files that are there, wait for incomplete ones, and end.")
    private static let workers = CommandOption<Int?>.optional(
        "workers", "N", .integer(in: 1...256), "How many runs work at the same time (default: the workspace's).")
    private static let json = CommandOption.flag("json", "Print one JSON object for each run, as `run --json` does.")

    static let command = Command(
        "watch", "Run a pipeline for the files of its watched folders",
        discussion: """
            Processes each file once, when it is complete: no program has it open for writing, it has not changed for the time \
            `settle`, and its format's end is there. Processed files are remembered across restarts, crashes and renames. \
            Only one process at a time works on a watched folder.

            With --once, for cron, it ends when it has processed everything. It waits for empty or incomplete files as long \
            as `patience` says. The exit status is that of `run`, and 1 when the folder is missing or a file in it cannot \
            be read.

            After Ctrl-C it begins no further file, and runs get 25 seconds to end; the next start resumes the rest. A second \
            Ctrl-C ends it at once. `compass up` does everything that a workspace declares.
            """,
        examples: ["watch highlight-video", "watch highlight-video --once --json"],
        options: [once.spec, workers.spec, json.spec], positionals: [pipeline.spec]
    ) { context in
        let workspace = try await context.workspace()
        let pipeline = try context.load(context[pipeline], in: workspace)
        if pipeline.triggers.watches.isEmpty {
            throw context.usageError(
                "pipeline `\(pipeline.name)` watches no folder: give it `on: { watch: { path: … } }`, or use `run`")
        }
        try await workspace.requireKnownSchools(ofWatchesOf: pipeline)
        return try await WatchSession(
            workspace: workspace, pipeline: pipeline, streams: context.streams, isJSON: context[json],
            workers: context[workers] ?? workspace.definition.workers
        ).run(isOnce: context[once])
    }
}
