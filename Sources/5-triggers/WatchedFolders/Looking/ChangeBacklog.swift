internal import Platform
internal import Synchronization

/// Changes that were told and not yet looked at: each path once, so that a busy intake needs no more memory than there are
/// files.
final class ChangeBacklog: Sendable {
    struct Changes: Sendable {
        /// In the order in which they were first told.
        var paths: [Path] = []
        var gone: [Path] = []
        var overflows = 0

        var isEmpty: Bool { paths.isEmpty && gone.isEmpty && overflows == 0 }
    }

    private struct State {
        var changes = Changes()
        var known: Set<Path> = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: with more paths than this, all are given up for one overflow.
    init(limit: Int = 50_000) {
        self.limit = limit
    }

    /// - Returns: whether there was nothing before, so that the loop has to be woken.
    func add(_ changes: [FolderChange]) -> Bool {
        state.withLock { state in
            let wasEmpty = state.changes.isEmpty
            for change in changes {
                switch change {
                case .overflowed: state.changes.overflows += 1
                case .gone(let folder): state.changes.gone.append(folder)
                case .entry(_, let folder, let name):
                    let path = folder.appending(name)
                    if state.known.insert(path).inserted { state.changes.paths.append(path) }
                }
            }
            if state.changes.paths.count > limit {
                state.changes.paths = []
                state.known = []
                state.changes.overflows += 1
            }
            return wasEmpty && !state.changes.isEmpty
        }
    }

    /// All of them; from then on each may be told again.
    func take() -> Changes {
        state.withLock { state in
            defer { state = State() }
            return state.changes
        }
    }
}
