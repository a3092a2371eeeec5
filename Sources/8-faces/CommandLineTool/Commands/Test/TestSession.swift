internal import Platform
internal import Representations
internal import Trials
internal import Workspaces

/// One time through all cases: read, run, report.
struct TestSession: Sendable {
    let context: CommandContext
    let pipelines: [Path]
    /// nil: all cases.
    let filter: String?
    let isJSON: Bool
    /// nil: no JUnit XML is written.
    let junit: Path?

    private var streams: StandardStreams { context.streams }

    /// - Throws: `InvalidFiles` when a pipeline or the workspace file does not lint.
    func run() async throws -> ExitCode {
        let start = ContinuousClock.now
        let suite = try TestSuite(
            of: pipelines, filter: filter, in: context.existingFolder(),
            registry: context.registry())
        for file in suite.filesWithoutCases {
            streams.report(
                sentence: "compass: \(file) has no tests; `compass runs to-test RUN` makes one of a run")
        }
        let text = TestText(sources: suite.sources, style: streams.terminal.style)
        let results = try await suite.run { result in
            if isJSON {
                try streams.print(json: result.record)
            } else {
                let (width, end) = (streams.terminal.width, text.end(of: result))
                try streams.write(TextWrapping.lines(text.beginning(of: result), width: width))
                try streams.write(
                    end.map { TextWrapping.line($0, behind: "   ", hang: 5, width: width) }.joined()
                        + (result.hasPassed ? "" : "\n"))
            }
        }
        if let junit {
            let document = JUnitDocument(name: "compass test", results: results, sources: suite.sources)
            try Files.replace(junit, with: Array(document.text.utf8))
        }
        let summary = self.summary(of: results, milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
        if isJSON || suite.cases.isEmpty {
            streams.report(sentence: summary)
        } else {
            try streams.write(TextWrapping.line(summary, hang: 2, width: streams.terminal.width))
        }
        return results.contains { !$0.hasPassed } ? .failed : .success
    }

    /// Runs them, and again whenever something that they depend on changes, until the command is cancelled.
    func watch() async throws -> ExitCode {
        let watch = try CaseWatch(of: pipelines, in: context.existingWorkspace())
        var code = try await runOnce()
        try await watch.forEachChange { change in
            if streams.terminal.isInteractive { try streams.control("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
            let others = change.others > 0 ? " and \(HumanFormat.count(change.others, "other"))" : ""
            try streams.print("Changed: \(change.name)\(others)")
            code = try await runOnce()
        }
        return code
    }

    /// A pipeline that cannot be read at the moment is told and does not end the watch.
    private func runOnce() async throws -> ExitCode {
        let code: ExitCode
        do {
            code = try await run()
        } catch let error as StandardStreams.OutputClosed {
            throw error
        } catch is CancellationError {
            return .failed
        } catch {
            code = ErrorReport(
                error, style: streams.errorTerminal.style, width: streams.errorTerminal.width
            ).print(on: streams)
        }
        try streams.flush()
        return code
    }

    /// "12 cases, 11 passed, 1 failed (0.3 s)"
    private func summary(of results: [TestResult], milliseconds: Double) -> String {
        guard !results.isEmpty else {
            return filter.map { "No case has `\(Printable.text($0))` in its name." } ?? "No pipeline has test cases."
        }
        let failed = results.count { !$0.hasPassed }
        return "\(HumanFormat.count(results.count, "case")), \(results.count - failed) passed, \(failed) failed "
            + "(\(HumanFormat.duration(milliseconds: milliseconds)))"
    }
}
