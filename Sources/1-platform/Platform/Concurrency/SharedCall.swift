/// A blocking call whose effect holds for all who ask for it at the same time, such as a sync of one folder: whoever asks
/// while it goes on waits, and then one call serves all that have waited.
///
/// Who announces that he will ask is waited for, for a moment: without that, calls that are short beside the time between two
/// askers serve hardly more than one each.
///
/// `@unchecked Sendable`: the counts are touched only with the monitor's lock.
public final class SharedCall: @unchecked Sendable {
    private let monitor = Monitor()
    private let pause: Duration
    private var asked: UInt64 = 0
    /// All that had asked before a call began which has succeeded.
    private var served: UInt64 = 0
    private var isCalling = false
    /// Those that have announced themselves and have not asked yet.
    private var expected = 0

    /// No call has been made yet.
    ///
    /// - Parameter pause: how long whoever asks waits at the most for those who have announced themselves, before he calls.
    public init(pause: Duration = .zero) {
        self.pause = pause
    }

    /// That somebody will ask. It is taken back when it goes without having asked.
    public struct Announcement: ~Copyable {
        fileprivate let call: SharedCall
        fileprivate var hasAsked = false

        /// As `SharedCall.run`.
        ///
        /// - Throws: what `body` throws.
        public consuming func run<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
            hasAsked = true
            try call.run(isAnnounced: true, body)
        }

        deinit {
            if !hasAsked { call.withdraw() }
        }
    }

    /// For somebody who will ask before long, whatever he has to do before.
    public func announce() -> Announcement {
        monitor.withLock { expected += 1 }
        return Announcement(call: self)
    }

    /// Returns when a call has succeeded that began after this one of `run`: `body`, or that of somebody else who asks for
    /// the same. A failure is thrown to the one whose call it was, and the others call for themselves.
    ///
    /// - Throws: what `body` throws.
    public func run<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try run(isAnnounced: false, body)
    }

    private func run<Failure: Error>(isAnnounced: Bool, _ body: () throws(Failure) -> Void) throws(Failure) {
        monitor.lock()
        asked += 1
        let mine = asked
        if isAnnounced { expected -= 1 }
        waitForTurn(mine)
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

    /// With the lock. Returns when a call has served this asker, or it is for him to call.
    private func waitForTurn(_ mine: UInt64) {
        var limit: ContinuousClock.Instant?
        while served < mine {
            if isCalling {
                monitor.wait()
                continue
            }
            if expected == 0 { return }
            let now = ContinuousClock.now
            let end = limit ?? now + pause
            if now >= end { return }
            limit = end
            monitor.wait(until: end)
        }
    }

    private func withdraw() {
        let isLast = monitor.withLock {
            expected -= 1
            return expected == 0
        }
        if isLast { monitor.wakeAll() }
    }

    private func end(served all: UInt64?) {
        monitor.withLock {
            if let all { served = all }
            isCalling = false
        }
        monitor.wakeAll()
    }
}
