package import Pipelines
package import Platform

/// A case of a pipeline's `tests:`.
package struct TestCase: Sendable {
    package let pipeline: Pipeline
    package let test: PipelineTest

    package init(pipeline: Pipeline, test: PipelineTest) {
        self.pipeline = pipeline
        self.test = test
    }

    /// The document; nil in a run without one.
    package var file: Path? {
        test.file.map { Path(pipeline.file).folder.appending(Path($0)) }
    }
}
