package import Diagnostics
package import Platform

/// The forms in which issues can be printed.
package enum IssueFormat: String, CaseIterable, Sendable {
    /// For people: source line, caret, hint, notes.
    case text
    /// One object a line.
    case json
    /// Workflow commands, which GitHub shows at the lines of a pull request.
    case github
    /// One SARIF 2.1.0 document, for code scanning services.
    case sarif

    /// The issues in their order. Empty for no issues, except in SARIF, which is a document all the same.
    ///
    /// - Parameter sources: the text of each file, by the name that spans use.
    package func render(_ issues: [Issue], sources: [String: String], style: Style = .plain) -> String {
        switch self {
        case .text: IssueText(sources: sources, colours: style.colours).render(issues)
        case .json: issues.map { Value.record(Self.record($0)).json + "\n" }.joined()
        case .github: issues.map { GitHubAnnotation(issue: $0).text + "\n" }.joined()
        case .sarif: Value.record(SARIFDocument(issues: issues).record).json + "\n"
        }
    }

    /// As `docs/json.md` has it.
    package static func record(_ issue: Issue) -> Record {
        var record: Record = ["severity": .string(issue.severity.rawValue), "kind": .string(issue.kind)]
        record["message"] = .string(issue.message)
        if let span = issue.span {
            record["file"] = .string(span.file)
            record["line"] = .integer(Int64(span.line))
            record["column"] = .integer(Int64(span.column))
            record["length"] = .integer(Int64(span.length))
        }
        if let hint = issue.hint { record["hint"] = .string(hint) }
        if !issue.notes.isEmpty { record["notes"] = .list(issue.notes.map { .string($0) }) }
        return record
    }
}

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
