internal import Synchronization

/// Beginnings of the ids of runs that go on, as a terminal shows them at once: what the database would tell of them comes too
/// late for a warning.
final class RunNames: Sendable {
    /// The time to the millisecond, and four more characters.
    private static let length = 14
    private let known = Mutex<Set<String>>([])

    /// A run begins: its id is told from those of others.
    func add(_ id: String) { known.withLock { _ = $0.insert(id) } }

    /// It has ended.
    func remove(_ id: String) { known.withLock { _ = $0.remove(id) } }

    /// The beginning of an id; the id itself where another run has the same, as those have that one command began in the
    /// same millisecond.
    func short(_ id: String) -> String {
        let start = id.prefix(Self.length)
        let isShared = known.withLock { $0.contains { $0 != id && $0.hasPrefix(start) } }
        return isShared ? id : String(start)
    }
}
