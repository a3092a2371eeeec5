internal import Glibc
internal import Platform

/// Passwords are read from a terminal, which does not show them, or from standard input. Never from the command line: any
/// process of the machine can read that.
extension StandardStreams {
    /// More than any password has.
    private static let longestLine = 4_096

    /// Asks on standard error, and reads a line from the terminal without showing it.
    ///
    /// Ctrl-C ends the program, with the terminal as it was before.
    ///
    /// - Returns: nil where nobody can be asked, and when the input ends.
    /// - Throws: `SystemError`, `OutputClosed`
    func askSecret(_ question: String) throws -> String? {
        guard canAsk, let input else { return nil }
        try flush()
        var former = termios()
        try systemCall("look at the terminal") { tcgetattr(input.number, &former) }
        var silent = former
        // Signals are read as characters, so that none ends the program while the terminal shows nothing.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        // TCSAFLUSH: what was typed before the question is no answer to it.
        try systemCall("silence the terminal") { tcsetattr(input.number, TCSAFLUSH, &silent) }
        // Asked only now, so that nothing of an answer is shown or thrown away.
        let answer = Result {
            try errors.write(Array((TerminalText.safe(question, errorTerminal.style) + " ").utf8))
            return try readSilently(input)
        }
        // A terminal that is gone needs nothing.
        _ = tcsetattr(input.number, TCSAFLUSH, &former)
        try errors.write(Array("\n".utf8))
        if case .success(.interrupted) = answer {
            signal(SIGINT, SIG_DFL)
            kill(getpid(), SIGINT)
            throw CancellationError()
        }
        if case .line(let line) = try answer.get() { return line }
        return nil
    }

    /// The first line of standard input, without its end.
    ///
    /// - Returns: nil when there is none, or it is longer than any password.
    /// - Throws: `SystemError`
    func readSecretLine() throws -> String? {
        guard let input else { return nil }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        var isThere = false
        while try systemCall("read", { Glibc.read(input.number, &byte, 1) }) == 1 {
            isThere = true
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
            if line.count > Self.longestLine { return nil }
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isThere ? String(validating: line, as: UTF8.self) : nil
    }

    private enum Answer {
        case line(String)
        case interrupted
        case ended
    }

    private func readSilently(_ input: FileDescriptor) throws -> Answer {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while try systemCall("read", { Glibc.read(input.number, &byte, 1) }) == 1 {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return String(validating: line, as: UTF8.self).map { .line($0) } ?? .ended
            // Ctrl-C, Ctrl-\.
            case 3, 28: return .interrupted
            // Ctrl-D.
            case 4: return .ended
            // Backspace takes a character, which may be several bytes; Ctrl-U takes all.
            case 8, 127:
                while let last = line.popLast(), last & 0xC0 == 0x80 {}
            case 21: line.removeAll()
            default:
                if line.count < Self.longestLine { line.append(byte) }
            }
        }
        return .ended
    }
}
