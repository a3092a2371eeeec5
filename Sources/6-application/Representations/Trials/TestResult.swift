package import Diagnostics
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
