import Documents
import Pipelines
import Synchronization

/// A disk that is full for a while.
final class Trouble: Sendable {
    /// What cannot be written.
    enum Place: Sendable {
        case finish, transact, anything
    }

    private let place = Mutex<Place?>(nil)

    func begin(at place: Place) { self.place.withLock { $0 = place } }

    func end() { place.withLock { $0 = nil } }

    func check(_ entries: [JournalEntry]) throws(StageError) {
        let isFinish = entries.contains { if case .runFinished = $0 { true } else { false } }
        try check(isFinish ? .finish : .anything)
    }

    func check(_ wanted: Place) throws(StageError) {
        guard let place = place.withLock({ $0 }), place == wanted || place == .anything else { return }
        throw .failed(.storage, "disk-full", "The disk is full.")
    }
}
