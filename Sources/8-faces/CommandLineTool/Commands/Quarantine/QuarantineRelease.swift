internal import Diagnostics
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import QuarantineFolder
internal import Representations
internal import Workspaces

/// `compass quarantine release ID…`
enum QuarantineRelease {
    private static let inputs = CommandOption<[String]>.repeated(
        "input", short: "i", "NAME=VALUE", .word, "Set an input in place of the former run's value.")

    static let command = Command(
        "release", "Run files in quarantine anew, once the cause is gone",
        discussion: """
            Runs the pipeline, as it is now, with the bytes that were kept and the inputs of the former run. A file that \
            gets through leaves quarantine; one that is rejected or fails again is held by the new run.

            Refused when those bytes do not exist any more: only a reference was kept, and the original was overwritten \
            or removed meanwhile. Exit status: as of `compass run`; 1 when a release is refused, and then nothing is run.
            """,
        examples: ["quarantine release 01J9ZV5C9A0000000000000000", "quarantine release 01J9… -i title='New title'"],
        options: [inputs.spec, QuarantineCommand.json.spec], positionals: [QuarantineCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspace()
        try await workspace.sweepQuarantine()
        var entries: [QuarantineEntry] = []
        var claims: [FileDescriptor] = []
        for entry in try await workspace.quarantine.held(context[QuarantineCommand.ids]) {
            guard let claim = try workspace.quarantineFolder.claim(entry.id) else {
                throw Problem.refused("Another process is releasing or discarding \(entry.id) just now.")
            }
            claims.append(claim)
            switch try await Settlement(workspace: workspace).settle(entry) {
            case .held: entries.append(entry)
            case .released(let run):
                context.streams.report("\(entry.id): run \(run) has the file already; it is released to that run")
            case .going(let run):
                throw Problem.refused(
                    "Run \(run) goes on with \(entry.id) already.", advice: [.followRun(run), .resumeAbandoned])
            }
        }
        let batches = try await batches(of: entries, in: workspace, context)
        var code = ExitCode.success
        for (pipeline, requests) in batches {
            code = code.combined(
                with: try await RunSession(
                    workspace: workspace, pipeline: pipeline, streams: context.streams,
                    isJSON: context[QuarantineCommand.json], workers: workspace.definition.workers
                ).run(requests))
        }
        for entry in entries { _ = try await Settlement(workspace: workspace).settle(entry) }
        // Nobody else may begin before that.
        withExtendedLifetime(claims) {}
        return code
    }

    /// By pipeline, in the order of the entries.
    private static func batches(
        of entries: [QuarantineEntry], in workspace: Workspace, _ context: CommandContext
    ) async throws -> [(Pipeline, [RunRequest])] {
        var batches: [(pipeline: Pipeline, requests: [RunRequest])] = []
        let finder = SourceFinder(folder: workspace.quarantineFolder)
        for entry in entries {
            guard let detail = try await workspace.journal.run(entry.run) else { throw Problem.noRun(entry.run) }
            let file = try finder.file(of: entry)
            let index: Int
            if let known = batches.firstIndex(where: { $0.pipeline.name == entry.pipeline }) {
                index = known
            } else {
                index = batches.count
                batches.append((try workspace.currentPipeline(entry.pipeline, warnings: context.warn), []))
            }
            let values = try context.withUsage {
                try workspace.inputs(of: detail.run, for: batches[index].pipeline, changedBy: context[inputs])
            }
            batches[index].requests.append(
                RunRequest(
                    file: file, in: file == entry.source.path ? .ofRecord(file, tree: workspace.root) : nil,
                    inputs: values, trigger: detail.run.trigger, shownFile: entry.file,
                    continuation: Continuation(origin: detail, kind: .release, from: nil)))
        }
        return batches
    }
}
