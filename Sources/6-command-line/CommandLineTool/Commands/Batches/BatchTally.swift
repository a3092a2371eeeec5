internal import BatchJobs
internal import Engine
internal import Platform
internal import Synchronization

/// What a process sees of a batch while it goes on.
final class BatchTally: Sendable {
    private struct State {
        var done = 0
        var known: Int?
        var duplicates = 0
        var leftOut: Set<Path> = []
        var shownAt = ContinuousClock.now
    }

    private static let interval = Duration.seconds(5)
    private let state = Mutex(State())

    /// Items whose document an earlier run has processed.
    var duplicates: Int { state.withLock { $0.duplicates } }
    /// Files that were not taken.
    var leftOut: Int { state.withLock { $0.leftOut.count } }

    func add(_ event: BatchEvent) {
        state.withLock { state in
            switch event {
            case .counted(let count): state.known = state.known ?? count
            case .leftOut(let path, _): state.leftOut.insert(path)
            }
        }
    }

    /// - Returns: how far it is, now and then.
    func add(_ result: RunResult) -> String? {
        state.withLock { state in
            state.done += 1
            if result.duplicateOf != nil { state.duplicates += 1 }
            if .now - state.shownAt < Self.interval { return nil }
            state.shownAt = .now
            return "\(state.done) of \(state.known.map(String.init) ?? "an unknown number of") items done"
        }
    }
}
