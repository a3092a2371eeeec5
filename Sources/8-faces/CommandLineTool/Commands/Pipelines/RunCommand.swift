internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Workspaces

/// `compass run`: runs a pipeline now.
enum RunCommand {
    private static let pipeline = Positional<Path>.required(
        "PIPELINE", .pipeline, "A pipeline's name, or its file.")
    private static let files = Positional<[Path]>.many("FILE", .path, "Documents; each is a run of its own.")
    private static let inputs = CommandOption<[String]>.repeated(
        "input", short: "i", "NAME=VALUE", .word(completedBy: .inputs),
        "Set an input of the pipeline. Repeat it, or separate by commas, for a list.")
    static let document = CommandOption<String?>.optional(
        "document", short: "d", "DOCUMENT", .word(completedBy: .documents),
        "Add the file to this document as its next version: its title, the id of a version, or the beginning of one.")
    private static let workers = CommandOption<Int?>.optional(
        "workers", "N", .integer(in: 1...256), "How many runs work at the same time (default: the workspace's).")
    private static let json = CommandOption.flag(
        "json",
        "Print one JSON object for each run, in the order of the files; of a batch in the order in which they end, and one for "
            + "the batch last.")

    static let command = Command(
        "run", "Run a pipeline now",
        discussion: """
            Each file is a run of its own; several work at the same time. Results are printed in the order of the files, or on a \
            terminal as the runs end. A rejected or failed file does not stop the others.

            Inputs accept schools by id or name. An unknown school, and a file that does not exist, are refused before anything \
            begins. So is an unknown owner once there are people (`compass users`); before that, any name begins a new owner.

            Ctrl-C stops the runs and undoes what they did. A second Ctrl-C ends the process at once; `compass runs resume` \
            finishes its runs.

            A file becomes the next version of the document that has its title, or had it before. `--document` names another \
            document, whatever the file is called. Several files with the same title are refused, unless the pipeline says \
            `dedup: { on-duplicate: version }`. Then they become versions of one document.

            A pipeline with a `source`, without FILE, runs as a batch: once for each item. After an interruption the same \
            command, or `compass runs resume`, resumes the batch. No item is run twice.
            """,
        examples: [
            "run highlight-video clip.mp4", "run highlight-video recut.mp4 --document 'Fall Highlights'",
            "run transcript grades.pdf -i schools=stanford,ucla",
            "run highlight-video --json -- *.mp4", "run share-new-school -i school=stanford -i types=transcript,resume",
        ],
        options: [inputs.spec, document.spec, workers.spec, json.spec], positionals: [pipeline.spec, files.spec]
    ) { context in
        let (workspace, pipeline) = try await context.workspace(andPipeline: context[pipeline])
        let document = try await context.document(in: workspace)
        if pipeline.batchSource != nil, context[files].isEmpty, document == nil {
            let start = BatchStart(workspace: workspace, report: context.streams.report)
            let (batch, pinned) = try await start.batch(
                of: pipeline,
                inputs: try await context.withUsage {
                    let given = try await workspace.batchInputs(for: pipeline, arguments: context[inputs])
                    try await workspace.requireKnown([given], for: pipeline)
                    return given
                })
            return try await BatchSession(
                workspace: workspace, pipeline: pinned, streams: context.streams, isJSON: context[json],
                workers: context[workers] ?? workspace.definition.workers
            ).run(batch)
        }
        let requests = try await context.withUsage {
            let requests = try await workspace.requests(
                for: pipeline, files: context[files], arguments: context[inputs], addingTo: document)
            try await workspace.requireKnown(requests.map(\.inputs), for: pipeline)
            return requests
        }
        return try await RunSession(
            workspace: workspace, pipeline: pipeline, streams: context.streams, isJSON: context[json],
            workers: context[workers] ?? workspace.definition.workers
        ).run(requests)
    }
}

extension CommandContext {
    /// A version of the document that `--document` names; nil: none is named.
    ///
    /// - Throws: as `DocumentName.version`; `CatalogError` when it lies in the trash.
    func document(in workspace: Workspace) async throws -> DocumentVersion? {
        guard let name = self[RunCommand.document] else { return nil }
        let version = try await DocumentName(name).version(in: workspace)
        try await workspace.requireOutsideTrash(version)
        return version
    }
}
