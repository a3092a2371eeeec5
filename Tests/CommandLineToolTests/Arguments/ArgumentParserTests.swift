import CompassTesting
import Platform
import Representations
import Testing

@testable import CommandLineTool

@Suite struct ArgumentParserTests {
    private static let run = "usage: tool run [OPTIONS] PIPELINE [FILE…] | Try `tool run --help`."
    private static let root = "usage: tool COMMAND | Try `tool --help`."
    private static let remove = "usage: tool things remove ID [REASON] | Try `tool things remove --help`."

    @Test(
        "a command line is understood as it is meant, or refused with its usage line",
        arguments: [
            // Options and values
            (["run", "p"], "run count=3 pipeline=p files="),
            (["run", "p", "-n", "5"], "run count=5 pipeline=p files="),
            (["run", "p", "-n5"], "run count=5 pipeline=p files="),
            (["run", "p", "--count", "5"], "run count=5 pipeline=p files="),
            (["run", "p", "--count=5"], "run count=5 pipeline=p files="),
            (["run", "--count=5", "--count=6", "p"], "run count=6 pipeline=p files="),
            (["run", "-fq", "p"], "run force quiet count=3 pipeline=p files="),
            (["run", "-fqn7", "p"], "run force quiet count=7 pipeline=p files="),
            (["run", "p", "-t", "a", "--tag=b", "-tc"], "run count=3 tags=a,b,c pipeline=p files="),
            (["run", "p", "--tag", "-odd"], "run count=3 tags=-odd pipeline=p files="),
            (["run", "p", "--tag=--force"], "run count=3 tags=--force pipeline=p files="),
            (["run", "p", "--tag=a=b"], "run count=3 tags=a=b pipeline=p files="),
            (["run", "p", "--colour", "green"], "run count=3 colour=green pipeline=p files="),
            (["run", "p", "--shared", "no"], "run count=3 shared=false pipeline=p files="),
            // Positionals
            (["run", "a", "--force", "b", "-q", "c"], "run force quiet count=3 pipeline=a files=b,c"),
            (["run", "p", "--", "-x", "--force", "--"], "run count=3 pipeline=p files=-x,--force,--"),
            (["run", "--", "p"], "run count=3 pipeline=p files="),
            (["run", "p", "./-x"], "run count=3 pipeline=p files=./-x"),
            (["run", "p", "-"], "run count=3 pipeline=p files=-"),
            (["things", "remove", "7"], "things remove id=7"),
            (["things", "remove", "7", ""], "things remove id=7 reason="),
            // Before and after the command
            (["-w", "d", "run", "p"], "run workspace=d count=3 pipeline=p files="),
            (["-wd", "things", "rename", "x"], "things rename workspace=d id=x"),
            (["things", "--workspace=d", "rename", "x"], "things rename workspace=d id=x"),
            (["things", "rename", "x", "--workspace", "d"], "things rename workspace=d id=x"),
            (["-w", "-", "run", "p"], "error: `-w` must name a folder, not `-` | \(root)"),
            // Help and version
            (["--help"], "help: tool"),
            (["run", "-h"], "help: tool run"),
            (["run", "--help", "--bogus"], "help: tool run"),
            (["-h", "things"], "help: tool"),
            (["things", "--help"], "help: tool things"),
            (["--version"], "version"),
            (["run", "p", "--", "--help"], "run count=3 pipeline=p files=--help"),
            // Mistakes
            ([], "error: no command is given | usage: tool COMMAND | Try `tool --help`."),
            (["rnu"], "error: unknown command `rnu`; did you mean `tool run`? | \(root)"),
            (
                ["things"],
                "error: `tool things` needs a command: remove, rename | usage: tool things COMMAND | Try `tool things --help`."
            ),
            (
                ["things", "remvoe"],
                "error: unknown command `things remvoe`; did you mean `tool things remove`? | usage: tool things COMMAND | "
                    + "Try `tool things --help`."
            ),
            (["remove"], "error: unknown command `remove`; did you mean `tool things remove`? | \(root)"),
            (["renmae"], "error: unknown command `renmae`; did you mean `tool things rename`? | \(root)"),
            (["rm"], "error: unknown command `rm`; did you mean `tool things remove`? | \(root)"),
            (
                ["things", "run"],
                "error: unknown command `things run`; did you mean `tool run`? | usage: tool things COMMAND | "
                    + "Try `tool things --help`."
            ),
            (["__secre"], "error: unknown command `__secre` | usage: tool COMMAND | Try `tool --help`."),
            (["run"], "error: Which pipeline? Give its name, or its file. | \(run)"),
            (["things", "remove"], "error: Which ID? The id. | \(remove)"),
            (
                ["__secret", "show"],
                "error: unexpected argument `show`; `tool __secret` takes options alone | usage: tool __secret | "
                    + "Try `tool __secret --help`."
            ),
            (["things", "remove", "1", "2", "3"], "error: unexpected argument `3` | \(remove)"),
            (["run", "p", "--cuont=3"], "error: unknown option `--cuont`; did you mean `--count`? | \(run)"),
            (["run", "p", "--zzzzzz"], "error: unknown option `--zzzzzz` | \(run)"),
            (["run", "p", "-x"], "error: unknown option `-x` | \(run)"),
            (["run", "p", "-fx"], "error: unknown option `-x` | \(run)"),
            (["run", "p", "--version"], "error: unknown option `--version` | \(run)"),
            (["run", "p", "--force=yes"], "error: `--force` takes no value | \(run)"),
            (["run", "p", "--count"], "error: `--count` needs a value: --count N | \(run)"),
            (["run", "p", "-n"], "error: `-n` needs a value: -n N | \(run)"),
            (["run", "p", "--count", "--force"], "error: `--count` needs a value: --count N | \(run)"),
            (["run", "p", "--tag", "-f"], "error: `--tag` needs a value: --tag TAG | \(run)"),
            (["run", "p", "--tag", "--", "x"], "error: `--tag` needs a value: --tag TAG | \(run)"),
            (["run", "p", "-n", "0"], "error: `-n` must be a whole number from 1 to 10, not `0` | \(run)"),
            (["run", "p", "--count=x\n"], "error: `--count` must be a whole number from 1 to 10, not `x\\n` | \(run)"),
            (
                ["run", "p", "--colour=gren"],
                "error: `--colour` must be one of red, green, blue (did you mean `green`?), not `gren` | \(run)"
            ),
            (["run", "p", "--tag="], "error: `--tag` must not be empty | \(run)"),
            (["run", ""], "error: PIPELINE must name a file | \(run)"),
            (
                ["--force", "run", "p"],
                "error: `--force` is an option of a command and belongs after the command's name | usage: tool COMMAND | "
                    + "Try `tool --help`."
            ),
        ] as [([Path], String)])
    func table(arguments: [Path], expected: String) {
        #expect(SampleCommands.outcome(arguments) == expected)
    }

    @Test(
        "of several arguments that are needed, the missing ones are asked for",
        arguments: [
            (
                [],
                "Which document? Give its title or id; `compass documents list` shows them. Which SCHOOL? With whom."
            ), (["clip"], "Which SCHOOL? With whom."), (["clip", "ucla"], nil),
        ] as [([Path], String?)])
    func missing(words: [Path], message: String?) {
        let document = Positional<String>.required("DOCUMENT", .word(completedBy: .documents), "What.")
        let schools = Positional<[String]>.many("SCHOOL", .word, "With whom.", minimum: 1)
        let root = Command(
            group: "tool", "A sample",
            [Command("share", "Share", positionals: [document.spec, schools.spec]) { _ in .success }])
        var found: String?
        do {
            _ = try ArgumentParser.parse(["share"] + words, root: root)
        } catch {
            found = error.message
        }
        #expect(found == message)
    }

    @Test("file names keep their bytes, also those that are not UTF-8")
    func bytes() throws {
        let name = Path(bytes: [0x66, 0xFF, 0x0A, 0xC3])
        let outcome = try ArgumentParser.parse(
            ["run", "p", name, "--", Path(bytes: [0x2D, 0xFE])], root: SampleCommands.root)
        guard case .run(let invocation) = outcome else {
            Issue.record("not understood")
            return
        }
        #expect(invocation[SampleCommands.files] == [name, Path(bytes: [0x2D, 0xFE])])
    }

    @Test("a program of one command has the options of that command and of every program")
    func program() throws {
        let rounds = CommandOption.value(
            "rounds", short: "r", "N", ArgumentKind.integer(in: 1...9), "How often.", standard: 3, shown: "3")
        let solo = Command("solo", "Do one thing", options: [rounds.spec]) { _ in .success }
        for arguments in [["--rounds", "5"], ["--rounds=5"], ["-r5"]] as [[Path]] {
            guard case .run(let invocation) = try ArgumentParser.parse(arguments, root: solo) else {
                Issue.record("not understood: \(arguments)")
                continue
            }
            #expect(invocation[rounds] == 5)
        }
        guard case .help = try ArgumentParser.parse(["--help"], root: solo),
            case .version = try ArgumentParser.parse(["--version"], root: solo)
        else {
            Issue.record("no help, or no version")
            return
        }
    }

    @Test("text that is not UTF-8 is refused, shown safely")
    func invalidText() {
        let expected = "error: `--tag` must be UTF-8 text, not `a\\xFF` | \(Self.run)"
        #expect(SampleCommands.outcome(["run", "p", "--tag", Path(bytes: [0x61, 0xFF])]) == expected)
        #expect(
            SampleCommands.outcome(["run", Path(bytes: [0x2D, 0xFF])]) == "error: unknown option `-\\xFF` | \(Self.run)"
        )
    }

    @Test("no command line brings the parser down, and what is behind -- is never an option")
    func fuzz() throws {
        var generator = SeededRandom(seed: 20_260_308)
        let pieces: [Path] = [
            "run", "things", "remove", "-", "--", "-n", "--count", "--count=", "=", "-fq", "--tag", "x", "", "-w",
            "--help",
            "-h", "--version", "ü", Path(bytes: [0xFF]), Path(bytes: [0x2D, 0xC3]), "--=", "---", "-é",
        ]
        for _ in 0..<(Nightly.isOn ? 5_000 : 400) {
            let count = Int.random(in: 0...6, using: &generator)
            let arguments = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
            #expect(!SampleCommands.outcome(arguments).isEmpty)
            let files = arguments.filter { !$0.bytes.isEmpty }
            let outcome = try ArgumentParser.parse(["run", "p", "--"] + files, root: SampleCommands.root)
            guard case .run(let invocation) = outcome else {
                Issue.record("an option behind --: \(arguments)")
                continue
            }
            #expect(invocation[SampleCommands.files] == files)
        }
    }
}
