import Glibc
import Platform
import Testing

@testable import CommandLineTool

@Suite struct StandardStreamsTests {
    @Test("output that nobody reads any more ends the command quietly with 141")
    func closedPipe() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try systemCall("pipe") { pipe(&ends) }
        let writing = FileDescriptor(owning: ends[1])
        close(ends[0])
        let streams = StandardStreams(output: writing, errors: try FileDescriptor.open("/dev/null", flags: O_WRONLY))
        try streams.print("kept until flush")
        let error = #expect(throws: StandardStreams.OutputClosed.self) { try streams.flush() }
        let report = ErrorReport(try #require(error))
        #expect(report.text == "")
        #expect(report.code.status == 141)
    }

    @Test("a full disk is an error that says so")
    func fullDisk() throws {
        let full = try FileDescriptor.open("/dev/full", flags: O_WRONLY)
        let streams = StandardStreams(output: full, errors: try FileDescriptor.open("/dev/null", flags: O_WRONLY))
        try streams.print("x")
        let error = #expect(throws: SystemError.self) { try streams.flush() }
        #expect(
            ErrorReport(try #require(error)).text
                == "compass: cannot write standard output: No space left on device (ENOSPC)")
    }

    @Test("what was lost on a full disk while something was reported is told in the end")
    func lostBeforeReport() throws {
        let full = try FileDescriptor.open("/dev/full", flags: O_WRONLY)
        let streams = StandardStreams(output: full, errors: try FileDescriptor.open("/dev/null", flags: O_WRONLY))
        try streams.print("x")
        try streams.checkLost()
        streams.report("y")
        try streams.flush()
        #expect(throws: SystemError.self) { try streams.checkLost() }
    }

    @Test("what goes to standard error stands behind what standard output got before")
    func order() throws {
        let captured = try CapturedStreams(shared: true)
        try captured.streams.print("one")
        captured.streams.report("two")
        try captured.streams.print("three")
        try captured.streams.flush()
        #expect(try captured.output == "one\ntwo\nthree\n")
    }

    @Test(
        "only y and yes are a yes",
        arguments: [
            ("y", true), ("Y", true), ("yes", true), (" Yes \r", true), ("", false), ("n", false),
            ("yikes, no!", false),
            ("yes?", false), ("yet another? no", false), ("\u{FF}", false),
        ])
    func answers(answer: String, isYes: Bool) {
        #expect(StandardStreams.isYes(Array(answer.utf8)) == isYes)
    }

    @Test("without a terminal nothing is asked and the answer is no")
    func confirm() throws {
        let captured = try CapturedStreams()
        #expect(try !captured.streams.confirm("Sure?"))
        #expect(try captured.errors == "")
    }

    @Test(
        "on a terminal the answer is read", arguments: [("y\n", true), ("Yes\n", true), ("n\n", false), ("\n", false)])
    func answers(typed: String, expected: Bool) throws {
        let terminal = try PseudoTerminal(columns: 80)
        try terminal.screen.write(Array(typed.utf8))
        let streams = StandardStreams(output: terminal.device, errors: terminal.device, input: terminal.device)
        #expect(streams.canAsk)
        #expect(try streams.confirm("Sure?") == expected)
    }
}
