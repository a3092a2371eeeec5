@testable import Representations
import Platform

@testable import CommandLineTool

/// A small command line that has every kind of option and argument.
enum SampleCommands {
    enum Colour: String, CaseIterable, Sendable { case red, green, blue }

    static let force = CommandOption.flag("force", short: "f", "Do it anyway.")
    static let count = CommandOption.value(
        "count", short: "n", "N", ArgumentKind.integer(in: 1...10), "How often.", standard: 3, shown: "3")
    static let colour = CommandOption<Colour?>.optional("colour", "COLOUR", .choice, "The colour.")
    static let tags = CommandOption<[String]>.repeated("tag", short: "t", "TAG", .word, "A tag.")
    static let shared = CommandOption<Bool?>.optional("shared", "ANSWER", .yesOrNo, "Whether it is shared.")
    static let pipeline = Positional<Path>.required("PIPELINE", .pipeline, "The pipeline.")
    static let files = Positional<[Path]>.many("FILE", .path, "The files.")
    static let id = Positional<String>.required("ID", .word, "The id.")
    static let reason = Positional<String?>.optional("REASON", .text, "Why.")

    static let root = Command(
        group: "tool", "A sample",
        [
            Command(
                "run", "Run something",
                options: [force.spec, count.spec, colour.spec, tags.spec, shared.spec],
                positionals: [pipeline.spec, files.spec]
            ) { _ in .success },
            Command(
                group: "things", "Look after things",
                [
                    Command("remove", "Remove one", positionals: [id.spec, reason.spec]) { _ in .success }
                        .alsoCalled("rm"),
                    Command("rename", "Rename one", positionals: [id.spec]) { _ in .success },
                ]),
            Command("__secret", "Hidden", isHidden: true) { _ in .success },
        ])

    /// What was understood, in one line; a `Problem`'s text, its lines joined by " | ".
    static func outcome(_ arguments: [Path]) -> String {
        do {
            switch try ArgumentParser.parse(arguments, root: root) {
            case .help(let path, _): return "help: \(path.joined(separator: " "))"
            case .version: return "version"
            case .run(let invocation): return describe(invocation)
            }
        } catch {
            return "error: " + ([error.message] + error.details).joined(separator: " | ")
        }
    }

    private static func describe(_ invocation: Invocation) -> String {
        var parts = [invocation.path.dropFirst().joined(separator: " ")]
        if let workspace = invocation[GlobalOptions.workspace] { parts.append("workspace=\(workspace)") }
        switch invocation.path.last {
        case "run":
            if invocation[force] { parts.append("force") }
            if invocation[GlobalOptions.quiet] { parts.append("quiet") }
            parts.append("count=\(invocation[count])")
            if let colour = invocation[colour] { parts.append("colour=\(colour)") }
            if !invocation[tags].isEmpty { parts.append("tags=\(invocation[tags].joined(separator: ","))") }
            if let shared = invocation[shared] { parts.append("shared=\(shared)") }
            parts.append("pipeline=\(invocation[pipeline])")
            parts.append("files=\(invocation[files].map(\.description).joined(separator: ","))")
        case "remove":
            parts.append("id=\(invocation[id])")
            if let reason = invocation[reason] { parts.append("reason=\(reason)") }
        case "rename": parts.append("id=\(invocation[id])")
        default: break
        }
        return parts.joined(separator: " ")
    }
}
