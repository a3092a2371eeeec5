import Platform
import Testing

@testable import CommandLineTool

@Suite struct CompletionEngineTests {
    private static func answer(_ line: [Path], root: Command = SampleCommands.root) async -> String {
        let engine = CompletionEngine(root: root) { source, situation in
            guard source == .pipelines else { return [] }
            return ["video", "vita", "Łódź"].map { .init(word: $0, description: "in \(situation.workspace ?? ".")") }
        }
        let answer = await engine.answer(for: line)
        return "\(answer.addition): " + answer.candidates.map(\.word).joined(separator: " ")
    }

    @Test(
        "a shell is offered what may stand there",
        arguments: [
            ([""], "nothing: run things"),
            (["r"], "nothing: run"),
            (["things", ""], "nothing: remove rename"),
            (["things", "rem"], "nothing: remove"),
            (["nonsense", ""], "nothing: run things"),
            (["-"], "nothing: --workspace --quiet --verbose --version --help"),
            (["run", "--"], "nothing: --force --count --colour --tag --shared --workspace --quiet --verbose --help"),
            (["run", "--force", "-t", "x", "--c"], "nothing: --count --colour"),
            (["run", "--force", "--f"], "nothing: "),
            (["run", "--tag", "x", "--t"], "nothing: --tag"),
            (["run", "--colour", ""], "nothing: red green blue"),
            (["run", "--colour", "g"], "nothing: green"),
            (["run", "--colour=b"], "nothing: --colour=blue"),
            (["run", "--count", ""], "nothing: "),
            (["run", "-fn", ""], "nothing: "),
            (["run", ""], "files: video vita Łódź"),
            (["run", "vid"], "files: video"),
            (["run", "lo"], "files: Łódź"),
            (["run", "video", ""], "files: "),
            (["run", "video", "a", "b", ""], "files: "),
            (["run", "--", "--f"], "files: "),
            (["-w", ""], "folders: "),
            (["run", "--workspace="], "folders: "),
            (["things", "remove", "1", "2", ""], "nothing: "),
            ([], "nothing: "),
        ] as [([Path], String)])
    func table(line: [Path], expected: String) async {
        #expect(await Self.answer(line) == expected)
    }

    @Test(
        "pipelines are looked up in the workspace that -w names", arguments: [["-w", "d"], ["--workspace=d"], ["-wd"]])
    func workspace(option: [String]) async {
        let line = option.map { Path($0) }
        for line in [line + ["run", ""], ["run"] + line + [""]] {
            let engine = CompletionEngine(root: SampleCommands.root) { _, situation in
                [.init(word: situation.workspace?.text ?? "none", description: "")]
            }
            #expect(await engine.answer(for: line).candidates.map(\.word) == ["d"])
        }
    }

    @Test("what is asked for knows the first argument and what is typed")
    func situation() async {
        let engine = CompletionEngine(root: RootCommand.tree) { source, situation in
            guard source == .inputs, let subject = situation.subject else { return [] }
            return [.init(word: situation.typed + "!", description: "\(subject.source) \(subject.word)")]
        }
        func answer(_ words: Path...) async -> [String] {
            await engine.answer(for: words).candidates.map { "\($0.word) \($0.description)" }
        }
        #expect(await answer("run", "video", "-i", "ti") == ["ti! pipelines video"])
        #expect(await answer("run", "video", "--input=ti") == ["--input=ti! pipelines video"])
        #expect(await answer("run", "-i", "a=b", "video", "-i", "") == ["! pipelines video"])
        #expect(await answer("quarantine", "release", "01A", "-i", "x") == ["x! quarantine 01A"])
        #expect(await answer("run", "-i", "ti") == [])
    }

    @Test("help is offered the commands below those that are named")
    func help() async {
        #expect(await Self.answer(["help", "docu"], root: RootCommand.tree) == "nothing: documents")
        #expect(await Self.answer(["help", "documents", "s"], root: RootCommand.tree) == "nothing: show share stats")
        #expect(await Self.answer(["help", "expr"], root: RootCommand.tree) == "nothing: expressions")
        #expect(await Self.answer(["help", "documents", "expr"], root: RootCommand.tree) == "nothing: ")
        #expect(await Self.answer(["completions", ""], root: RootCommand.tree) == "nothing: bash zsh fish")
    }
}
