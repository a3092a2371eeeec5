public import Documents
public import Pipelines
public import Platform
internal import SQL

/// Positions and slots of schedules, through any connection.
struct ScheduleTable {
    let connection: any SQLConnection

    private static let columns = """
        pipeline, schedule, at, state, run, caught_up, reason, others, decided_at, starts_at
        """
    static let positions = "SELECT position FROM schedules WHERE pipeline = ? AND schedule = ?"
    static let finishing = """
        UPDATE schedule_slots SET state = ?, run = ?, reason = ?
        WHERE pipeline = ? AND schedule = ? AND at = ? AND state = 'claimed'
        """
    static let allClaimed = "SELECT \(columns) FROM schedule_slots WHERE state = 'claimed' ORDER BY row"
    static let newest = "SELECT \(columns), row FROM schedule_slots WHERE row < ? ORDER BY row DESC LIMIT ?"
    static let newestOfPipeline = """
        SELECT \(columns), row FROM schedule_slots WHERE pipeline = ? AND row < ? ORDER BY row DESC LIMIT ?
        """

    func position(pipeline: String, schedule: String) throws -> Timestamp? {
        try connection.first(Self.positions, [pipeline, schedule]) { Timestamp(microseconds: try $0.integer(0)) }
    }

    func move(pipeline: String, schedule: String, to position: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO schedules (pipeline, schedule, position) VALUES (?, ?, ?)
            ON CONFLICT (pipeline, schedule) DO UPDATE SET position = excluded.position
            """, [pipeline, schedule, position.microseconds])
    }

    /// - Returns: false when the slot is on record already.
    func add(_ slot: ScheduleSlot) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO schedule_slots (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (pipeline, schedule, at) DO NOTHING
            """,
            [
                slot.pipeline, slot.schedule, slot.at.microseconds, slot.state.rawValue, slot.run,
                slot.isCaughtUp ? 1 : 0, slot.reason, slot.others, slot.decidedAt.microseconds,
                slot.startsAt?.microseconds,
            ] as [any Bindable]) > 0
    }

    func finish(_ slot: ScheduleSlot) throws {
        try connection.execute(
            Self.finishing,
            [slot.state.rawValue, slot.run, slot.reason, slot.pipeline, slot.schedule, slot.at.microseconds]
                as [any Bindable])
    }

    func claimed() throws -> [ScheduleSlot] {
        try connection.rows(Self.allClaimed) { try Self.read($0) }
    }

    /// Newest first.
    func slots(
        ofPipeline pipeline: String?, limit: Int, before row: Int64
    ) throws -> [(row: Int64, slot: ScheduleSlot)] {
        guard let pipeline else {
            return try connection.rows(Self.newest, [row, limit]) { (try $0.integer(10), try Self.read($0)) }
        }
        return try connection.rows(Self.newestOfPipeline, [pipeline, row, limit]) {
            (try $0.integer(10), try Self.read($0))
        }
    }

    private static func read(_ row: borrowing Row) throws -> ScheduleSlot {
        ScheduleSlot(
            pipeline: try row.text(0), schedule: try row.text(1), at: Timestamp(microseconds: try row.integer(2)),
            state: try StoredWord.read(row.text(3)), run: try row.textOrNil(4), isCaughtUp: try row.integer(5) != 0,
            reason: try row.textOrNil(6), others: Int(try row.integer(7)),
            decidedAt: Timestamp(microseconds: try row.integer(8)),
            startsAt: try row.integerOrNil(9).map(Timestamp.init(microseconds:)))
    }
}

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
