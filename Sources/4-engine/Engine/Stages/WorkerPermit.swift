/// A run's place among those that go on at a time, which it releases to others while it only waits.
struct WorkerPermit: Sendable {
    /// The run waits for a while and needs no worker.
    let release: @Sendable () -> Void
    /// The run goes on.
    let reacquire: @Sendable () -> Void

    /// Of a run that has none.
    static let none = WorkerPermit(release: {}, reacquire: {})
}
