internal import Glibc
public import Platform
internal import Synchronization

/// A program at work, which is given bytes and answers with lines.
///
/// All calls but `kill` block, and are those of one thread at a time. What it wrote to its standard error is kept in part.
/// When the last reference goes, all that came of the program is killed.
///
/// `@unchecked Sendable`: the buffers belong to whoever makes the calls, one at a time; what `kill` touches is fixed.
public final class RunningProgram: @unchecked Sendable {
    /// Of what is written to standard error, the last part is kept, in bytes.
    public static let errorsKept = 16_384

    private let process: GuardedProcess
    private let output: FileDescriptor
    private let errorOutput: FileDescriptor
    private let limits: ProgramLimits
    private var pending: ArraySlice<UInt8> = []
    private var input: FileDescriptor?
    private var closesInput = false
    private var hasOutput = true
    private var hasErrors = true
    private var received: [UInt8] = []
    /// Where the next line begins, and how far no line break was found.
    private var start = 0
    private var searched = 0
    private var count = 0
    private var errorText: [UInt8] = []
    private var ended: GuardedProcess.End?
    /// Whether what it still writes is of no interest.
    private var isDropping = false

    /// Starts a program.
    ///
    /// - Parameter content: what it finds open as descriptor 3, and may read wherever it lies.
    /// - Throws: `ProgramError.start`. A program that cannot be executed is told by `end`.
    public init(
        _ command: ProgramCommand, content: FileDescriptor? = nil, features: GuardFeatures = .available
    ) throws(ProgramError) {
        limits = command.limits
        do {
            let (process, streams) = try GuardedProcess.start(
                command.program, command.arguments,
                environment: command.environment.map { Path(bytes: Array("\($0.name)=".utf8) + $0.value.bytes) },
                folder: FileDescriptor.locate(command.folder), content: content, limits: limits.ofProcess,
                confinement: command.sandbox.confinement(content: content, features: features))
            self.process = process
            (input, output, errorOutput) = (streams.input, streams.output, streams.errors)
            for descriptor in [streams.input, streams.output, streams.errors] { try Self.makeNonblocking(descriptor) }
        } catch {
            throw .start(error)
        }
    }

    deinit {
        if ended == nil {
            process.kill()
            _ = try? process.wait()
        }
    }

    /// What it wrote to its standard error last, with what is no UTF-8 replaced.
    public var errors: String { String(decoding: errorText.suffix(Self.errorsKept), as: UTF8.self) }

    /// Gives it bytes, which go out while lines are waited for. What it wrote before counts no more for the limit of output.
    public func send(_ bytes: [UInt8]) {
        pending += bytes
        count = received.count - start
    }

    /// It sees the end of its input once all was sent.
    public func finishInput() {
        if pending.isEmpty { input = nil } else { closesInput = true }
    }

    /// Kills it with all that came of it. From any thread.
    public func kill() { process.kill() }

    /// Whether it runs, as far as can be told, and neither has to read nor has written anything that was not taken.
    public var isQuiet: Bool {
        guard ended == nil, hasOutput, pending.isEmpty, start == received.count else { return false }
        return (try? poll([(output.number, Int16(POLLIN))], until: .now).allSatisfy { $0 == 0 }) ?? false
    }

    /// The next line of its standard output, without its line break.
    ///
    /// - Parameter deadline: nil: waits as long as it takes.
    /// - Returns: nil at the end of the output. A last line without a line break is `partial`.
    /// - Throws: `ProgramError`; the program goes on until it is killed.
    public func line(
        until deadline: ContinuousClock.Instant?
    ) throws(ProgramError) -> (bytes: [UInt8], isPartial: Bool)? {
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(received[start..<end])
                start = end + 1
                searched = start
                if start > 65_536 { compact() }
                return (line, false)
            }
            searched = received.count
            if received.count - start > limits.line { throw .lineTooLong(limit: limits.line) }
            if !hasOutput {
                guard start < received.count else { return nil }
                let line = Array(received[start...])
                start = received.count
                return (line, true)
            }
            try exchange(until: deadline)
        }
    }

    private func compact() {
        received.removeFirst(start)
        searched -= start
        start = 0
    }

    /// Waits until all is over; what it writes meanwhile is dropped, but for its standard error.
    ///
    /// - Throws: `ProgramError`
    public func end(until deadline: ContinuousClock.Instant?) throws(ProgramError) -> GuardedProcess.End {
        if let ended { return ended }
        while hasOutput || hasErrors {
            try exchange(until: deadline)
            start = received.count
            searched = start
            compact()
        }
        guard try poll([(process.report.number, Int16(POLLIN))], until: deadline).first != 0 else { throw .timeout }
        do {
            let end = try process.wait()
            ended = end
            return end
        } catch {
            throw .exchange(error)
        }
    }

    /// Kills it and waits for that.
    public func killAndWait() throws(ProgramError) -> GuardedProcess.End {
        kill()
        isDropping = true
        return try end(until: nil)
    }

    /// Writes and reads what can be, and waits until something can.
    private func exchange(until deadline: ContinuousClock.Instant?) throws(ProgramError) {
        var wanted: [(Int32, Int16)] = []
        if hasOutput { wanted.append((output.number, Int16(POLLIN))) }
        if hasErrors { wanted.append((errorOutput.number, Int16(POLLIN))) }
        let isWriting = input != nil && !pending.isEmpty
        if isWriting, let input { wanted.append((input.number, Int16(POLLOUT))) }
        let events = try poll(wanted, until: deadline)
        if events.allSatisfy({ $0 == 0 }) { throw .timeout }
        var next = 0
        if hasOutput {
            if events[next] != 0 { hasOutput = try read(output, into: &received) }
            next += 1
        }
        if hasErrors {
            if events[next] != 0 { hasErrors = try read(errorOutput, into: &errorText) }
            if errorText.count > 4 * Self.errorsKept { errorText.removeFirst(errorText.count - Self.errorsKept) }
            next += 1
        }
        if isWriting, events[next] != 0 { try write() }
        if count > limits.output, !isDropping { throw .tooMuchOutput(limit: limits.output) }
    }

    private func write() throws(ProgramError) {
        guard let input else { return }
        let sent = SignalMask.withoutPipeSignal {
            pending.withUnsafeBytes { Glibc.write(input.number, $0.baseAddress, $0.count) }
        }
        if sent < 0 {
            let code = errno
            if code == EAGAIN || code == EINTR { return }
            // It reads no more, which is its right: what matters is what it answers.
            guard code == EPIPE else { throw .exchange(SystemError("write to the program", code: code)) }
            pending = []
        } else {
            pending = pending.dropFirst(sent)
        }
        if pending.isEmpty {
            pending = []
            if closesInput { self.input = nil }
        }
    }

    /// - Returns: false at the end.
    private func read(_ descriptor: FileDescriptor, into bytes: inout [UInt8]) throws(ProgramError) -> Bool {
        let (got, code) = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let got = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
            let code = errno
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer.prefix(max(0, got))))
            return (got, code)
        }
        if got < 0 {
            if code == EAGAIN || code == EINTR { return true }
            throw .exchange(SystemError("read from the program", code: code))
        }
        count += got
        return got > 0
    }

    /// - Returns: what happened to each; nothing at all when the time is over.
    private func poll(
        _ wanted: [(Int32, Int16)], until deadline: ContinuousClock.Instant?
    ) throws(ProgramError) -> [Int16] {
        var polled = wanted.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
        while true {
            var wait: Int32 = -1
            if let deadline {
                let left = deadline - .now
                let (seconds, attoseconds) = left.components
                wait = left <= .zero ? 0 : Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
            }
            let found = Glibc.poll(&polled, nfds_t(polled.count), wait)
            if found > 0 { return polled.map(\.revents) }
            if found == 0 {
                if let deadline, deadline > .now { continue }
                return polled.map { _ in 0 }
            }
            let code = errno
            if code != EINTR { throw .exchange(SystemError("wait for the program", code: code)) }
        }
    }

    private static func makeNonblocking(_ descriptor: FileDescriptor) throws(SystemError) {
        let flags = try systemCall("examine a pipe") { fcntl(descriptor.number, F_GETFL) }
        try systemCall("set up a pipe") { fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK) }
    }
}
