internal import Synchronization

/// The batches that this process works on.
final class BatchClaims: Sendable {
    private let liveness: any Liveness
    private let held = Mutex<Set<String>>([])

    init(_ liveness: any Liveness) {
        self.liveness = liveness
    }

    /// - Returns: false when somebody works on it, in this process or in another one.
    func take(_ id: String) throws -> Bool {
        try held.withLock { held in
            if held.contains(id) { return false }
            guard try liveness.take(.batch(id)) else { return false }
            held.insert(id)
            return true
        }
    }

    func giveUp(_ id: String) throws {
        try held.withLock { held in
            if held.remove(id) != nil { try liveness.giveUp(.batch(id)) }
        }
    }
}
