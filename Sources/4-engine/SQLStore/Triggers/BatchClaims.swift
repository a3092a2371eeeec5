internal import Platform
internal import SQL
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

/// Removes what is known of slots that ended long ago. The newest slot of each schedule stays, so that a list still
/// tells when a rare one fired last, and so does what is claimed.
struct SlotPruning {
    let connection: any SQLConnection

    /// In one transaction; more than a schedule of every second leaves in an hour.
    static let batch = 5_000

    static let found = """
        SELECT row FROM schedule_slots WHERE state <> 'claimed' AND decided_at < ?1
            AND EXISTS (
                SELECT 1 FROM schedule_slots AS newer WHERE newer.pipeline = schedule_slots.pipeline
                    AND newer.schedule = schedule_slots.schedule AND newer.at > schedule_slots.at)
        ORDER BY decided_at LIMIT ?2
        """

    func rows(decidedBefore before: Timestamp) throws -> [Int64] {
        try connection.rows(Self.found, [before.microseconds, Self.batch]) { try $0.integer(0) }
    }

    func remove(_ rows: [Int64]) throws {
        for row in rows { try connection.execute("DELETE FROM schedule_slots WHERE row = ?", [row]) }
    }
}
