internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

/// The files of a workspace, read and checked as `lint` does.
struct Definitions: Sendable {
    /// compass.yaml.
    let folder: WorkspaceFolder
    let schools: [School]
    let pipelines: [Pipeline]
    /// The text of what is wrong and not fatal, or was refused; empty: nothing.
    let issues: IssueList
    let sources: [String: String]

    /// Reads everything for a start. Blocks.
    ///
    /// - Throws: `InvalidFiles`, `UsageError`, when anything is wrong.
    static func load(_ folder: WorkspaceFolder, registry: Registry) throws -> Definitions {
        let report = try PipelineLint.check(
            [], in: folder.root, registry: registry, context: folder.definition.lintContext)
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        var issues = folder.issues
        issues.report(contentsOf: report.issues)
        return Definitions(
            folder: folder, schools: try folder.schools(), pipelines: report.pipelines, issues: issues,
            sources: folder.sources.merging(report.sources) { $1 })
    }
}
