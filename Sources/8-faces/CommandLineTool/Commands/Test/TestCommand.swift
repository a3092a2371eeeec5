internal import Pipelines
internal import Platform

/// `compass test`: runs the `tests:` of pipelines.
enum TestCommand {
    private static let pipelines = Positional<[Path]>.many(
        "PIPELINE", .pipeline, "Names of pipelines, or their files; none: every pipeline of the workspace.")
    private static let filter = CommandOption<String?>.optional(
        "filter", short: "f", "TEXT", .word, "Only cases whose name, or whose pipeline's name, has this in it.")
    private static let json = CommandOption.flag("json", "Print one JSON object for each case.")
    private static let junit = CommandOption<Path?>.optional(
        "junit", "FILE", .newFile, "Also write the results as JUnit XML, for continuous integration.")
    private static let watch = CommandOption.flag(
        "watch", "Run again whenever a pipeline, a fixture or compass.yaml changes, until Ctrl-C.")

    private static let crash = CommandOption.flag(
        "crash", "Kill real runs of the cases at every boundary, resume them, and compare what they leave.")

    static let command = Command(
        "test", "Run the test cases of pipelines",
        discussion: """
            A case runs the real engine and the real stages in a temporary workspace: nothing of this workspace changes, \
            notifications are not delivered, and waits between attempts take no time. `mocks` replace stages. A failure \
            names the line of the expectation.

            With `--crash`, real processes run each case that has a file and no mocks, in a copy of the workspace: once \
            undisturbed, and once for every place before and after a write. There the process is killed, and \
            `compass runs resume` resumes the run. Every end must be the same: the run's status, objects, versions, shares, \
            and each notification once.

            Exit status: 0 when all cases passed or there are none, 1 when one failed, 2 when a pipeline does not lint, or \
            when `--crash` finds no case that it can run.
            """,
        examples: [
            "test", "test highlight-video --filter executable", "test --junit results.xml", "test --watch transcript",
            "test --crash highlight-video",
        ],
        options: [filter.spec, json.spec, junit.spec, watch.spec, crash.spec], positionals: [pipelines.spec]
    ) { context in
        if context[crash] {
            if context[watch] || context[junit] != nil {
                throw context.usageError("`--crash` goes with neither `--watch` nor `--junit`")
            }
            return try await CrashSession(
                context: context, pipelines: context[pipelines], filter: context[filter], isJSON: context[json]
            ).run()
        }
        let session = TestSession(
            context: context, pipelines: context[pipelines], filter: context[filter], isJSON: context[json],
            junit: context[junit])
        return context[watch] ? try await session.watch() : try await session.run()
    }
}
