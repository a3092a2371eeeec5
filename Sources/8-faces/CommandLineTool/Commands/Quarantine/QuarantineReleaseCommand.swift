internal import Documents
internal import Pipelines
internal import Accounts
internal import Platform
internal import Workspaces

/// `compass quarantine release ID…`
enum QuarantineReleaseCommand {
    private static let inputs = CommandOption<[String]>.repeated(
        "input", short: "i", "NAME=VALUE", .word(completedBy: .inputs),
        "Set an input in place of the former run's value.")

    private struct Ending {
        let code: ExitCode
        /// Ids of entries.
        let released: Set<String>
    }

    static let command = Command(
        "release", "Run files in quarantine again, once the cause is gone",
        discussion: """
            Runs the present pipeline with the kept bytes and the inputs of the former run. If the run succeeds, the file \
            leaves quarantine. Otherwise the new run keeps it there.

            Refused when the bytes no longer exist: quarantine had only a reference, and the original was overwritten or \
            removed. Exit status: that of `compass run`; 1 when a release is refused, and then nothing is run.
            """,
        examples: ["quarantine release 01J9ZV5C9A", "quarantine release 01J9ZV5C9A -i title='New title'"],
        options: [inputs.spec, QuarantineCommand.json.spec], positionals: [QuarantineCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspace()
        let release = try await QuarantineRelease(
            context.ids(QuarantineCommand.ids, of: .entry, in: workspace), in: workspace)
        for taken in release.taken {
            context.streams.report(
                "\(taken.entry): run \(taken.run) has the file already; it is released to that run")
        }
        let groups = try await release.requests(changedBy: context[inputs], warnings: context.warn)
        let ending = try await workspace.audited(
            context.actor, "quarantine.release", release.ids.map(AuditEntry.Subject.entry),
            outcome: { result, entry in result.released.contains(entry.id) ? .succeeded : .failed }
        ) {
            var code = ExitCode.success
            for group in groups {
                code = code.combined(
                    with: try await RunSession(
                        workspace: workspace, pipeline: group.pipeline, streams: context.streams,
                        isJSON: context[QuarantineCommand.json], workers: workspace.definition.workers
                    ).run(group.requests))
            }
            return Ending(code: code, released: try await release.settle())
        }
        return ending.code
    }
}
