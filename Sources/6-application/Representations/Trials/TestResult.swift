internal import Diagnostics
internal import Pipelines
internal import Platform

/// What came of a case.
struct TestResult: Sendable {
    let test: TestCase
    /// nil: it could not be run.
    let run: RunRecord?
    /// By position.
    let stages: [StageRecord]
    /// In the order of the expectations; none: it passed.
    let failures: [TestFailure]
    let milliseconds: Double

    var hasPassed: Bool { failures.isEmpty }
}

/// Something that does not hold.
struct TestFailure: Sendable {
    /// What, and where the file expects it; its kind is the expectation's key.
    let issue: Issue
    /// nil where there is nothing to compare.
    let comparison: Comparison?

    /// What was expected, and what there is.
    struct Comparison: Sendable {
        let expected: Value
        /// nil: nothing.
        let actual: Value?
    }

    init(_ kind: String, _ message: String, at span: SourceSpan, _ comparison: Comparison? = nil) {
        issue = .error(kind, message, at: span)
        self.comparison = comparison
    }
}
