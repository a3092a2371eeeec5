public import Accounts
public import Documents
public import Platform
internal import SQL

/// What was changed by whom, through any connection.
struct AuditTable {
    let connection: any SQLConnection

    private static let columns = """
        id, at, actor_kind, actor, credential, address, action, subject_kind, subject, detail, finished_at, outcome, reason,
        row
        """
    private static func listed(_ conditions: String) -> String {
        """
        SELECT \(columns) FROM audit WHERE \(conditions)at >= ?1 AND (at, row) < (?2, ?3)
        ORDER BY at DESC, row DESC LIMIT ?4
        """
    }
    static let all = listed("")
    static let ofActor = listed("actor = ?5 AND ")
    static let ofSubject = listed("subject = ?5 AND ")
    /// What one subject has is less than what one actor has done.
    static let ofSubjectAndActor = listed("subject = ?5 AND actor = ?6 AND ")

    func add(_ entry: AuditEntry) throws {
        try connection.execute(
            """
            INSERT INTO audit (
                id, at, actor_kind, actor, credential, address, action, subject_kind, subject, detail, finished_at,
                outcome, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                entry.id, entry.at.microseconds, entry.by.kind.rawValue, entry.by.name, entry.by.credential,
                entry.by.address, entry.action, entry.subject.kind, entry.subject.id, entry.detail,
                entry.finishedAt?.microseconds, entry.outcome?.rawValue, entry.reason,
            ] as [any Bindable])
    }

    func finish(_ id: String, outcome: AuditEntry.Outcome, reason: String?, at time: Timestamp) throws {
        let changed = try connection.execute(
            "UPDATE audit SET finished_at = ?, outcome = ?, reason = ? WHERE id = ? AND outcome IS NULL",
            [time.microseconds, outcome.rawValue, reason, id] as [any Bindable])
        if changed == 0 {
            throw TableError(
                .missing, operation: "write the audit", message: "there is no entry \(id) without an outcome")
        }
    }

    /// The newest first.
    func entries(
        _ query: AuditQuery, limit: Int, before: (at: Int64, row: Int64)
    ) throws -> [(row: Int64, entry: AuditEntry)] {
        if query.subjects.count > 1 {
            let found = try Set(query.subjects).flatMap { subject in
                var one = query
                one.subjects = [subject]
                return try entries(one, limit: limit, before: before)
            }
            return Array(found.sorted { ($0.entry.at, $0.row) > ($1.entry.at, $1.row) }.prefix(limit))
        }
        let filters = [query.subjects.first, query.actor].compactMap { $0 }
        let sql =
            switch (query.subjects.first, query.actor) {
            case (nil, nil): Self.all
            case (nil, _): Self.ofActor
            case (_, nil): Self.ofSubject
            case (_, _): Self.ofSubjectAndActor
            }
        let since = query.since?.microseconds ?? .min
        let bound: [any Bindable] = [since, before.at, before.row, limit]
        return try connection.rows(sql, bound + filters) { (try $0.integer(13), try Self.read($0)) }
    }

    private static func read(_ row: borrowing Row) throws -> AuditEntry {
        AuditEntry(
            id: try row.text(0), at: Timestamp(microseconds: try row.integer(1)),
            by: AuditEntry.By(
                kind: try StoredWord.read(row.text(2)), name: try row.text(3), credential: try row.textOrNil(4),
                address: try row.textOrNil(5)),
            action: try row.text(6), subject: AuditEntry.Subject(try row.text(7), try row.text(8)),
            detail: try row.textOrNil(9),
            finishedAt: try row.integerOrNil(10).map(Timestamp.init(microseconds:)),
            outcome: try row.textOrNil(11).map { try StoredWord.read($0) }, reason: try row.textOrNil(12))
    }
}

/// As `AuditLog`.
extension SQLDatabase {
    public func begin(_ entries: [AuditEntry]) async throws {
        try await write { connection in
            for entry in entries { try AuditTable(connection: connection).add(entry) }
        }
    }

    public func finish(
        audit ids: [String], outcome: AuditEntry.Outcome, reason: String?, at time: Timestamp
    ) async throws {
        try await write(durable: false) { connection in
            for id in ids {
                try AuditTable(connection: connection).finish(id, outcome: outcome, reason: reason, at: time)
            }
        }
    }

    public func entries(_ query: AuditQuery, limit: Int, after cursor: String?) async throws -> Page<AuditEntry> {
        let limit = Self.clamp(limit)
        let subjects: [String?] = query.subjects.isEmpty ? [nil] : query.subjects.sorted()
        let scope = "audit" + ([query.actor] + subjects).map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
        let start = try cursor.map { try ListCursor(text: $0, scope: scope) }
        let end = (query.until?.microseconds ?? .max, Int64.min)
        return try await read { connection in
            let found = try AuditTable(connection: connection)
                .entries(
                    query, limit: limit + 1,
                    before: start.map { ($0.group, $0.row) < end ? ($0.group, $0.row) : end } ?? end)
            let last = found.prefix(limit).last
            let next = last.map { ListCursor(row: $0.row, group: $0.entry.at.microseconds).text(scope: scope) }
            return Page(items: found.prefix(limit).map(\.entry), next: found.count > limit ? next : nil)
        }
    }
}
