package import Diagnostics
internal import Pipelines
internal import Platform

/// A case's result as people read it.
package struct TestText {
    /// The text of each pipeline's file.
    private let sources: [String: String]
    private let style: Style

    package init(sources: [String: String], style: Style) {
        self.sources = sources
        self.style = style
    }

    /// Each line ends in a newline.
    package func render(_ result: TestResult) -> String {
        beginning(of: result) + end(of: result).map { "   \($0)\n" }.joined() + (result.hasPassed ? "" : "\n")
    }

    /// How the case ended, and each thing that is different from what it expects; each line ends in a newline.
    package func beginning(of result: TestResult) -> String {
        let name = Printable.text("\(result.test.pipeline.name): \(result.test.test.name)")
        let time = style.dim("(\(HumanFormat.duration(milliseconds: result.milliseconds)))")
        if result.hasPassed { return "\(style.green("ok")) \(name) \(time)\n" }
        var text = "\(style.red("FAILED")) \(style.bold(name)) \(time)\n"
        for failure in result.failures { text += render(failure) }
        return text
    }

    /// What the run of a case that failed came to, in lines without a newline.
    package func end(of result: TestResult) -> [String] { result.hasPassed ? [] : stages(of: result) }

    /// The place, the line of the file, and what is different there.
    package func render(_ failure: TestFailure) -> String {
        var text = IssueText(sources: sources, colours: style.colours).render(failure.issue)
        guard let comparison = failure.comparison else { return text }
        for line in LineDiff.lines(expected: comparison.expected, actual: comparison.actual) {
            let shown = "   " + line
            text += (line.hasPrefix("-") ? style.red(shown) : line.hasPrefix("+") ? style.green(shown) : shown) + "\n"
        }
        return text
    }

    /// The run in short: every stage, and why it ended.
    func stages(of result: TestResult) -> [String] {
        guard let run = result.run else { return [] }
        let stages = result.stages.map { stage in
            var words = "\(stage.id) \(stage.status.rawValue)"
            if stage.attempts > 1 { words += " after \(stage.attempts) attempts" }
            if stage.undo?.status == .undone { words += " and was undone" }
            return words
        }
        var lines = ["stages: \(stages.isEmpty ? "none" : stages.joined(separator: ", "))"]
        if let error = run.error {
            let place = error.stage.isEmpty ? "" : "\(error.stage): "
            lines.append("error: \(place)\(Printable.text(error.message)) (\(error.kind))")
        }
        return lines
    }
}
