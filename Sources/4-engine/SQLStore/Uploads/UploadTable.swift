internal import Documents
internal import Platform
internal import SQL

/// Uploads, through any connection.
struct UploadTable {
    let connection: any SQLConnection

    private static let columns = """
        id, owner, length, name, type, title, inputs, pipeline, state, run, created_at, expires_at, ended_at, row, document,
        resumable
        """
    private static let rest =
        "row < ? AND coalesce(resumable = ? OR state <> 'receiving', true) ORDER BY row DESC LIMIT ?"
    static let newest = "SELECT \(columns) FROM uploads WHERE \(rest)"
    static let ofOwner = "SELECT \(columns) FROM uploads WHERE owner = ? AND \(rest)"
    static let ofState = "SELECT \(columns) FROM uploads WHERE state = ? AND \(rest)"
    static let ofBoth = "SELECT \(columns) FROM uploads WHERE owner = ? AND state = ? AND \(rest)"
    static let expired = """
        SELECT \(columns) FROM uploads WHERE state = ? AND expires_at <= ? ORDER BY expires_at, row LIMIT ?
        """
    static let removing = "DELETE FROM uploads WHERE id = ?"

    func add(_ upload: UploadRecord) throws {
        try connection.execute(
            """
            INSERT INTO uploads (
                id, owner, length, name, type, title, inputs, pipeline, state, run, created_at, expires_at, ended_at,
                document, resumable)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                upload.id, upload.owner, upload.length, upload.name, upload.type.rawValue, upload.title,
                StoredRecord.text(upload.inputs), upload.pipeline, upload.state.rawValue, upload.run,
                upload.createdAt.microseconds, upload.expiresAt.microseconds, upload.endedAt?.microseconds,
                upload.document.map(StoredRecord.text), upload.isResumable,
            ] as [any Bindable])
    }

    func upload(_ id: String, owner: String? = nil) throws -> UploadRecord? {
        let found =
            if let owner {
                try connection.first("SELECT \(Self.columns) FROM uploads WHERE id = ? AND owner = ?", [id, owner]) {
                    try Self.read($0).upload
                }
            } else {
                try connection.first("SELECT \(Self.columns) FROM uploads WHERE id = ?", [id]) {
                    try Self.read($0).upload
                }
            }
        return found
    }

    /// Newest first.
    func uploads(_ query: UploadQuery, limit: Int, before row: Int64) throws -> [(row: Int64, upload: UploadRecord)] {
        let (sql, values): (String, [any Bindable]) =
            switch (query.owner, query.state?.rawValue) {
            case (nil, nil): (Self.newest, [])
            case (let owner?, nil): (Self.ofOwner, [owner])
            case (nil, let state?): (Self.ofState, [state])
            case (let owner?, let state?): (Self.ofBoth, [owner, state])
            }
        return try connection.rows(sql, values + [row, query.isResumable, limit]) { try Self.read($0) }
    }

    func uploads(in state: UploadRecord.State, expiredBy time: Timestamp, limit: Int) throws -> [UploadRecord] {
        try connection.rows(Self.expired, [state.rawValue, time.microseconds, limit]) { try Self.read($0).upload }
    }

    func extend(_ id: String, until time: Timestamp) throws {
        try connection.execute(
            "UPDATE uploads SET expires_at = ? WHERE id = ? AND state = 'receiving'", [time.microseconds, id])
    }

    func complete(_ id: String) throws {
        try connection.execute("UPDATE uploads SET state = 'complete' WHERE id = ? AND state = 'receiving'", [id])
    }

    func give(_ id: String, to run: String) throws {
        try connection.execute(
            "UPDATE uploads SET state = 'running', run = ? WHERE id = ? AND state = 'complete'", [run, id])
    }

    /// - Returns: whether it was in the state that leads there.
    func end(
        _ id: String, as state: UploadRecord.State, by run: String?, at now: Timestamp, forgetAt: Timestamp
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE uploads SET state = ?, run = coalesce(?, run), ended_at = ?, expires_at = ? WHERE id = ? AND state = ?
            """,
            [
                state.rawValue, run, now.microseconds, forgetAt.microseconds, id,
                (state == .ended ? UploadRecord.State.running : .receiving).rawValue,
            ]) > 0
    }

    func remove(_ id: String) throws {
        try connection.execute(Self.removing, [id])
    }

    private static func read(_ row: borrowing Row) throws -> (row: Int64, upload: UploadRecord) {
        let upload = UploadRecord(
            id: try row.text(0), owner: try row.text(1), length: try row.integer(2), name: try row.text(3),
            type: try StoredWord.read(row.text(4)), title: try row.textOrNil(5),
            inputs: try StoredRecord.read(row.text(6)), pipeline: try row.text(7),
            state: try StoredWord.read(row.text(8)), run: try row.textOrNil(9),
            createdAt: Timestamp(microseconds: try row.integer(10)),
            expiresAt: Timestamp(microseconds: try row.integer(11)),
            endedAt: try row.integerOrNil(12).map(Timestamp.init(microseconds:)),
            document: try row.textOrNil(14).map { try StoredRecord.read($0) }, isResumable: try row.boolean(15))
        return (try row.integer(13), upload)
    }
}
