internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Trials
internal import Workspaces

/// `compass runs whatif PIPELINE`: what an edited pipeline would have decided.
enum RunsWhatIf {
    private static let pipeline = Positional<Path>.required(
        "PIPELINE", .pipeline, "A pipeline's name, or its file.")
    private static let last = CommandOption<Int>.value(
        "last", "N", .integer(in: 1...100_000), "How many of the newest runs are looked at.", standard: 100,
        shown: "100")
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each run that would end differently, or cannot be judged.")

    static let command = Command(
        "whatif", "Show which recorded runs would end differently with the pipeline as it is now",
        discussion: """
            Takes the newest finished runs of the pipeline's name. It evaluates conditions, inputs and stages without effect \
            again, with the document if its bytes can still be read, else with the recorded outputs. It performs no effects \
            and uses their recorded results; an effect that was not reached counts as successful.

            Nothing is written. Exit status 0, whatever would change.
            """,
        examples: ["runs whatif transcript", "runs whatif highlight-video --last 1000 --json"],
        options: [last.spec, json.spec], positionals: [pipeline.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let pipeline = try context.load(context[pipeline], in: workspace)
        let folder = try context.existingFolder()
        let evaluation = try WhatIfEvaluation(workspace: workspace, folder: folder, pipeline: pipeline)
        let findings = try await evaluation.run(last: context[last])
        let ids = findings.map(\.run.id)
        let shown = Dictionary(zip(ids, try await context.shownIDs(ids, of: .run, in: workspace))) { $1 }
        let report = WhatIfReport(pipeline: pipeline, findings: findings, shownIDs: shown)
        try report.print(json: context[json], on: context.streams)
        return .success
    }
}
