internal import Glibc
package import Platform
internal import Synchronization

/// Standard output and standard error. Writes are whole, in order, and block while the reader is slow.
///
/// Text for standard output gathers until 64 KiB are there, something goes to standard error, or `flush` is called; on a
/// terminal every call is shown at once.
package final class StandardStreams: Sendable {
    /// Whoever read standard output went away (`EPIPE`): end quietly, as other tools do.
    struct OutputClosed: Error {}

    /// What standard output leads to.
    let terminal: Terminal
    /// What standard error leads to.
    let errorTerminal: Terminal
    /// Whether a question can be asked: standard input and standard error are a terminal.
    let canAsk: Bool

    private let output: FileDescriptor
    /// Standard error, for a log that has its own thread.
    let errors: FileDescriptor
    let input: FileDescriptor?
    private struct Waiting {
        var bytes: [UInt8] = []
        /// Why something did not reach standard output, though somebody reads there.
        var failure: SystemError?
    }

    private let waiting = Mutex(Waiting())
    private let told = Mutex(Verbosity.normal)

    /// How much is told; set once the command line is understood.
    var verbosity: Verbosity {
        get { told.withLock { $0 } }
        set { told.withLock { $0 = newValue } }
    }

    init(
        output: FileDescriptor, errors: FileDescriptor, input: FileDescriptor? = nil, terminal: Terminal? = nil
    ) {
        self.output = output
        self.errors = errors
        self.input = input
        self.terminal = terminal ?? Terminal(output)
        errorTerminal = Terminal(errors)
        canAsk = isatty(errors.number) == 1 && (input.map { isatty($0.number) == 1 } ?? false)
    }

    /// The process's own. Call once: the descriptors belong to the result, which should live as long as the process.
    static func ofProcess() -> StandardStreams {
        occupyClosedDescriptors()
        return StandardStreams(
            output: FileDescriptor(owning: STDOUT_FILENO), errors: FileDescriptor(owning: STDERR_FILENO),
            input: FileDescriptor(owning: STDIN_FILENO))
    }

    /// Writes text for people to standard output; see `TerminalText`.
    ///
    /// - Throws: `OutputClosed`, `SystemError`
    func write(_ text: String) throws {
        try write(Array(TerminalText.safe(text, terminal.style).utf8))
    }

    /// Writes text that moves the cursor to standard output as it is.
    ///
    /// - Parameter text: all that comes from outside in it is safe to show.
    /// - Throws: `OutputClosed`, `SystemError`
    func control(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Writes bytes as they are to standard output.
    ///
    /// - Throws: `OutputClosed`, `SystemError`
    func write(_ bytes: [UInt8]) throws {
        try waiting.withLock { waiting in
            waiting.bytes += bytes
            if terminal.isInteractive || waiting.bytes.count >= 65_536 { try drain(&waiting) }
        }
    }

    /// Writes a line to standard output.
    ///
    /// - Throws: `OutputClosed`, `SystemError`
    package func print(_ line: String) throws {
        try write(line + "\n")
    }

    /// Writes a sentence to standard output, broken at words where a terminal is narrower.
    ///
    /// - Throws: `OutputClosed`, `SystemError`
    func print(sentence: String) throws {
        try write(TextWrapping.line(sentence, hang: 2, width: terminal.width))
    }

    /// Writes an object on one line to standard output.
    ///
    /// - Throws: `OutputClosed`, `SystemError`
    package func print(json record: Record) throws {
        var bytes: [UInt8] = []
        Value.record(record).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try write(bytes)
    }

    /// Writes a line to standard error, after everything that standard output still has to get. Nobody can be told when
    /// that fails, so it is let go.
    package func report(_ line: String) {
        waiting.withLock { waiting in
            // `checkLost` tells of it.
            try? drain(&waiting)
            try? errors.write(Array((TerminalText.safe(line, errorTerminal.style) + "\n").utf8))
        }
    }

    /// Shows a line on standard error in place of the one that it showed last; an empty one clears it. For terminals alone.
    func reportProgress(_ line: String) {
        if verbosity == .quiet { return }
        waiting.withLock { waiting in
            // `checkLost` tells of it.
            try? drain(&waiting)
            try? errors.write(Array(("\r\u{1B}[K" + TerminalText.safe(line, errorTerminal.style)).utf8))
        }
    }

    /// Writes a line to standard error that nobody asked for: how it goes on, what could be done next. Not when it is to be
    /// quiet.
    func note(_ line: String) {
        if verbosity != .quiet { report(line) }
    }

    /// Writes a sentence to standard error, broken at words where a terminal is narrower.
    func report(sentence: String) {
        report(String(TextWrapping.line(sentence, hang: 2, width: errorTerminal.width).dropLast()))
    }

    /// The same of one that nobody asked for.
    func note(sentence: String) {
        if verbosity != .quiet { report(sentence: sentence) }
    }

    /// Writes a line to standard error that tells what is read and done, when that is asked for.
    ///
    /// - Parameter line: without the program's name.
    func detail(_ line: @autoclosure () -> String) {
        if verbosity == .verbose { report("compass: " + line()) }
    }

    /// Hands over everything to standard output.
    ///
    /// - Throws: `OutputClosed`, `SystemError`
    package func flush() throws {
        try waiting.withLock { try drain(&$0) }
    }

    /// - Throws: `SystemError` when something could not be handed over before, though nobody was told then.
    func checkLost() throws(SystemError) {
        if let failure = waiting.withLock({ $0.failure }) { throw failure }
    }

    /// "y" or "yes" and nothing else, in any case.
    static func isYes(_ answer: [UInt8]) -> Bool {
        let words = String(decoding: answer, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace)
        return words == ["y"] || words == ["yes"]
    }

    /// Asks a question on standard error and reads the answer: whether it starts with "y". False without a terminal.
    func confirm(_ question: String) throws -> Bool {
        guard canAsk, let input else { return false }
        // At a question, Ctrl-C means "leave", not "finish gracefully".
        var former = sigaction()
        sigaction(SIGINT, nil, &former)
        signal(SIGINT, SIG_DFL)
        defer { sigaction(SIGINT, &former, nil) }
        try flush()
        try errors.write(Array((TerminalText.safe(question, errorTerminal.style) + " [y/N] ").utf8))
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while try systemCall("read", { Glibc.read(input.number, &byte, 1) }) == 1, byte != UInt8(ascii: "\n") {
            answer.append(byte)
        }
        return Self.isYes(answer)
    }

    /// A process may be started with closed standard streams. The next file that it opens would get such a number, and
    /// what is meant for people would be written into it. So they lead to /dev/null, opened the wrong way round: using
    /// them stays an error.
    private static func occupyClosedDescriptors() {
        for (number, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is this one, as those before it are open by now.
            _ = open("/dev/null", flags)
        }
    }

    private func drain(_ waiting: inout Waiting) throws {
        if waiting.bytes.isEmpty { return }
        let bytes = waiting.bytes
        waiting.bytes.removeAll(keepingCapacity: true)
        do {
            try output.write(bytes)
        } catch {
            if error.code == EPIPE { throw OutputClosed() }
            let failure = SystemError("write", on: "standard output", code: error.code)
            waiting.failure = failure
            throw failure
        }
    }
}
