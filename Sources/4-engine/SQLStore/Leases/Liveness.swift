public import Platform

/// Who is alive among the processes that use a database, and by what time: files with locks and this machine's clock where
/// all of them run on one machine; locks and the clock of a server where it is asked for both.
///
/// Calls may block; they are made on the database's own threads. The value is this process's: two values, in one process
/// too, are two processes to each other.
public protocol Liveness: Sendable {
    /// The time by which leases begin and end: the same for all processes that share the database.
    func now() throws -> Timestamp

    /// Takes something for this process until it gives it up or ends, however it ends. What is held here already stays held.
    ///
    /// - Returns: false when another process has it.
    func take(_ claim: LivenessClaim) throws -> Bool

    /// Gives something up; what is not held stays so.
    func giveUp(_ claim: LivenessClaim) throws

    /// Whether another process has it. Looking leaves nothing behind.
    func isTaken(_ claim: LivenessClaim) throws -> Bool

    /// Gives up all that is held. Nothing is taken afterwards.
    func end() throws
}

/// What one process at a time has, and no other while it lives.
public enum LivenessClaim: Hashable, Sendable {
    /// A number among those that work on runs.
    case worker(Int64)
    /// The work on a batch, by its id. Two batches may exclude each other, which costs one of them time.
    case batch(String)
}
