/// What one process has of a database beside its rows: its place among those that work on runs, the batches it works on,
/// and the definitions it has pinned.
public final class StoreProcess: Sendable {
    let worker: Worker
    let claims: BatchClaims
    /// So that a run can start after its definition was removed with its last run.
    let pinned = PinnedDefinitions()
    private let liveness: any Liveness

    public init(_ liveness: any Liveness) {
        self.liveness = liveness
        worker = Worker(liveness)
        claims = BatchClaims(liveness)
    }

    /// Gives all of it up, for good: what it worked on can be taken over at once.
    ///
    /// - Throws: what `Liveness.end` does.
    public func end() throws {
        worker.end()
        try liveness.end()
    }
}
