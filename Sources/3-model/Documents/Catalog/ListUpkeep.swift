/// What keeps lists and searches as fast as they are, when documents become very many. Lists are right without it, too.
public protocol ListUpkeep: Sendable {
    /// Does the next piece of work, in short transactions beside whoever writes. A piece takes up to some seconds.
    ///
    /// - Returns: whether one was done; false: there is nothing to do now, or another process is at it.
    /// - Throws: the database's errors; `CancellationError`.
    func keepListsFast() async throws -> Bool
}
