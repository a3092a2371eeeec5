internal import Synchronization

/// The definitions that this process has pinned.
final class PinnedDefinitions: Sendable {
    struct Definition: Sendable {
        let hash: String
        let pipeline: String
        let source: String
    }

    private let known = Mutex<[String: Definition]>([:])

    func add(_ definition: Definition) {
        known.withLock { $0[definition.hash] = definition }
    }

    subscript(hash: String) -> Definition? { known.withLock { $0[hash] } }
}
