/// The issues found so far, each once. Passed down `inout` by everything that reads a user's file, so that all issues
/// are reported and not just the first.
public struct IssueList: Sendable {
    private var found: Set<Issue> = []

    public init() {}

    /// Adds an issue; one that is already there (the same alias seen twice) is not repeated.
    public mutating func report(_ issue: Issue) {
        found.insert(issue)
    }

    /// Adds every issue of another list.
    public mutating func report(contentsOf other: IssueList) {
        found.formUnion(other.found)
    }

    public var hasErrors: Bool { found.contains { $0.severity == .error } }
    public var isEmpty: Bool { found.isEmpty }
    public var count: Int { found.count }

    /// By file and position.
    public var sorted: [Issue] { found.sorted() }
}
