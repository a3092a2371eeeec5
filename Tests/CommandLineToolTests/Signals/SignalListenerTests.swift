@testable import CommandLineTool
import Glibc
import Platform
import Service
import Testing

/// Serial: signals belong to the process.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SignalListenerTests {
    @Test("the first signal is a request, every later one is force")
    func escalation() async throws {
        let (forced, continuation) = AsyncStream.makeStream(of: Int32.self)
        let listener = try SignalListener([SIGUSR1, SIGUSR2]) { continuation.yield($0) }
        kill(getpid(), SIGUSR1)
        var requested: [Int32] = []
        for await signal in listener.first { requested.append(signal) }
        #expect(requested == [SIGUSR1])
        kill(getpid(), SIGUSR2)
        var iterator = forced.makeAsyncIterator()
        #expect(await iterator.next() == SIGUSR2)
        listener.stop()
    }

    @Test("a signal that the process was told to ignore stays ignored")
    func ignored() async throws {
        signal(SIGUSR1, SIG_IGN)
        defer { signal(SIGUSR1, SIG_DFL) }
        let listener = try SignalListener([SIGUSR1, SIGUSR2]) { _ in }
        kill(getpid(), SIGUSR1)
        kill(getpid(), SIGUSR2)
        var requested: [Int32] = []
        for await signal in listener.first { requested.append(signal) }
        #expect(requested == [SIGUSR2])
        listener.stop()
    }

    @Test("a signal cancels the command and decides the exit code", arguments: [ExitCode.success, .failed])
    func interruption(code: ExitCode) async throws {
        let listener = try SignalListener([SIGUSR1]) { _ in }
        let result = await CommandLineTool.run(signals: listener) {
            kill(getpid(), SIGUSR1)
            let (never, keep) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            keep.finish()
            return code
        }
        #expect(result == .interrupted(signal: SIGUSR1))
        listener.stop()
    }

    @Test("a command that ends by itself keeps its exit code")
    func undisturbed() async throws {
        let listener = try SignalListener([SIGUSR1]) { _ in }
        #expect(await CommandLineTool.run(signals: listener) { .rejected } == .rejected)
        listener.stop()
    }

    @Test("a signal that is heard is told each time, and neither ends the program nor counts as the first one")
    func others() async throws {
        let (forced, continuation) = AsyncStream.makeStream(of: Int32.self)
        let listener = try SignalListener([SIGUSR2]) { continuation.yield($0) }
        try listener.hear(SIGUSR1)
        var heard = listener.others.makeAsyncIterator()
        for _ in 0..<2 {
            kill(getpid(), SIGUSR1)
            #expect(await heard.next() == SIGUSR1)
        }
        kill(getpid(), SIGUSR2)
        var first = listener.first.makeAsyncIterator()
        #expect(await first.next() == SIGUSR2)
        listener.stop()
        continuation.finish()
        var force = forced.makeAsyncIterator()
        #expect(await force.next() == nil)
        #expect(await heard.next() == nil)
    }

    @Test("a command that takes signals over is told, and keeps its exit code")
    func takenOver() async throws {
        let listener = try SignalListener([SIGUSR1]) { _ in }
        let signals = CommandSignals(listener)
        let result = await CommandLineTool.run(signals: listener, for: signals) {
            guard let streams = try? signals.takeOver() else { return .usage }
            kill(getpid(), SIGUSR1)
            for await signal in streams.ending where signal == SIGUSR1 {
                return Task.isCancelled ? .failed : .rejected
            }
            return .failed
        }
        #expect(result == .rejected)
        listener.stop()
        signal(SIGHUP, SIG_DFL)
    }
}
