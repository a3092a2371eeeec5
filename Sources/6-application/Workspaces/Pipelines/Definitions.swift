package import Diagnostics
package import Documents
package import Pipelines
internal import Platform
internal import Representations

/// The files of a workspace, read and checked as lint does.
package struct Definitions: Sendable {
    /// compass.yaml.
    package let folder: WorkspaceFolder
    package let schools: [School]
    package let pipelines: [Pipeline]
    /// The text of what is wrong and not fatal, or was refused; empty: nothing.
    package let issues: IssueList
    package let sources: [String: String]

    /// Reads everything for a start. Blocks.
    ///
    /// - Throws: `InvalidFiles`, `Problem`, when anything is wrong.
    package static func load(_ folder: WorkspaceFolder, registry: Registry) throws -> Definitions {
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
