package import Diagnostics

/// Files of the user that are wrong: what and where.
package struct InvalidFiles: Error, Sendable {
    package let issues: IssueList
    /// The text of each file, by the name that spans use.
    package let sources: [String: String]

    package init(issues: IssueList, sources: [String: String]) {
        self.issues = issues
        self.sources = sources
    }

    /// As text for people, with colours where they can be shown.
    package func text(style: Style) -> String {
        IssueFormat.text.render(issues.sorted, sources: sources, style: style)
    }
}
