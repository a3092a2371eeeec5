@testable import Representations
import Platform
import Testing

@testable import CommandLineTool

/// Groups that mean one of their commands when none is named.
@Suite struct StandardCommandTests {
    private func path(_ arguments: [Path]) throws -> [String] {
        switch try ArgumentParser.parse(arguments, root: RootCommand.tree) {
        case .run(let invocation): return invocation.path
        case .help(let path, _): return ["help"] + path
        case .version: return ["version"]
        }
    }

    @Test(
        "the group alone, and with options of its standard command, is that command",
        arguments: [
            ["quarantine"], ["quarantine", "--json"], ["quarantine", "-an", "3"], ["quarantine", "--stage=x"],
        ])
    func standard(arguments: [String]) throws {
        #expect(try path(arguments.map { Path($0) }) == ["compass", "quarantine", "list"])
    }

    @Test("a named command is that command, and help is the group's")
    func named() throws {
        #expect(try path(["quarantine", "show", "x"]) == ["compass", "quarantine", "show"])
        #expect(try path(["quarantine", "--help"]) == ["help", "compass", "quarantine"])
        #expect(try path(["quarantine", "-w", "x"]) == ["compass", "quarantine", "list"])
    }

    @Test("a word that is no command of the group is refused")
    func unknown() throws {
        let error = #expect(throws: Problem.self) { try path(["quarantine", "lsit"]) }
        #expect(error?.message == "unknown command `quarantine lsit`; did you mean `compass quarantine list`?")
        #expect(throws: Problem.self) { try path(["quarantine", "--nonsense"]) }
        #expect(throws: Problem.self) { try path(["runs"]) }
    }
}
