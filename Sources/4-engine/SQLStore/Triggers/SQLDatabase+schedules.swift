public import Documents
public import Pipelines
public import Platform
internal import SQL

/// As `ScheduleStore`.
extension SQLDatabase {
    public func position(pipeline: String, schedule: String) async throws -> Timestamp? {
        try await read { try ScheduleTable(connection: $0).position(pipeline: pipeline, schedule: schedule) }
    }

    public func decide(
        _ slots: [ScheduleSlot], pipeline: String, schedule: String, from former: Timestamp?, through: Timestamp
    ) async throws -> [ScheduleSlot]? {
        try await write { connection in
            let table = ScheduleTable(connection: connection)
            guard try table.position(pipeline: pipeline, schedule: schedule) == former else { return nil }
            try table.move(pipeline: pipeline, schedule: schedule, to: through)
            return try slots.filter { try table.add($0) }
        }
    }

    public func finish(_ slot: ScheduleSlot) async throws {
        precondition(slot.state != .claimed, "a slot that has ended is not claimed")
        try await write { try ScheduleTable(connection: $0).finish(slot) }
    }

    public func claimed() async throws -> [ScheduleSlot] {
        try await read { try ScheduleTable(connection: $0).claimed() }
    }

    public func slots(
        ofPipeline pipeline: String?, limit: Int, after cursor: String?
    ) async throws -> Page<ScheduleSlot> {
        let limit = Self.clamp(limit)
        let scope = "schedule-slots" + (pipeline.map { "=\($0.utf8.count):\($0)" } ?? "-")
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).row }
        return try await read { connection in
            let found = try ScheduleTable(connection: connection)
                .slots(ofPipeline: pipeline, limit: limit + 1, before: start ?? .max)
            let next = found.count > limit ? ListCursor(row: found[limit - 1].row).text(scope: scope) : nil
            return Page(items: found.prefix(limit).map(\.slot), next: next)
        }
    }
}
