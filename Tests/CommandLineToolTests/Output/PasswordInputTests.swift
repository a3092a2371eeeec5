import CompassTesting
import Glibc
import Platform
import Testing

@testable import CommandLineTool

@Suite struct PasswordInputTests {
    private static func streams(reading text: [UInt8]) throws -> StandardStreams {
        var ends: [Int32] = [0, 0]
        try systemCall("make a pipe") { pipe(&ends) }
        let (reader, writer) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        try writer.write(text)
        let sink = try FileDescriptor.open("/dev/null", flags: O_WRONLY)
        return StandardStreams(output: sink, errors: sink, input: reader)
    }

    @Test(
        "the first line of standard input is the password, and nothing else of it",
        arguments: [
            ("correct horse\nmore", "correct horse"), ("correct horse", "correct horse"),
            ("correct horse\r\n", "correct horse"), (" spaces stay \n", " spaces stay "), ("\n", ""), ("", nil),
            (String(repeating: "x", count: 5_000), nil),
        ] as [(String, String?)])
    func line(text: String, password: String?) throws {
        #expect(try Self.streams(reading: Array(text.utf8)).readSecretLine() == password)
    }

    @Test("bytes that are no text are no password")
    func bytes() throws {
        #expect(try Self.streams(reading: [0xFF, 0x0A]).readSecretLine() == nil)
    }

    @Test("a password that is typed is not shown, may be mended, and the terminal is as before afterwards")
    func typed() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        let (screen, device) = (terminal.screen, terminal.device)
        let input = FileDescriptor(owning: dup(device.number))
        let errors = FileDescriptor(owning: dup(device.number))
        let streams = StandardStreams(
            output: try FileDescriptor.open("/dev/null", flags: O_WRONLY), errors: errors, input: input)
        #expect(streams.canAsk)
        var before = termios()
        try systemCall("look") { tcgetattr(device.number, &before) }
        let pool = WorkerPool(name: "asking", width: 1)
        async let answer = pool.run { try streams.askSecret("Password:") }
        var shown: [UInt8] = []
        while !String(decoding: shown, as: UTF8.self).hasSuffix("Password: ") { shown += try Self.read(screen) }
        try screen.write(Array("wrong\u{15}correct hörsx\u{7F}\u{7F}\u{7F}rse\u{7F}e ä\u{7F}\n".utf8))
        #expect(try await answer == "correct hörse ")
        shown += try Self.read(screen)
        let text = String(decoding: shown, as: UTF8.self)
        #expect(text == "Password: \r\n" || text == "Password: \n")
        var after = termios()
        try systemCall("look") { tcgetattr(device.number, &after) }
        #expect(after.c_lflag == before.c_lflag)
    }

    private static func read(_ screen: FileDescriptor) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = try systemCall("read") { Glibc.read(screen.number, &buffer, buffer.count) }
        return Array(buffer.prefix(count))
    }
}
