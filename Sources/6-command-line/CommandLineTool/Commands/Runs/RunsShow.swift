internal import Engine
internal import Pipelines
internal import Platform

/// `compass runs show RUN`
enum RunsShow {
    private static let run = Positional<String>.required("RUN", .word, "The run's id, as `runs list` shows it.")
    private static let json = CommandOption.flag("json", "Print the run as one JSON object.")

    static let command = Command(
        "show", "Show a run: every stage's time, outputs, attempts and error, and its notifications",
        options: [json.spec], positionals: [run.spec]
    ) { context in
        guard let detail = try await context.readOnlyWorkspace().journal.run(context[run]) else {
            throw RunNotFound(id: context[run])
        }
        if context[json] {
            try context.streams.print(json: detail.record)
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(RunText(detail: detail).render(width: terminal.width, style: terminal.style))
        }
        return .success
    }
}
