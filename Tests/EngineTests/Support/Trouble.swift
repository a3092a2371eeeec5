import Documents
import Pipelines
import Synchronization

/// A disk that is full for a while.
final class Trouble: Sendable {
    /// What cannot be written.
    enum Place: Sendable {
        case finish, transact, anything
    }

    private let state = Mutex<(place: Place, rest: Int)?>(nil)

    /// - Parameter times: how many writes fail; after these it ends by itself.
    func begin(at place: Place, times: Int = .max) { state.withLock { $0 = (place, times) } }

    func end() { state.withLock { $0 = nil } }

    func check(_ entries: [JournalEntry]) throws(StageError) {
        let isFinish = entries.contains { if case .runFinished = $0 { true } else { false } }
        try check(isFinish ? .finish : .anything)
    }

    func check(_ wanted: Place) throws(StageError) {
        let isMet = state.withLock { state in
            guard let (place, rest) = state, place == wanted || place == .anything else { return false }
            state = rest > 1 ? (place, rest - 1) : nil
            return true
        }
        if isMet { throw .failed(.storage, "disk-full", "The disk is full.") }
    }
}
