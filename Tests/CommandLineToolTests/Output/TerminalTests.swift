@testable import CommandLineTool
import Diagnostics
import Glibc
import Platform
import Testing

@Suite struct TerminalTests {
    private static func terminal(_ descriptor: FileDescriptor, _ environment: [String: String] = [:]) -> Terminal {
        Terminal(descriptor) { environment[$0] }
    }

    @Test("a file is no terminal: no width, no colours unless they are forced, and NO_COLOR wins")
    func file() throws {
        let file = try FileDescriptor.open("/dev/null", flags: O_WRONLY)
        #expect(Self.terminal(file) == Terminal(isInteractive: false, width: nil, style: .plain))
        #expect(Self.terminal(file, ["CLICOLOR_FORCE": "1"]).style.colours)
        #expect(!Self.terminal(file, ["CLICOLOR_FORCE": "0"]).style.colours)
        #expect(!Self.terminal(file, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]).style.colours)
        #expect(Self.terminal(file, ["CLICOLOR_FORCE": "1", "NO_COLOR": ""]).style.colours)
    }

    @Test("a terminal has a width and colours; NO_COLOR and TERM=dumb take them away")
    func pseudoTerminal() throws {
        let terminal = try PseudoTerminal(columns: 132)
        #expect(
            Self.terminal(terminal.device) == Terminal(isInteractive: true, width: 132, style: Style(colours: true)))
        #expect(Self.terminal(terminal.device, ["COLUMNS": "50"]).width == 50)
        #expect(!Self.terminal(terminal.device, ["NO_COLOR": "1"]).style.colours)
        #expect(Self.terminal(terminal.device, ["NO_COLOR": "1"]).isInteractive)
        #expect(
            Self.terminal(terminal.device, ["TERM": "dumb"])
                == Terminal(isInteractive: false, width: 132, style: .plain))
    }

    @Test("a terminal without a size counts as 80 columns")
    func unknownSize() throws {
        let terminal = try PseudoTerminal(columns: 0)
        #expect(Self.terminal(terminal.device).width == 80)
    }
}
