import Diagnostics
import Pipelines
import Testing

/// A pipeline for tests of what loading makes of a file.
enum LoadedSample {
    /// - Parameter body: what stands behind `name`.
    static func load(_ body: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Pipeline {
        let text = "version: 1\nname: a\n" + body
        let (pipeline, issues) = PipelineLoader.load(Array(text.utf8), file: "p.yaml", registry: TestStages.registry)
        return try #require(
            pipeline, "\(IssueText(sources: ["p.yaml": text]).render(issues.sorted))", sourceLocation: sourceLocation)
    }
}
