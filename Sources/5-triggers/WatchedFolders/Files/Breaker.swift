/// Stops taking files after a failure that is expected to pass, and lets one through from time to time until that
/// succeeds. A value; times are of a monotonic clock.
struct Breaker: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What it allows now.
    enum State: Sendable, Hashable {
        case closed
        /// Nothing before then.
        case open(until: Instant, because: String)
        /// One is on its way.
        case probing(because: String)
    }

    static let first = Duration.seconds(1)
    static let longest = Duration.seconds(60)

    private(set) var state = State.closed
    private var wait: Duration?
    private let first: Duration

    /// - Parameter first: the first wait.
    init(first: Duration = Self.first) {
        self.first = first
    }

    /// Whether a file may begin; a true answer counts as the one that is let through.
    mutating func admits(at now: Instant) -> Bool {
        switch state {
        case .closed: return true
        case .probing: return false
        case .open(let due, let reason):
            guard due <= now else { return false }
            state = .probing(because: reason)
            return true
        }
    }

    /// Whether the next one to begin is the only one.
    var isOpen: Bool { if case .closed = state { false } else { true } }

    /// When the next one may begin; nil: now, or when the one under way has ended.
    var due: Instant? { if case .open(let due, _) = state { due } else { nil } }

    /// Why nothing is taken; nil: it is.
    var reason: String? {
        switch state {
        case .closed: nil
        case .open(_, let reason), .probing(let reason): reason
        }
    }

    /// A file failed in a way that is expected to pass.
    ///
    /// - Returns: how long nothing is taken; nil: that was known already.
    mutating func fail(_ reason: String, at now: Instant) -> Duration? {
        // Those that were on their way when it opened tell nothing new.
        if case .open = state { return nil }
        let next = wait.map { min($0 * 2, Self.longest) } ?? first
        wait = next
        state = .open(until: now + next, because: reason)
        return next
    }

    /// The one that was let through did not begin after all.
    mutating func putBack(at now: Instant) {
        if case .probing(let reason) = state { state = .open(until: now, because: reason) }
    }

    /// A file came to its end.
    ///
    /// - Returns: whether it was closed by that.
    mutating func succeed() -> Bool {
        wait = nil
        defer { state = .closed }
        return isOpen
    }
}
