internal import Glibc
internal import Platform
internal import Service
internal import Synchronization

/// How a command hears of signals. Unless it takes them over, the first one that asks the program to end cancels it.
final class CommandSignals: Sendable {
    private let listener: SignalListener?
    private let taker = Mutex<AsyncStream<Int32>.Continuation?>(nil)

    /// There are no signals.
    static let none = CommandSignals(nil)

    init(_ listener: SignalListener?) {
        self.listener = listener
    }

    /// From now on no signal cancels the command or decides its exit code: it ends by itself. Call once.
    ///
    /// - Throws: `SystemError`
    func takeOver() throws -> ServiceSignals {
        let (ending, continuation) = AsyncStream.makeStream(of: Int32.self)
        taker.withLock { $0 = continuation }
        try listener?.hear(SIGHUP)
        return ServiceSignals(ending: ending, others: listener?.others ?? AsyncStream { $0.finish() })
    }

    /// Tells the command that it is to end.
    ///
    /// - Returns: false when it has not taken signals over, so that it is to be cancelled.
    func pass(_ signal: Int32) -> Bool {
        guard let taker = taker.withLock({ $0 }) else { return false }
        taker.yield(signal)
        taker.finish()
        return true
    }
}
