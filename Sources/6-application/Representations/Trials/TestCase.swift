internal import Pipelines
internal import Platform

/// A case of a pipeline's `tests:`.
struct TestCase: Sendable {
    let pipeline: Pipeline
    let test: PipelineTest

    /// The document; nil in a run without one.
    var file: Path? {
        test.file.map { Path(pipeline.file).folder.appending(Path($0)) }
    }
}
