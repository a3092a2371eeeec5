package import Diagnostics
internal import Engine
package import Pipelines
package import Platform

/// What came of a case.
package struct TestResult: Sendable {
    package let test: TestCase
    /// nil: it could not be run.
    package let run: RunRecord?
    /// By position.
    package let stages: [StageRecord]
    /// In the order of the expectations; none: it passed.
    package let failures: [TestFailure]
    package let milliseconds: Double

    package init(
        test: TestCase, run: RunRecord?, stages: [StageRecord], failures: [TestFailure], milliseconds: Double
    ) {
        self.test = test
        self.run = run
        self.stages = stages
        self.failures = failures
        self.milliseconds = milliseconds
    }

    package var hasPassed: Bool { failures.isEmpty }
}

/// Something that does not hold.
package struct TestFailure: Sendable {
    /// What, and where the file expects it; its kind is the expectation's key.
    package let issue: Issue
    /// nil where there is nothing to compare.
    package let comparison: Comparison?

    /// What was expected, and what there is.
    package struct Comparison: Sendable {
        package let expected: Value
        /// nil: nothing.
        package let actual: Value?

        package init(expected: Value, actual: Value?) {
            self.expected = expected
            self.actual = actual
        }
    }

    package init(_ kind: String, _ message: String, at span: SourceSpan, _ comparison: Comparison? = nil) {
        issue = .error(kind, message, at: span)
        self.comparison = comparison
    }
}

extension TestResult: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        var record: Record = [
            "pipeline": .string(test.pipeline.name), "file": .string(test.test.span.file),
            "line": .integer(Int64(test.test.span.line)), "name": .string(test.test.name),
            "status": hasPassed ? "passed" : "failed",
            "duration-ms": .number((milliseconds * 1_000).rounded() / 1_000),
            "failures": .list(failures.map { .record($0.record) }),
        ]
        if let run { record["run"] = .record(run.record(stages: stages)) }
        return record
    }
}

extension TestFailure {
    /// As a JSON object.
    fileprivate var record: Record {
        var record: Record = ["kind": .string(issue.kind), "message": .string(issue.message)]
        if let span = issue.span {
            record["file"] = .string(span.file)
            record["line"] = .integer(Int64(span.line))
            record["column"] = .integer(Int64(span.column))
        }
        if let comparison {
            record["expected"] = comparison.expected
            record["actual"] = comparison.actual ?? .null
        }
        return record
    }
}

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
