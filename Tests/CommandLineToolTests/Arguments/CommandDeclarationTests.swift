import Platform
import Representations
import Testing

@testable import CommandLineTool

@Suite struct CommandDeclarationTests {
    @Test("every command is declared so that it can be used")
    func declarations() {
        for (path, command) in CommandTree.all(RootCommand.tree) {
            let options = command.options + (path.count == 1 ? GlobalOptions.ofProgram : GlobalOptions.all)
            let names = options.map(\.name)
            #expect(Set(names).count == names.count, "\(path) declares an option twice")
            let shorts = options.compactMap(\.short)
            #expect(Set(shorts).count == shorts.count, "\(path) declares a letter twice: \(shorts)")
            let positionals = command.positionals.map(\.name)
            #expect(Set(positionals).count == positionals.count, "\(path) declares an argument twice")
            for spec in command.positionals.dropLast() {
                #expect(spec.maximum != nil, "\(path): nothing can follow \(spec.synopsis)")
            }
            #expect((command.body == nil) == !command.subcommands.isEmpty, "\(path) is neither a command nor a group")
            #expect(!command.summary.hasSuffix("."), "\(path): a summary has no full stop")
            for help in options.map(\.help) + command.positionals.map(\.help) {
                #expect(help.hasSuffix("."), "\(path): \(help)")
            }
            for text in options.map(HelpText.text(of:)) {
                let sentences = text.split(separator: ". ").map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
                #expect(Set(sentences).count == sentences.count, "\(path) says a sentence twice: \(text)")
            }
        }
    }

    @Test("every listing takes --json, --limit, --after and --all")
    func listings() {
        for (path, command) in CommandTree.all(RootCommand.tree) where command.name == "list" {
            // Plugins are the folders that are there, and are shown at once.
            if command.summary == PluginsCommand.command.subcommand("list")?.summary { continue }
            #expect(Set(command.options.map(\.name)).isSuperset(of: ["json", "limit", "after", "all"]), "\(path)")
        }
    }

    @Test(
        "a word that names a command elsewhere, or one of another program, leads to what is meant",
        arguments: [
            (["share"], "share", "`compass documents share`"), (["retry"], "retry", "`compass runs retry`"),
            (["cancel"], "cancel", "`compass runs cancel` or `compass batches cancel`"),
            (["documents", "retry"], "documents retry", "`compass runs retry`"),
            (["ls"], "ls", "`compass documents list`"), (["person"], "person", "`compass users`"),
            (["cp"], "cp", "`compass documents download`"), (["logs"], "logs", "`compass runs show`"),
            (["import"], "import", "`compass schools import`, `compass uploads add` or `compass users import`"),
            (
                ["list"], "list",
                ", among others, `compass documents list`, `compass schools list` or `compass links list`"
            ),
            (["check"], "check", "`compass lint` or `compass plugins check`"),
            (["unshar"], "unshar", "`compass documents unshare`"),
            (["documents", "rm"], "documents rm", "`compass documents trash`"),
            (["documents", "remove"], "documents remove", "`compass documents trash` or `compass documents delete`"),
            (["schools", "share"], "schools share", "`compass documents share`"),
            (["plugins", "new"], "plugins new", "`compass new`"),
        ] as [([Path], String, String)])
    func hints(words: [Path], name: String, meant: String) {
        var found: String?
        do {
            _ = try ArgumentParser.parse(words, root: RootCommand.tree)
        } catch {
            found = error.message
        }
        #expect(found == "unknown command `\(name)`; did you mean\(meant.hasPrefix(",") ? "" : " ")\(meant)?")
    }

    @Test(
        "a word for an action on what a group is about leads to no other group",
        arguments: [
            ("schools delete", "schools remove"), ("schools rm", "schools remove"), ("schools delet", "schools remove"),
            ("users delete", "users remove"), ("users ls", "users list"), ("users edit", "users rename"),
            ("tokens delete", "tokens revoke"), ("tokens add", "tokens create"), ("links remove", "links revoke"),
            ("sessions delete", "sessions revoke"), ("quarantine delete", "quarantine discard"),
            ("uploads delete", "uploads remove"), ("runs delete", "runs prune"), ("runs get", "runs show"),
            ("batches delete", nil), ("notifications delete", nil), ("notifications delet", nil),
            ("schedule list", nil),
        ] as [(String, String?)])
    func ownGroup(words: String, meant: String?) {
        let problem = #expect(throws: Problem.self) {
            try ArgumentParser.parse(words.split(separator: " ").map { Path(String($0)) }, root: RootCommand.tree)
        }
        #expect(
            problem?.message == "unknown command `\(words)`" + (meant.map { "; did you mean `compass \($0)`?" } ?? ""))
    }

    @Test(
        "an option that is the name of an input leads to the option for inputs, where a command takes some",
        arguments: [
            (["run", "transcript", "--title", "X"], "`--title`; an input of a pipeline is given with `-i title=…`"),
            (["plan", "transcript", "--school=x"], "`--school`; an input of a pipeline is given with `-i school=…`"),
            (["run", "transcript", "--Bad title"], "`--Bad title`"), (["runs", "list", "--title", "X"], "`--title`"),
            (["run", "transcript", "--docment", "X"], "`--docment`; did you mean `--document`?"),
        ] as [([Path], String)])
    func inputs(words: [Path], message: String) {
        let problem = #expect(throws: Problem.self) { try ArgumentParser.parse(words, root: RootCommand.tree) }
        #expect(problem?.message == "unknown option \(message)")
    }

    @Test(
        "`-` is refused where a file or folder is made and nothing can be written to standard output",
        arguments: [
            (["test", "--junit", "-"], "`--junit` must name a file, not `-`"),
            (["up", "--metrics-file", "-"], "`--metrics-file` must name a file, not `-`"),
            (["serve", "--socket", "-"], "`--socket` must name a file, not `-`"),
            (["export", "-o", "-"], "`-o` must name a folder, not `-`"),
            (["init", "-"], "DIR must name a folder, not `-`"),
            (["restore", "b.tar", "-"], "DIR must name a folder, not `-`"),
            (["backup", "-"], nil), (["documents", "download", "clip", "-o", "-"], nil),
            (["runs", "to-test", "01J", "-o", "-"], nil),
        ] as [([Path], String?)])
    func dash(words: [Path], message: String?) {
        var found: String?
        do {
            _ = try ArgumentParser.parse(words, root: RootCommand.tree)
        } catch {
            found = error.message
        }
        #expect(found == message)
    }

    @Test("what a command is called elsewhere is no command of its group")
    func otherNames() {
        for (path, command) in CommandTree.all(RootCommand.tree) {
            let names = Set(command.subcommands.map(\.name))
            #expect(names.isDisjoint(with: command.subcommands.flatMap(\.otherNames)), "\(path)")
        }
    }

    @Test("the examples in the help are command lines that work")
    func examples() throws {
        for (path, command) in CommandTree.all(RootCommand.tree) {
            for example in command.examples {
                let arguments = ShellWords.split(example)
                guard case .run(let invocation) = try ArgumentParser.parse(arguments, root: RootCommand.tree) else {
                    Issue.record("\(example) runs nothing")
                    continue
                }
                #expect(invocation.path == path, "\(example)")
            }
        }
    }
}
