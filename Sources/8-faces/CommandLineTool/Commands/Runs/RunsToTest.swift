internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Trials
internal import Workspaces

/// `compass runs to-test RUN`: writes a run down as a test case of its pipeline.
enum RunsToTest {
    private static let name = CommandOption<String?>.optional(
        "name", "TEXT", .word, "What the case is called (default: made of the file, the run's end and its id).")
    private static let output = CommandOption<Path?>.optional(
        "output", short: "o", "FILE", .path, "Write the case to this new file, or with `-` to standard output.")

    static let command = Command(
        "to-test", "Write a run down as a test case of its pipeline",
        discussion: """
            The document is copied to fixtures/ beside the pipeline's file. Effects are mocked by what they came to, \
            failures by their class and number, and the case expects what happened. The case is added to the `tests:` of \
            the pipeline's file; comments and formatting stay as they are. With `--output -` nothing \
            is written, neither the case nor the document.

            What the run saw of the environment is not recorded; add `given: { env: … }` where a stage depends on it.
            """,
        examples: ["runs to-test 01J8ZC6E0V", "runs to-test 01J8ZC6E0V --output -"],
        options: [name.spec, output.spec], positionals: [RunsCommand.run.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let id = try await context.id(RunsCommand.run, of: .run, in: workspace)
        guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
        let place: CaseRecorder.Output =
            switch context[output] {
            case nil: .pipeline
            case "-"?: .text
            case let file?: .file(file)
            }
        let recording = try await CaseRecorder(workspace: workspace, detail: detail).record(
            name: context[name], to: place)
        if let document = recording.document { context.streams.note("compass: copied the document to \(document)") }
        if let missing = recording.missing {
            context.streams.report("compass: nothing was written; the case needs the document at \(missing)")
        }
        if let text = recording.text { try context.streams.write(text) }
        if let file = recording.file {
            try context.streams.print(
                recording.line.map { "Added the case to \(file):\($0)" } ?? "Wrote the case to \(file).")
        }
        for note in recording.notes { context.streams.report("compass: \(note)") }
        return .success
    }
}
