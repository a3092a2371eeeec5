import Diagnostics
import Platform
import Representations
import Testing

@testable import CommandLineTool

@Suite struct NextStepTextTests {
    private static let steps: [NextStep] = [
        .listRuns, .showRun("r1"), .showRun(nil), .retryRun("r1"), .retryRun(nil), .replayRun("r1"), .followRun("r1"),
        .cancelRun("r1"), .resumeRuns, .resumeAbandoned, .pruneRuns, .runAnew(pipeline: "video"),
        .runPresentBytes(pipeline: "video", file: "/in/a.mp4"), .giveInputs(["user"]),
        .chooseMatchingFile(orInputs: ["user"]), .listBatches, .showBatch("b1"), .listDocuments, .showDocument("d1"),
        .showDocument(nil), .restoreDocument("d1"), .trashDocument("d1"), .deleteDocument("d1"), .listSchools,
        .addSchool("yale"), .addSchool(nil), .separateSchools, .renameSchool, .endShares("yale"), .listTrash("yale"),
        .listEntries,
        .discardEntry("q1"), .listNotifications, .listChannels,
        .lint, .diagnose,
        .repairObjects, .askService, .installService,
    ]

    /// What stands between backticks and begins with the program's name.
    private static func commands(in text: String) -> [[String]] {
        let parts: [Substring] = text.split(separator: "`")
        let named = parts.filter { $0.hasPrefix("compass ") }
        return named.map { part in part.split(separator: " ").map(String.init) }
    }

    @Test("every command that is advised is one of the program's, with the options it takes", arguments: steps)
    func commands(_ step: NextStep) throws {
        for words in Self.commands(in: NextStepText.clause(step)) {
            var command = RootCommand.tree
            var rest = words.dropFirst()
            while let word = rest.first, let next = command.subcommand(word) {
                command = next
                rest = rest.dropFirst()
            }
            #expect(command.body != nil, "\(words) names no command")
            var arguments: [String] = []
            while let word = rest.popFirst() {
                guard word.hasPrefix("--") else {
                    if word != "STAGE" { arguments.append(word) }
                    continue
                }
                let option = command.options.first { $0.name == String(word.dropFirst(2)) }
                #expect(option != nil, "\(words)")
                if option?.placeholder != nil { _ = rest.popFirst() }
            }
            #expect(arguments.count <= command.positionals.count, "\(words)")
        }
    }

    @Test(
        "advice follows sentences as a sentence, and another text behind a semicolon or a colon",
        arguments: [
            ("It is gone.", [], "It is gone."),
            ("It is gone.", [.listRuns], "It is gone. `compass runs list` shows them."),
            ("It changed.", [.runAnew(pipeline: "video")], "It changed. Run it again with `compass run`."),
            (
                "x exists", [.replaceFile, .chooseFile],
                "x exists; `--force` replaces it, `--output FILE` chooses another name"
            ),
            ("it needs `a`", [.giveInputs(["a"])], "it needs `a`: give it with -i a=…"),
            (
                "it needs `a`", [.giveInputs(["a"]), .runAnew(pipeline: "video")],
                "it needs `a`: give it with -i a=…, or run it again with `compass run`"
            ),
            (
                "Run r is not finished.", [.followRun("r"), .resumeAbandoned],
                "Run r is not finished. `compass runs follow r` shows its progress; if no process works on it, "
                    + "`compass runs resume` resumes it."
            ),
            ("", [.lint], "`compass lint` shows each with its place"),
        ] as [(String, [NextStep], String)])
    func append(_ text: String, _ steps: [NextStep], _ whole: String) {
        #expect(NextStepText.append(steps, to: text) == whole)
    }

    @Test("each cause of a problem has its own line and its own advice")
    func causes() {
        let problem = Problem(
            .refused, "Run r cannot be retried",
            causes: [.refused("It is in the trash.", advice: [.restoreDocument("d")]), .refused("It is gone.")])
        #expect(
            problem.commandText == """
                Run r cannot be retried:
                  - It is in the trash. `compass documents restore d` takes it out.
                  - It is gone.
                """)
        #expect(
            problem.description == """
                Run r cannot be retried:
                  - It is in the trash. Take it out of the trash.
                  - It is gone.
                """)
    }

    @Test("without a face nothing of the command line is named, and records tell the steps apart", arguments: steps)
    func neutral(_ step: NextStep) throws {
        #expect(!step.description.contains("compass") && !step.description.contains("--"))
        #expect(!step.description.hasSuffix("."))
        let name = try #require(step.record["step"]?.string)
        #expect(name.allSatisfy { $0.isLowercase || $0 == "-" })
        let others = Self.steps.filter { $0.record["step"]?.string == name }
        #expect(Set(others.map { $0.record.count }).count == 1 && others.count <= 2, "\(name)")
    }
}
