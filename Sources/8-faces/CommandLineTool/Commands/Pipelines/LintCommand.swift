internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass lint`: checks pipelines and the workspace file, and runs nothing.
enum LintCommand {
    private static let pipelines = Positional<[Path]>.many(
        "PIPELINE", .pipeline, "Names of pipelines, or their files; none: every pipeline of the workspace.")
    private static let format = CommandOption<IssueFormat>.value(
        "format", "FORMAT", .choice, "How issues are printed.", standard: .text, shown: "text")
    private static let schema = CommandOption.flag(
        "schema",
        "Before it, write the JSON Schemas of the workspace's files into `schema/`, where editors look for them.")

    static let command = Command(
        "lint", "Check pipelines without running them",
        discussion: """
            All issues are reported at once, with file, line and column. Exit status: 0 when there is no error, 2 when \
            there is one. `run` refuses what `lint` refuses, with the same text.
            """,
        examples: ["lint", "lint highlight-video", "lint --schema", "lint --format sarif pipelines/*.yaml"],
        options: [format.spec, schema.spec], positionals: [pipelines.spec]
    ) { context in
        // A file can be checked wherever it lies, as by an editor.
        let folder =
            try context[pipelines].isEmpty
            ? context.existingFolder() : WorkspaceFolder(context.workspaceFolder, registry: context.registry())
        if context[schema] { try writeSchemas(of: folder, context) }
        let report = try await folder.check(context[pipelines], registry: context.registry())
        var issues = folder.issues
        issues.report(contentsOf: try folder.channelIssues(registry: context.registry()))
        issues.report(contentsOf: report.issues)
        issues.report(contentsOf: WorkspaceFolder.fixtureIssues(of: report.pipelines))
        issues.report(contentsOf: await folder.webhookIssues(of: report.pipelines))
        let format = context[format]
        try context.streams.write(
            format.render(
                issues.sorted, sources: folder.sources.merging(report.sources) { $1 },
                style: context.streams.terminal.style))
        if format == .text {
            context.streams.note(summary(of: issues, files: report.fileCount))
        }
        return issues.hasErrors ? .usage : .success
    }

    /// Tells as well which files do not name their schema yet: they are their author's to change.
    private static func writeSchemas(of folder: WorkspaceFolder, _ context: CommandContext) throws {
        try EditorSchemas.refresh(context.registry(), in: folder.root, context.streams)
        for (file, line) in EditorSchemas.unmarked(in: folder.root, schools: folder.definition.schools.file) {
            context.streams.note("For editors, begin \(Printable.text(file.description)) with: \(line)")
        }
    }

    /// "3 pipelines: 1 error, 2 warnings"
    private static func summary(of issues: IssueList, files: Int) -> String {
        let errors = issues.sorted.count { $0.severity == .error }
        let warnings = issues.count - errors
        let parts = [
            errors > 0 ? HumanFormat.count(errors, "error") : nil,
            warnings > 0 ? HumanFormat.count(warnings, "warning") : nil,
        ]
        .compactMap { $0 }
        return "\(HumanFormat.count(files, "pipeline")): \(parts.isEmpty ? "no issues" : parts.joined(separator: ", "))"
    }
}
