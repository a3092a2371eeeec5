@testable import CommandLineTool

/// Walks over all commands.
enum CommandTree {
    static func all(_ command: Command, path: [String] = []) -> [(path: [String], command: Command)] {
        let path = path + [command.name]
        return [(path, command)] + command.subcommands.flatMap { all($0, path: path) }
    }
}
