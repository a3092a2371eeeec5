public import Pipelines
public import Platform
internal import SQLite

extension LocalStore: Outbox {
    /// Durable, and so is everything before it: what is delivered cannot be forgotten by a crash of the machine.
    public func claim(at now: Timestamp, limit: Int, lease: Duration) async throws -> [ClaimedNotification] {
        // Most of the time there is nothing, and looking takes no lock.
        guard let due = try await nextDue(), due <= now else { return [] }
        let (worker, until) = (worker, self.now().advanced(by: self.lease))
        return try await write { connection in
            try OutboxTable(connection: connection).claim(
                at: now, limit: limit, until: now.advanced(by: lease), by: worker.join(connection, until: until))
        }.map { try $0.claimed(until: now.advanced(by: lease)) }
    }

    public func finish(_ deliveries: [(claimed: ClaimedNotification, delivery: Delivery)]) async throws {
        try await write { connection in
            let table = OutboxTable(connection: connection)
            for (claimed, delivery) in deliveries { try table.finish(claimed, delivery) }
        }
    }

    public func nextDue() async throws -> Timestamp? {
        try await read { connection in
            try connection.first(OutboxTable.nextDue) { try $0.integerOrNil(0) } ?? nil
        }.map(Timestamp.init(microseconds:))
    }

    public func waiting() async throws -> Int {
        try await read { connection in
            Int(try connection.first(OutboxTable.waiting) { try $0.integer(0) } ?? 0)
        }
    }
}
