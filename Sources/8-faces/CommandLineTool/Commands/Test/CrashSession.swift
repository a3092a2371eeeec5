internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Trials
internal import Workspaces

/// One `compass test --crash`: kills the cases' runs and shows what came of each.
struct CrashSession: Sendable {
    let context: CommandContext
    let pipelines: [Path]
    /// nil: all cases.
    let filter: String?
    let isJSON: Bool

    private var streams: StandardStreams { context.streams }

    /// - Throws: `InvalidFiles` when a pipeline or the workspace file does not lint; `Problem` when there is no case to be
    ///   killed.
    func run() async throws -> ExitCode {
        let test = try CrashTest(
            workspace: context.existingFolder(), program: Self.program())
        let cases = try test.cases(of: pipelines, filter: filter, registry: try context.registry())
        guard !cases.isEmpty else {
            throw Problem.invalidRequest(
                "there is no case to be killed: `--crash` takes cases of `tests:` that have a file, no `mocks`, "
                    + "no `trigger` and no unknown school",
                details: ["`compass runs to-test RUN` makes a case of a run"])
        }
        var code = ExitCode.success
        for one in cases {
            let result = try await test.run(one) { done, boundaries in
                try show("\(one.pipeline.name): killed at \(done) of \(boundaries) boundaries")
            }
            try show("")
            if isJSON {
                try streams.print(json: result.record)
            } else {
                try streams.write(
                    TextWrapping.lines(result.text(streams.terminal.style), width: streams.terminal.width))
            }
            try streams.flush()
            if !result.hasPassed { code = .failed }
        }
        return code
    }

    /// This program's own commands.
    private static func program() throws -> CrashProgram {
        CrashProgram(
            path: try Files.resolve("/proc/self/exe"),
            run: { pipeline, file, inputs in ["run", pipeline, file] + inputs.flatMap { ["-i", $0] } },
            resume: ["runs", "resume"], name: "compass", runName: "compass run", resumeName: "compass runs resume")
    }

    /// Replaces the last line of a terminal.
    private func show(_ line: String) throws {
        guard streams.terminal.isInteractive, !isJSON else { return }
        try streams.control("\r\u{1B}[K\(Printable.text(line))")
        try streams.flush()
    }
}

extension CrashResult {
    /// As people read it; each line ends in a newline.
    func text(_ style: Style) -> String {
        let title = Printable.text("\(pipeline): \(test)")
        guard !hasPassed else {
            return "\(style.green("ok")) \(title): killed at \(boundaries) boundaries, "
                + "every end the same\n"
        }
        var text =
            "\(style.red("FAILED")) \(style.bold(title)): \(differences.count) of \(boundaries) "
            + "boundaries lead to another end\n"
        for difference in differences {
            text += "  killed at boundary \(difference.boundary) (\(difference.name)):\n"
            for line in difference.missing { text += style.red("   - \(Printable.text(line))") + "\n" }
            for line in difference.unexpected { text += style.green("   + \(Printable.text(line))") + "\n" }
            text += "   again, in a copy of the workspace: \(Printable.text(again(difference)))\n"
        }
        return text
    }
}
