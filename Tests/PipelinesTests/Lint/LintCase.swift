import Platform
import Testing
import Diagnostics
import Pipelines

/// A pipeline file, and what lint says of it.
struct LintCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Without the last line's end.
    let file: String
    /// All messages in brief, without the last line's end; empty when there are none.
    let output: String

    init(_ name: String, _ file: String, _ output: String) {
        self.name = name
        self.file = file
        self.output = output
    }

    var testDescription: String { name }

    static let all =
        pipelineKeys + triggers + privateFolders + sources + admission + stages + loops + groups + effects + options
        + facts + expressions + tests + yamlText

    /// What people see, with the carets behind the message: the line that they mark stands in the case already.
    static func brief(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("p.yaml:") || line.hasPrefix("   = ") {
                lines.append(String(line))
            } else if line.hasPrefix("      | "), let message = lines.popLast() {
                let marks = line.dropFirst(8).drop { $0 == " " || $0 == "\t" }
                lines.append("\(message) \(marks)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Lints a text as the file `p.yaml` of a workspace with three channels.
    static func lint(_ text: String, file: String = "p.yaml") -> LintReport {
        var report = LintReport()
        report.add(
            Array(text.utf8), file: file, registry: TestStages.registry,
            context: LintContext(
                channels: ["log", "me", "coaches"], stateFolders: ["data/objects", "/srv/objects/"],
                roots: ["/srv/team", "/mnt/other/"]))
        return report
    }
}
