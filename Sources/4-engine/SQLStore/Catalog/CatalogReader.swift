internal import Diagnostics
package import Documents
internal import Platform
package import SQL

/// Reads documents through any connection, in or out of a transaction.
package struct CatalogReader {
    let connection: any SQLConnection

    package init(connection: any SQLConnection) {
        self.connection = connection
    }

    static let columns = """
        SELECT versions.id, series.id, versions.number, versions.is_current, series.owner, series.type, series.title,
            series.description, series.school, versions.object_key, \(ObjectPlaceTable.fileURL), versions.name,
            versions.mime_type, versions.size, versions.sha256, versions.run, versions.created_at, series.updated_at,
            coalesce(versions.trashed_at, series.trashed_at), series.row, versions.row, versions.trashed_at,
            series.trashed_at, versions.former
        FROM versions JOIN series ON series.row = versions.series
        """

    /// A version with what only the store knows of it.
    struct Found {
        let version: DocumentVersion
        let seriesRow: Int64
        let row: Int64
        let ownTrashedAt: Int64?
        let seriesTrashedAt: Int64?
        /// The row of the version that was current before it; that may be gone.
        let former: Int64?

        var isTrashed: Bool { ownTrashedAt != nil || seriesTrashedAt != nil }
    }

    /// - Throws: `CatalogError` of kind `notFound`.
    func find(_ id: String) throws -> Found {
        guard let found = try first("\(Self.columns) WHERE versions.id = ?", id) else {
            throw CatalogError(
                .notFound, "There is no document `\(Printable.text(id))`.", advice: [.listDocuments])
        }
        return found
    }

    /// What titles are listed by and looked for with.
    package static func key(ofTitle title: String) -> String { title.sortKey }

    package func version(row: Int64) throws -> DocumentVersion? { try find(row: row)?.version }

    func find(row: Int64) throws -> Found? {
        try first("\(Self.columns) WHERE versions.row = ?", row)
    }

    func version(ofRun run: String) throws -> Found? {
        try first("\(Self.columns) WHERE versions.run = ?", run)
    }

    /// Newest first.
    func versions(ofSeries row: Int64) throws -> [Found] {
        let schools = try schools(ofSeries: row)
        return try connection.rows("\(Self.columns) WHERE series.row = ? ORDER BY versions.number DESC", [row]) {
            try read($0, schools: schools)
        }
    }

    static let current = "\(columns) WHERE versions.series = ? AND versions.is_current = 1"
    static let trashedAlone = """
        \(columns) WHERE versions.series = ? AND versions.trashed_at IS NOT NULL ORDER BY versions.number DESC
        """

    /// Those that lists show: the current one, and what lies in the trash by itself. However long the history is.
    func listed(ofSeries row: Int64) throws -> [Found] {
        let schools = try schools(ofSeries: row)
        return try [Self.current, Self.trashedAlone].flatMap { sql in
            try connection.rows(sql, [row]) { try read($0, schools: schools) }
        }
    }

    static let newest = "\(columns) WHERE versions.series = ? ORDER BY versions.number DESC LIMIT 1"
    static let newestLive = """
        \(columns) WHERE versions.series = ? AND versions.trashed_at IS NULL ORDER BY versions.number DESC LIMIT 1
        """

    func newest(ofSeries row: Int64) throws -> Found? { try first(Self.newest, row) }

    /// Of those that do not lie in the trash by themselves.
    func newestLive(ofSeries row: Int64) throws -> Found? { try first(Self.newestLive, row) }

    /// The series outside of the trash that has this owner, type and title now.
    func liveSeries(owner: String, type: String, title: String) throws -> Int64? {
        try connection.first(
            "SELECT row FROM series WHERE owner = ? AND type = ? AND title = ? AND trashed_at IS NULL",
            [owner, type, title]
        ) { try $0.integer(0) }
    }

    /// In the order in which they were added.
    func schools(ofSeries row: Int64) throws -> [String] {
        try connection.rows("SELECT school FROM shares WHERE series = ? ORDER BY row", [row]) { try $0.text(0) }
    }

    /// In the order in which they were added.
    func shares(ofSeries row: Int64) throws -> [ShareRecord] { try shares(in: "shares", ofSeries: row) }

    /// Those that the trash ended, in the order in which they were added.
    func endedShares(ofSeries row: Int64) throws -> [ShareRecord] { try shares(in: "ended_shares", ofSeries: row) }

    private func shares(in table: StaticString, ofSeries row: Int64) throws -> [ShareRecord] {
        try connection.rows("SELECT school, shared_at, run, made_by FROM \(table) WHERE series = ? ORDER BY row", [row])
        {
            ShareRecord(
                school: try $0.text(0), sharedAt: Timestamp(microseconds: try $0.integer(1)), run: try $0.textOrNil(2),
                by: try $0.textOrNil(3))
        }
    }

    /// The series' current version.
    func current(ofSeries row: Int64) throws -> DocumentVersion? {
        try first(Self.current, row)?.version
    }

    /// The number of an earlier version of the series with the same bytes, as `CatalogReading` has it.
    func sameBytes(as found: Found) throws -> Int? {
        let version = found.version
        return try connection.first(
            """
            SELECT number FROM versions WHERE series = ? AND number < ? AND sha256 = ? AND size = ?
            ORDER BY row IS NOT ?, number DESC LIMIT 1
            """, [found.seriesRow, version.number, version.sha256, version.size, found.former]
        ) { Int(try $0.integer(0)) }
    }

    private func first(_ sql: String, _ key: any Bindable) throws -> Found? {
        try connection.first(sql, [key]) { try read($0, schools: try schools(ofSeries: $0.integer(19))) }
    }

    private func read(_ row: borrowing Row, schools: [String]) throws -> Found {
        let type = try row.text(5)
        guard let type = DocumentType(rawValue: type) else {
            throw TableError(
                .mismatch, operation: "read a document",
                message: "`\(type)` is no type of document that this program knows")
        }
        let version = DocumentVersion(
            id: try row.text(0), series: try row.text(1), number: Int(try row.integer(2)),
            isCurrent: try row.boolean(3), owner: try row.text(4), type: type, title: try row.text(6),
            description: try row.textOrNil(7), school: try row.textOrNil(8), sharedWith: schools,
            objectKey: try row.text(9), fileURL: try row.text(10), name: try row.text(11),
            mimeType: try row.text(12), size: try row.integer(13), sha256: try row.text(14), run: try row.text(15),
            createdAt: Timestamp(microseconds: try row.integer(16)),
            updatedAt: Timestamp(microseconds: try row.integer(17)),
            trashedAt: try row.integerOrNil(18).map(Timestamp.init(microseconds:)))
        return Found(
            version: version, seriesRow: try row.integer(19), row: try row.integer(20),
            ownTrashedAt: try row.integerOrNil(21), seriesTrashedAt: try row.integerOrNil(22),
            former: try row.integerOrNil(23))
    }
}
