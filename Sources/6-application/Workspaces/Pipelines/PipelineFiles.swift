package import Diagnostics
package import Pipelines
internal import Platform

/// A pipeline's file as it is now, with what lint says of it.
package struct PipelineFile: Sendable {
    /// As messages name it.
    package let file: String
    /// The pipeline's name; of a file with mistakes its own without the ending.
    package let name: String
    package let source: String
    /// nil: it has mistakes, so that nothing would run it.
    package let pipeline: Pipeline?
    package let issues: [Issue]

    package init(file: String, source: String, pipeline: Pipeline?, issues: [Issue]) {
        self.file = file
        name = pipeline?.name ?? Path(file).name.stem.text
        self.source = source
        self.pipeline = pipeline
        self.issues = issues
    }

    package func count(_ severity: Issue.Severity) -> Int { issues.count { $0.severity == severity } }
}

/// Reading definitions blocks.
private let pool = WorkerPool(name: "lint", width: 1)

extension Workspace {
    /// The files of all pipelines, as they are now and whatever a process works with; by name.
    ///
    /// - Throws: `PipelineFinder.NotFound` when their folder cannot be read; `CancellationError`.
    package func pipelineFiles() async throws -> [PipelineFile] {
        let (root, registry, lint) = (root, registry, lint)
        let report = try await pool.run { try PipelineLint.check([], in: root, registry: registry, context: lint) }
        let issues = report.issues.sorted
        return report.sources.map { file, source in
            PipelineFile(
                file: file, source: source, pipeline: report.pipelines.first { $0.file == file },
                issues: issues.filter { $0.span?.file == file })
        }.sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }

    /// What lint says of a text that is in no file; nothing is stored.
    package func check(_ source: [UInt8], as file: String) -> PipelineFile {
        let (pipeline, issues) = PipelineLoader.load(source, file: file, registry: registry, context: lint)
        return PipelineFile(
            file: file, source: String(decoding: source, as: UTF8.self), pipeline: issues.hasErrors ? nil : pipeline,
            issues: issues.sorted)
    }
}
