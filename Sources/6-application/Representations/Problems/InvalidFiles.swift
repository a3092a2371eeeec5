internal import Diagnostics

/// Files of the user that are wrong: exit status 2 after printing what and where.
struct InvalidFiles: Error, Sendable {
    let issues: IssueList
    /// The text of each file, by the name that spans use.
    let sources: [String: String]

    /// As text for people, coloured for standard error's terminal.
    func text(style: Style) -> String {
        IssueFormat.text.render(issues.sorted, sources: sources, style: style)
    }
}
