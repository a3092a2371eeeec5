/// The issues found so far, each once. Passed down `inout` by everything that reads a user's file, so that all issues
/// are reported and not just the first.
public struct IssueList: Sendable {
    private var found: Set<Issue> = []
    private var errors = 0
    private var warnings = 0
    private let limit: Int

    /// - Parameter limit: so many errors, and so many warnings, are kept; one more says that there are more.
    public init(limit: Int = .max) {
        self.limit = limit
    }

    /// Whether no further error is taken. Whoever reads a file stops then, since each issue takes work of its own.
    public var isFull: Bool { errors >= limit }

    /// Adds an issue; one that is already there (the same alias seen twice) is not repeated.
    public mutating func report(_ issue: Issue) {
        let isError = issue.severity == .error
        let count = isError ? errors : warnings
        guard count < limit, found.insert(issue).inserted else { return }
        if isError { errors += 1 } else { warnings += 1 }
        guard count + 1 == limit else { return }
        found.insert(
            Issue(
                issue.severity, "too-many-issues",
                isError
                    ? "the rest of the file is not checked after \(limit) mistakes"
                    : "no further warnings are given after \(limit)", at: issue.span))
    }

    /// Adds every issue of another list.
    public mutating func report(contentsOf other: IssueList) {
        for issue in limit == .max ? Array(other.found) : other.sorted { report(issue) }
    }

    /// Whether any of them is an error, so that nothing is run.
    public var hasErrors: Bool { errors > 0 }
    /// Whether there is neither an error nor a warning.
    public var isEmpty: Bool { found.isEmpty }
    /// Errors and warnings that were kept; no more than the limit and what says so.
    public var count: Int { found.count }

    /// By file and position.
    public var sorted: [Issue] { found.sorted() }
}
