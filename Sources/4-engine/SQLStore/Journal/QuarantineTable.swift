public import Documents
public import Pipelines
internal import Platform
internal import SQL

/// Files in quarantine, through any connection.
struct QuarantineTable {
    let connection: any SQLConnection

    private static let columns = """
        id, run, pipeline, stage, status, kind, reason, attempt, place, file, source_path, source_device, source_inode,
        source_size, source_modified, kept_way, kept_path, kept_note, created_at, state, resolved_at, released_to
        """

    func add(_ entry: QuarantineEntry) throws {
        var values: [any Bindable] = [
            entry.id, entry.run, entry.pipeline, entry.stage, entry.status.rawValue, entry.kind, entry.reason,
            entry.attempt, entry.place, entry.file,
        ]
        values += SourceIdentity.columns(entry.source)
        values += [
            entry.kept.way.rawValue, entry.kept.path.bytes, entry.kept.note, entry.createdAt.microseconds,
            entry.state.rawValue, entry.resolvedAt?.microseconds, entry.releasedTo,
        ]
        try connection.execute(
            """
            INSERT INTO quarantine (\(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, values)
    }

    func entry(_ id: String) throws -> QuarantineEntry? {
        try connection.first("SELECT \(Self.columns) FROM quarantine WHERE id = ?", [id]) { try Self.read($0) }
    }

    /// Newest first. `after` is an id, or nil for the first page.
    func entries(_ query: QuarantineQuery, limit: Int, after id: String?) throws -> [QuarantineEntry] {
        // Behind every ULID.
        let start = query.made.newest(after: id) ?? "~"
        let found = try query.eachState.flatMap { state in
            try connection.rows(Self.list(query), query.parameters(state) + [start, limit]) { try Self.read($0) }
        }
        return Array(query.made.part(of: found.sorted { $0.id > $1.id }, by: \.id).prefix(limit))
    }

    static func list(_ query: QuarantineQuery) -> String {
        "SELECT \(columns) FROM quarantine WHERE \(query.condition) AND id < ? ORDER BY id DESC LIMIT ?"
    }

    /// The largest first; of equal ones that with the newest entry.
    func groups(_ query: QuarantineQuery) throws -> [QuarantineGroup] {
        let period: [any Bindable] = query.made.isAll ? [] : [query.made.ids.first, query.made.ids.end]
        let found = try query.eachState.flatMap { state in
            try connection.rows(Self.counts(query), query.parameters(state) + period) { row in
                Counted(
                    key: Counted.Key(
                        pipeline: try row.text(0), stage: try row.text(1), status: try row.text(2),
                        kind: try row.text(3)),
                    count: Int(try row.integer(4)), newest: try row.text(5))
            }
        }
        // A group may have entries in several states.
        let merged = Dictionary(grouping: found, by: \.key).values.map { parts in
            parts.dropFirst().reduce(parts[0]) { $0.adding($1) }
        }
        return try merged.sorted { ($0.count, $0.newest) > ($1.count, $1.newest) }.map { group in
            QuarantineGroup(
                pipeline: group.key.pipeline, stage: group.key.stage, status: try StoredWord.read(group.key.status),
                kind: group.key.kind, reason: try reason(of: group.newest), count: group.count)
        }
    }

    static func counts(_ query: QuarantineQuery) -> String {
        """
        SELECT pipeline, stage, status, kind, count(*), max(id) FROM quarantine WHERE \(query.condition)
        \(query.made.isAll ? "" : "AND id >= ? AND id < ?")
        GROUP BY pipeline, stage, status, kind
        """
    }

    /// Of what is held.
    func use(owner: String?) throws -> QuarantineUse {
        var query = QuarantineQuery()
        query.owner = owner
        let use = try connection.first(Self.use(query), query.parameters(.held)) {
            QuarantineUse(files: Int(try $0.integer(0)), bytes: try $0.integer(1))
        }
        return use ?? QuarantineUse(files: 0, bytes: 0)
    }

    static func use(_ query: QuarantineQuery) -> String {
        """
        SELECT count(*), coalesce(sum(CASE WHEN kept_way = 'reference' THEN 0 ELSE source_size END), 0)
        FROM quarantine WHERE \(query.condition)
        """
    }

    private struct Counted {
        struct Key: Hashable {
            let pipeline, stage, status, kind: String
        }

        let key: Key
        let count: Int
        let newest: String

        func adding(_ other: Self) -> Self {
            Self(key: key, count: count + other.count, newest: max(newest, other.newest))
        }
    }

    private func reason(of id: String) throws -> String {
        try connection.first("SELECT reason FROM quarantine WHERE id = ?", [id]) { try $0.text(0) } ?? ""
    }

    /// - Returns: false when it was not held any more.
    func resolve(_ id: String, as state: QuarantineEntry.State, to run: String?, at now: Timestamp) throws -> Bool {
        try connection.execute(
            """
            UPDATE quarantine SET state = ?, resolved_at = ?, released_to = ? WHERE id = ? AND state = 'held'
            """, [state.rawValue, now.microseconds, run, id]) > 0
    }

    /// - Returns: false when it is not held any more, or is more than a reference.
    func relocate(_ id: String, to file: KeptFile) throws -> Bool {
        try connection.execute(
            """
            UPDATE quarantine SET kept_way = ?, kept_path = ?, kept_note = ?
            WHERE id = ? AND state = 'held' AND kept_way = 'reference'
            """, [file.way.rawValue, file.path.bytes, file.note, id]) > 0
    }

    private static func read(_ row: borrowing Row) throws -> QuarantineEntry {
        guard let source = try SourceIdentity.read(row, from: 10) else {
            throw TableError(.mismatch, operation: "read the quarantine", message: "an entry has no file")
        }
        return QuarantineEntry(
            id: try row.text(0), run: try row.text(1), pipeline: try row.text(2), stage: try row.text(3),
            status: try StoredWord.read(row.text(4)), kind: try row.text(5), reason: try row.text(6),
            attempt: Int(try row.integer(7)), place: try row.text(8), file: try row.text(9), source: source,
            kept: KeptFile(
                try StoredWord.read(row.text(15)), path: Path(bytes: try row.bytes(16)), note: try row.textOrNil(17)),
            createdAt: Timestamp(microseconds: try row.integer(18)), state: try StoredWord.read(row.text(19)),
            resolvedAt: try row.integerOrNil(20).map(Timestamp.init(microseconds:)), releasedTo: try row.textOrNil(21))
    }
}

extension QuarantineQuery {
    /// The states to look through, one by one, since each is one stretch of an index.
    fileprivate var eachState: [QuarantineEntry.State] { state.map { [$0] } ?? QuarantineEntry.State.allCases }

    fileprivate var condition: String {
        let filters = [("pipeline", pipeline), ("stage", stage), ("kind", kind), ("run", run)]
        let ofOwner = "EXISTS (SELECT 1 FROM runs WHERE runs.id = quarantine.run AND runs.owner = ?)"
        return
            (["state = ?"] + filters.compactMap { name, value in value.map { _ in "\(name) = ?" } }
            + (owner == nil ? [] : [ofOwner])).joined(separator: " AND ")
    }

    fileprivate func parameters(_ state: QuarantineEntry.State) -> [any Bindable] {
        [state.rawValue] + [pipeline, stage, kind, run, owner].compactMap { $0 }
    }
}

/// As `Quarantine`.
extension SQLDatabase {
    public func quarantined(
        _ query: QuarantineQuery, limit: Int, after cursor: String?
    ) async throws -> Page<QuarantineEntry> {
        let limit = Self.clamp(limit)
        let parts = [query.state?.rawValue, query.pipeline, query.stage, query.kind, query.run, query.owner]
        let scope = "quarantine" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title }
        return try await read { connection in
            let found = try QuarantineTable(connection: connection).entries(query, limit: limit + 1, after: start)
            let next = found.count > limit ? ListCursor(row: 0, title: found[limit - 1].id).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func quarantineGroups(_ query: QuarantineQuery) async throws -> [QuarantineGroup] {
        try await read { try QuarantineTable(connection: $0).groups(query) }
    }

    public func quarantineUse(owner: String?) async throws -> QuarantineUse {
        try await read { try QuarantineTable(connection: $0).use(owner: owner) }
    }

    public func quarantineEntry(_ id: String) async throws -> QuarantineEntry? {
        try await read { try QuarantineTable(connection: $0).entry(id) }
    }

    public func resolve(_ id: String, as state: QuarantineEntry.State, to run: String?) async throws -> Bool {
        precondition(state != .held, "a file is released or discarded")
        let now = now()
        return try await write { try QuarantineTable(connection: $0).resolve(id, as: state, to: run, at: now) }
    }

    public func relocate(_ id: String, to file: KeptFile) async throws -> Bool {
        try await write { try QuarantineTable(connection: $0).relocate(id, to: file) }
    }
}
