internal import Pipelines
internal import Platform
internal import Workspaces

/// `compass watch`: the watched folders of one pipeline.
enum WatchCommand {
    private static let pipeline = Positional<Path>.required(
        "PIPELINE", .pipeline, "A pipeline's name, or its file; it has `on.watch`.")
    private static let once = CommandOption.flag(
        "once", "Take what is there, wait for what is not whole yet, and end.")
    private static let workers = CommandOption<Int?>.optional(
        "workers", "N", .integer(in: 1...256), "How many runs go on at a time (default: the workspace's).")
    private static let json = CommandOption.flag("json", "Print one JSON object for each run, as `run --json` does.")

    static let command = Command(
        "watch", "Run a pipeline for the files of its watched folders",
        discussion: """
            Every file is taken once, when it is whole: nobody has it open for writing, nothing has changed for as long as \
            `settle` says, and its format's end is there. What was taken is remembered across restarts, crashes and \
            renames. One process at a time works on a watched folder.

            With --once it ends when everything that is there has been dealt with, for those who start it by cron: what \
            is empty or half-written is waited for as long as `patience` says. The exit status is that of `run`, and 1 \
            when the folder is not there or something in it could not be read.

            Ctrl-C ends gracefully: no further file is taken, and runs get 25 seconds to end; what is left is carried on \
            by the next start. A second one ends at once. `compass up` does all that a workspace declares.
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
