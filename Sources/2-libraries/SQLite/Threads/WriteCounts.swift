internal import Synchronization

/// What a writer has done so far.
final class WriteCounts: Sendable {
    let values = Mutex(Writer.Counts())
}
