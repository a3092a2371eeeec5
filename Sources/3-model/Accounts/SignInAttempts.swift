public import Platform

/// How many wrong attempts to sign in may follow one another, and how long is waited after more.
public struct SignInLimit: Sendable, Hashable {
    /// So many without a wait.
    public let free: Int

    /// Attempts for one person.
    public static let person = SignInLimit(free: 5)
    /// Attempts from one address.
    public static let address = SignInLimit(free: 20)

    /// Attempts that are further back count no more.
    public static let window = Duration.seconds(15 * 60)
    /// After any number of them.
    public static let longestWait = Duration.seconds(15 * 60)

    /// How long is waited after so many: 1 s after as many as are free, and twice as long after each further one.
    public func wait(after failures: Int) -> Duration {
        if failures < free { return .zero }
        // 2^10 s are more than the longest wait.
        return min(.seconds(1 << min(failures - free, 10)), Self.longestWait)
    }
}

/// Counts attempts to sign in.
///
/// They are kept with the accounts, and not in the memory of a process: an attacker who makes the service start anew, or asks
/// another process of it, gains nothing. A write for each is little beside the hash that each costs, and while there is a
/// wait, none is written. What they were about is kept as a digest: people type passwords into the wrong field.
///
/// What is thrown is trouble with the store. Survives the process, and not necessarily the machine.
public protocol SignInAttempts: Sendable {
    /// Counts an attempt before it is made, as if it were wrong, so that those that are made at the same time count one
    /// another; nothing is counted while one has to wait.
    ///
    /// - Returns: how long one has to wait; nil: it may be made.
    func beginAttempt(person: String, address: String?, at time: Timestamp) async throws -> Duration?

    /// The attempt was right: those for the person are forgotten, and it is taken off those from the address.
    func attemptSucceeded(person: String, address: String?) async throws
}
