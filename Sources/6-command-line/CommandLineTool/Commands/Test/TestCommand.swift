internal import Pipelines
internal import Platform

/// `compass test`: runs the `tests:` of pipelines.
enum TestCommand {
    private static let pipelines = Positional<[Path]>.many(
        "PIPELINE", .pipeline, "Names in pipelines/, or files; none: every pipeline of the workspace.")
    private static let filter = CommandOption<String?>.optional(
        "filter", short: "f", "TEXT", .word, "Only cases whose name, or whose pipeline's name, has this in it.")
    private static let json = CommandOption.flag("json", "Print one JSON object for each case.")
    private static let junit = CommandOption<Path?>.optional(
        "junit", "FILE", .path, "Also write the results as JUnit XML, for continuous integration.")
    private static let watch = CommandOption.flag(
        "watch", "Run again whenever a pipeline, a fixture or compass.yaml changes, until Ctrl-C.")

    static let command = Command(
        "test", "Run the test cases of pipelines",
        discussion: """
            A case runs the real engine and the real stages in a workspace of its own, which is removed at the end: nothing \
            of this workspace changes, nothing is delivered, and waits between attempts take no time. `mocks` of a case \
            stand in for stages. A failure names the line that expects something else.

            Exit status: 0 when all cases passed or there are none, 1 when one failed, 2 when a pipeline does not lint.
            """,
        examples: [
            "test", "test highlight-video --filter executable", "test --junit results.xml", "test --watch transcript",
        ],
        options: [filter.spec, json.spec, junit.spec, watch.spec], positionals: [pipelines.spec]
    ) { context in
        let session = TestSession(
            context: context, pipelines: context[pipelines], filter: context[filter], isJSON: context[json],
            junit: context[junit])
        return context[watch] ? try await TestWatch(session: session).run() : try await session.run()
    }
}
