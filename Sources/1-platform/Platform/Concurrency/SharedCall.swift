/// A blocking call whose effect holds for all who ask for it at the same time, such as a sync of one folder: whoever asks
/// while it goes on waits, and then one call serves all that have waited.
///
/// `@unchecked Sendable`: the counts are touched only with the monitor's lock.
public final class SharedCall: @unchecked Sendable {
    private let monitor = Monitor()
    private var asked: UInt64 = 0
    /// All that had asked before a call began which has succeeded.
    private var served: UInt64 = 0
    private var isCalling = false

    /// No call has been made yet.
    public init() {}

    /// Returns when a call has succeeded that began after this one of `run`: `body`, or that of somebody else who asks for
    /// the same. A failure is thrown to the one whose call it was, and the others call for themselves.
    ///
    /// - Throws: what `body` throws.
    public func run<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        monitor.lock()
        asked += 1
        let mine = asked
        while isCalling, served < mine { monitor.wait() }
        if served >= mine { return monitor.unlock() }
        isCalling = true
        let all = asked
        monitor.unlock()
        do throws(Failure) {
            try body()
        } catch {
            end(served: nil)
            throw error
        }
        end(served: all)
    }

    private func end(served all: UInt64?) {
        monitor.withLock {
            if let all { served = all }
            isCalling = false
        }
        monitor.wakeAll()
    }
}
