/// A run's place among those that go on at a time, which it lends to others while it only waits.
struct WorkSlot: Sendable {
    /// The run waits for a while and needs no worker.
    let lend: @Sendable () -> Void
    /// The run goes on.
    let takeBack: @Sendable () -> Void

    /// Of a run that has none.
    static let none = WorkSlot(lend: {}, takeBack: {})
}
