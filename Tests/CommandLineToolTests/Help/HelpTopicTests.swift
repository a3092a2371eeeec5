import Pipelines
import Platform
import Testing

@testable import CommandLineTool
@testable import Representations

@Suite struct HelpTopicTests {
    private static func run(_ arguments: Path...) async throws -> (code: ExitCode, output: String, errors: String) {
        let captured = try CapturedStreams()
        let code = await CommandLineTool.run(arguments, streams: captured.streams) {
            try Registry(StageExampleTests.stages)
        }
        return (code, try captured.output, try captured.errors)
    }

    @Test("every topic has a page in each form, and the list has every topic", arguments: HelpTopic.all.map(\.name))
    func forms(name: String) async throws {
        let topic = try #require(HelpTopic.named(name))
        let text = try await Self.run("help", Path(name))
        #expect(text.code == .success, "\(text)")
        #expect(text.output.split(separator: "\n").allSatisfy { $0.hasPrefix("    ") || $0.count <= 110 })
        #expect(try await Self.run("help", Path(name), "--format", "markdown").output.hasPrefix("# "))
        let manual = try await Self.run("help", Path(name), "--format", "man").output
        #expect(manual.contains(".TH COMPASS-\(name.uppercased()) \(topic.section) "))
        let list = try await Self.run("help", "--topics").output
        #expect(list.contains("\n\(name) "))
        #expect(RootCommand.tree.subcommand(name) == nil, "a command of that name would never be explained")
        for alias in topic.aliases {
            #expect(HelpTopic.named(alias)?.name == name)
            #expect(try await Self.run("help", Path(alias)).output == text.output)
        }
    }

    @Test(
        "a key of a file that has keys of its own is explained by its section alone",
        arguments: [
            ("webhook", "on.webhook[]", "pipeline", "secret"), ("on.webhook", "on.webhook[]", "pipeline", "secret"),
            ("on.webhook[]", "on.webhook[]", "pipeline", "secret"), ("on", "on", "pipeline", "webhook"),
            ("mocks", "tests[].mocks.NAME", "pipeline", "outputs"), ("server", "server", "workspace", "listen"),
        ])
    func keys(word: String, title: String, topic: String, key: String) async throws {
        let help = try await Self.run("help", Path(word))
        #expect(help.code == .success, "\(help)")
        #expect(
            help.output.hasPrefix("\(title)\nOne of the keys that `compass help \(topic)` explains.\n"),
            "\(help.output)")
        #expect(help.output.contains("\n  \(key)  ("))
        #expect(!help.output.contains("\n  stages  ("), "the rest of the page")
    }

    @Test("what is neither a command nor a topic is told with the nearest of both")
    func unknown() async throws {
        #expect(
            try await Self.run("help", "expresions").errors == """
                compass: unknown command or topic `expresions`; did you mean `expressions`?
                usage: compass help [OPTIONS] [COMMAND…]

                """)
        #expect(
            try await Self.run("help", "documents", "expressions").errors.hasPrefix(
                "compass: unknown command `documents expressions`\n"))
    }

    @Test("the reference of commands has each of them, with its arguments, options and examples")
    func commands() async throws {
        let page = CommandReference.page(path: ["compass"], command: RootCommand.tree).markdown
        func visit(_ path: [String], _ command: Command) {
            for child in command.visibleSubcommands {
                let path = path + [child.name]
                #expect(page.contains("\n## `\(path.joined(separator: " "))`\n\n\(child.summary).\n"), "\(path)")
                for option in child.options { #expect(page.contains("--\(option.name)"), "\(path) \(option.name)") }
                visit(path, child)
            }
        }
        visit(["compass"], RootCommand.tree)
        #expect(!page.contains("__complete"))
        #expect(
            try await Self.run("help", "version", "--format", "markdown").output == """
                # compass version

                Show the version.

                <!-- Made by `make generate` from what the program declares; change the declaration. -->

                ```text
                compass version [OPTIONS]
                ```

                | argument or option |  |
                |---|---|
                | `--json` | \(HelpText.text(of: ListingOptions.json.spec)) |

                """)
    }

    @Test("the manual has a page for each command: the program's own page names them, and theirs lead back to it")
    func manualPages() async throws {
        let whole = try await Self.run("help", "--format", "man").output
        #expect(!whole.contains("\n.SS compass documents list\n"), "explained on a page of its own")
        for command in RootCommand.tree.visibleSubcommands {
            let word = command.name.replacing("-", with: "\\-")
            let name = "compass\\-\(word)"
            #expect(whole.contains("\n.B \(word)\n"), "\(command.name)")
            #expect(whole.contains("\n.BR \(name) (1) ,\n"), "\(command.name)")
            let page = try await Self.run("help", Path(command.name), "--format", "man").output
            #expect(page.contains("\n.SH NAME\n\(name) \\- "), "\(command.name)")
            #expect(page.contains("\n.SH SEE ALSO\n.BR compass (1) ,\n"), "\(command.name)")
        }
    }

    @Test("what man would take for its own stands as it is")
    func manual() {
        let page = ReferencePage(
            "Things", "What they are.",
            [
                .text(".starts with a stop, has a \\ and `a-b`"), .heading("`a.b`"),
                .entries(columns: ["x"], [.init("-x", kind: "a \"y\"", "It's so.")]),
                .heading("More"), .code(".a\n  'b'", language: "sh"),
            ])
        let text = ManualPage.render(page, name: "compass-things", section: 7, seeAlso: [("compass", 1), ("more", 5)])
        #expect(
            text == """
                .\\" Made from what the program declares.
                .TH COMPASS-THINGS 7 "\(Version.day)" "compass \(Version.current)" "Compass"
                .SH NAME
                compass\\-things \\- what they are
                .SH DESCRIPTION
                \\&.starts with a stop, has a \\e and \\fBa\\-b\\fP
                .SS a.b
                .TP
                .B \\-x
                (a \\(dqy\\(dq)
                .br
                It\\(aqs so.
                .SH MORE
                .in +4n
                .nf
                \\&.a
                  \\(aqb\\(aq
                .fi
                .in
                .SH SEE ALSO
                .BR compass (1) ,
                .BR more (5)

                """)
    }

    @Test("the topic of variables has every one that the sources read")
    func variables() throws {
        let sources = Path(#filePath).folder.appending("../../../Sources").normalised
        let page = HelpTopic.environment.markdown
        let calls = #"(getenv|variable|environment|processVariable)\("[A-Z_]+"#
        let search = try ChildProcess("/usr/bin/grep", ["-rhoE", "--include=*.swift", Path(calls), sources])
        let lines = try #require(search.output).readToEnd(limit: 1 << 20)
        #expect(try search.wait().status == 0)
        let found = Set(
            String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.split(separator: "\"").last.map(String.init)
            })
        #expect(found.isSuperset(of: ["HOME", "COMPASS_WORKSPACE", "NO_COLOR"]))
        for name in found.subtracting(["ASAN_OPTIONS", "TSAN_OPTIONS"]) { #expect(page.contains(name), "\(name)") }
    }

    @Test("the statuses that are explained are those that the program ends with")
    func statuses() {
        #expect(ExitCode.explained.map(\.code.status) == [0, 1, 2, 3, 130, 141, 143])
        #expect(HelpTopic.exitStatus.markdown.contains("| `3` | A document was rejected, and nothing failed. |\n"))
    }
}
