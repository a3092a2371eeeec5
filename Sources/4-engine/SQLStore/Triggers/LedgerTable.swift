public import Pipelines
internal import Platform
internal import SQL

/// The files of watched folders, through any connection. A database's integers are signed, so numbers of devices and inodes
/// are kept by their bits, and their order is that of the signed numbers.
struct LedgerTable {
    let connection: any SQLConnection

    private static let columns = """
        watch, device, inode, born, path, size, modified, changed, sha256, run, state, status, attempts, target, note,
        taken_at, taken_sha256
        """
    static let all = """
        SELECT \(columns) FROM watched_files WHERE watch = ? AND (device, inode, born) > (?, ?, ?)
        ORDER BY device, inode, born LIMIT ?
        """
    static let ofOpenState = """
        SELECT \(columns) FROM watched_files
        WHERE watch = ? AND state = ? AND state <> 'settled' AND (device, inode, born) > (?, ?, ?)
        ORDER BY device, inode, born LIMIT ?
        """
    static let settled = """
        SELECT \(columns) FROM watched_files WHERE watch = ? AND state = 'settled' AND (device, inode, born) > (?, ?, ?)
        ORDER BY device, inode, born LIMIT ?
        """
    static let one = """
        SELECT \(columns) FROM watched_files WHERE watch = ? AND device = ? AND inode = ? AND born = ?
        """
    static let removing = "DELETE FROM watched_files WHERE watch = ? AND device = ? AND inode = ? AND born = ?"

    func register(pipeline: String, path: String) throws -> Int64 {
        try connection.execute(
            "INSERT INTO watches (pipeline, path) VALUES (?, ?) ON CONFLICT (pipeline, path) DO NOTHING",
            [pipeline, path])
        let number = try connection.first(
            "SELECT number FROM watches WHERE pipeline = ? AND path = ?", [pipeline, path]
        ) { try $0.integer(0) }
        guard let number else {
            throw TableError(.missing, operation: "register a watch", message: "its row is gone")
        }
        return number
    }

    func entries(
        ofWatch watch: Int64, states: [LedgerEntry.State], after: LedgerEntry.File?, limit: Int
    ) throws -> [LedgerEntry] {
        // Before all that there can be.
        let start: [any Bindable] = after.map(Self.key) ?? [Int64.min, Int64.min, Int64.min]
        let states = Set(states)
        if states.isEmpty || states.count == LedgerEntry.State.allCases.count {
            return try connection.rows(Self.all, [watch] + start + [limit]) { try Self.read($0) }
        }
        var found: [LedgerEntry] = []
        // Each state is one stretch of an index.
        for state in states {
            if state == .settled {
                found += try connection.rows(Self.settled, [watch] + start + [limit]) { try Self.read($0) }
            } else {
                found += try connection.rows(Self.ofOpenState, [watch, state.rawValue] + start + [limit]) {
                    try Self.read($0)
                }
            }
        }
        return Array(found.sorted { Self.order($0.file) < Self.order($1.file) }.prefix(limit))
    }

    func entry(ofWatch watch: Int64, file: LedgerEntry.File) throws -> LedgerEntry? {
        try connection.first(Self.one, [watch] + Self.key(file)) { try Self.read($0) }
    }

    func put(_ entry: LedgerEntry) throws {
        var values: [any Bindable] = [entry.watch]
        values += Self.key(entry.file)
        values += [
            entry.path.bytes, entry.size, entry.modified, entry.changed, entry.sha256, entry.run, entry.state.rawValue,
            entry.status?.rawValue, entry.attempts, entry.target?.bytes, entry.note, entry.takenAt.microseconds,
            entry.takenSHA256,
        ]
        try connection.execute(
            """
            INSERT INTO watched_files (\(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (watch, device, inode, born) DO UPDATE SET path = excluded.path, size = excluded.size,
                modified = excluded.modified, changed = excluded.changed, sha256 = excluded.sha256, run = excluded.run,
                state = excluded.state, status = excluded.status, attempts = excluded.attempts,
                target = excluded.target, note = excluded.note, taken_at = excluded.taken_at,
                taken_sha256 = excluded.taken_sha256
            """, values)
    }

    func forget(_ file: LedgerEntry.File, ofWatch watch: Int64) throws {
        try connection.execute(Self.removing, [watch] + Self.key(file))
    }

    private static func key(_ file: LedgerEntry.File) -> [any Bindable] {
        [Int64(bitPattern: file.device), Int64(bitPattern: file.inode), file.born]
    }

    private static func order(_ file: LedgerEntry.File) -> (Int64, Int64, Int64) {
        (Int64(bitPattern: file.device), Int64(bitPattern: file.inode), file.born)
    }

    private static func read(_ row: borrowing Row) throws -> LedgerEntry {
        LedgerEntry(
            watch: try row.integer(0),
            file: LedgerEntry.File(
                device: UInt64(bitPattern: try row.integer(1)), inode: UInt64(bitPattern: try row.integer(2)),
                born: try row.integer(3)),
            path: Path(bytes: try row.bytes(4)), size: try row.integer(5), modified: try row.integer(6),
            changed: try row.integer(7), sha256: try row.textOrNil(8), takenSHA256: try row.textOrNil(16),
            run: try row.text(9),
            state: try StoredWord.read(row.text(10)), status: try row.textOrNil(11).map { try StoredWord.read($0) },
            attempts: Int(try row.integer(12)), target: try row.bytesOrNil(13).map { Path(bytes: $0) },
            note: try row.textOrNil(14), takenAt: Timestamp(microseconds: try row.integer(15)))
    }
}

/// As `WatchLedger`.
extension SQLDatabase {
    public func register(pipeline: String, path: String) async throws -> Int64 {
        try await write { try LedgerTable(connection: $0).register(pipeline: pipeline, path: path) }
    }

    public func entries(
        ofWatch watch: Int64, states: [LedgerEntry.State], after: LedgerEntry.File?, limit: Int
    ) async throws -> [LedgerEntry] {
        let limit = Self.clamp(limit)
        return try await read {
            try LedgerTable(connection: $0).entries(ofWatch: watch, states: states, after: after, limit: limit)
        }
    }

    public func entry(ofWatch watch: Int64, file: LedgerEntry.File) async throws -> LedgerEntry? {
        try await read { try LedgerTable(connection: $0).entry(ofWatch: watch, file: file) }
    }

    public func put(_ entries: [LedgerEntry]) async throws {
        if entries.isEmpty { return }
        try await write(durable: false) { connection in
            let table = LedgerTable(connection: connection)
            for entry in entries { try table.put(entry) }
        }
    }

    public func forget(_ files: [LedgerEntry.File], ofWatch watch: Int64) async throws {
        if files.isEmpty { return }
        try await write(durable: false) { connection in
            let table = LedgerTable(connection: connection)
            for file in files { try table.forget(file, ofWatch: watch) }
        }
    }

    public func forgetUnchanged(_ entries: [LedgerEntry]) async throws -> [LedgerEntry.File] {
        if entries.isEmpty { return [] }
        return try await write(durable: false) { connection in
            let table = LedgerTable(connection: connection)
            let unchanged = try entries.filter { try table.entry(ofWatch: $0.watch, file: $0.file) == $0 }
            for entry in unchanged { try table.forget(entry.file, ofWatch: entry.watch) }
            return unchanged.map(\.file)
        }
    }
}
