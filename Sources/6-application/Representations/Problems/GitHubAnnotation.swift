internal import Diagnostics

/// An issue as a workflow command of GitHub Actions
/// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
struct GitHubAnnotation {
    let issue: Issue

    /// Without a newline at its end.
    var text: String {
        var properties: [(String, String)] = []
        if let span = issue.span {
            properties = [
                ("file", span.file), ("line", "\(span.line)"), ("col", "\(span.column)"),
                ("endColumn", "\(span.column + span.length)"),
            ]
        }
        properties.append(("title", issue.kind))
        let list = properties.map { "\($0)=\(Self.escape($1, isProperty: true))" }.joined(separator: ",")
        let message = ([issue.message + (issue.hint.map { "; \($0)" } ?? "")] + issue.notes).joined(separator: "\n")
        return "::\(issue.severity.rawValue) \(list)::\(Self.escape(message, isProperty: false))"
    }

    /// As the runner undoes it: actions/toolkit, packages/core/src/command.ts.
    private static func escape(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
