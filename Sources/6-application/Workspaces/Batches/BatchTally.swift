package import BatchJobs
package import Engine
internal import Platform
internal import Representations
internal import Synchronization

/// What a process sees of a batch while it goes on.
package final class BatchTally: Sendable {
    private struct State {
        var done: Int
        var known: Int?
        var duplicates = 0
        var leftOut: Set<Path> = []
        var shownAt = ContinuousClock.now
    }

    private static let interval = Duration.seconds(5)
    /// What an item is called.
    private let itemLabel: String
    private let state: Mutex<State>

    /// - Parameter items: how many were done before.
    package init(behind items: Int, itemLabel: String) {
        self.itemLabel = itemLabel
        state = Mutex(State(done: items))
    }

    /// How far it is: "3 of 20 files done", or "3 documents done" where nobody has counted them.
    package var progress: String { state.withLock { progress($0) } }

    /// Items whose document an earlier run has processed.
    package var duplicates: Int { state.withLock { $0.duplicates } }
    /// Files that were not taken.
    package var leftOut: Int { state.withLock { $0.leftOut.count } }

    package func add(_ event: BatchEvent) {
        state.withLock { state in
            switch event {
            case .counted(let count): state.known = state.known ?? count
            case .leftOut(let path, _): state.leftOut.insert(path)
            }
        }
    }

    /// - Returns: how far it is, now and then.
    package func add(_ result: RunResult) -> String? {
        state.withLock { state in
            state.done += 1
            if result.duplicateOf != nil { state.duplicates += 1 }
            if .now - state.shownAt < Self.interval { return nil }
            state.shownAt = .now
            return progress(state)
        }
    }

    private func progress(_ state: State) -> String {
        guard let known = state.known else { return "\(HumanFormat.count(state.done, itemLabel)) done" }
        return "\(state.done) of \(HumanFormat.count(known, itemLabel)) done"
    }
}
