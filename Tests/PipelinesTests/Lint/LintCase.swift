import Platform
import Testing
import Diagnostics
import Pipelines

/// A pipeline file, and what lint says of it.
struct LintCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Without the last line's end.
    let file: String
    /// All messages as people see them, without the last line's end; empty when there are none.
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
