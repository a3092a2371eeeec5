internal import Diagnostics
internal import Documents
internal import Platform
internal import SQLite

/// Changes documents inside a transaction of the writer's connection.
struct CatalogWriter: CatalogTransaction {
    let connection: Connection
    let now: Timestamp

    var reader: CatalogReader { CatalogReader(connection: connection) }

    func version(_ id: String) throws -> DocumentVersion {
        try reader.find(id).version
    }

    func createVersion(_ new: NewVersion) throws -> DocumentVersion {
        if let made = try reader.version(ofRun: new.run) { return made.version }
        let title = try DocumentMetadata.title(new.title)
        let description = try new.description.map { try DocumentMetadata.description($0) }
        if let school = new.school, !school.isEmpty { try requireSchools([school]) }
        let series = try seriesRow(of: new, title: title)
        var isChanged = false
        if let description { isChanged = try set("description", description, ofSeries: series) }
        if let school = new.school { isChanged = try set("school", school, ofSeries: series) || isChanged }
        let former = try connection.first(
            "SELECT row FROM versions WHERE series = ? AND is_current = 1", [series]
        ) { try $0.integer(0) }
        try connection.execute("UPDATE versions SET is_current = 0 WHERE series = ? AND is_current = 1", [series])
        let id = Identifier.uuid(at: now)
        try connection.execute(
            """
            INSERT INTO versions (
                id, series, number, is_current, object_key, file_url, name, mime_type, size, sha256, run, created_at,
                former)
            VALUES (
                ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM versions WHERE series = ?), 1, ?, ?, ?, ?, ?, ?, ?, ?,
                ?)
            """,
            [
                id, series, series, new.objectKey, new.fileURL, new.name, new.mimeType, new.size, new.sha256, new.run,
                now.microseconds, former,
            ])
        let row = connection.lastInsertedRow
        try connection.execute("UPDATE runs SET version = ? WHERE id = ?", [id, new.run])
        // The object is needed again, whatever was to become of an earlier one with its key.
        try connection.execute("DELETE FROM object_deletions WHERE object_key = ?", [new.objectKey])
        if isChanged {
            try touch(series: series)
        } else {
            try stamp(series: series)
            try replaceListing(of: former, with: row)
        }
        guard let version = try reader.version(row: row) else {
            throw SQLiteError(.corrupt, operation: "create a version", message: "the new row is not there")
        }
        return version
    }

    private func seriesRow(of new: NewVersion, title: String) throws -> Int64 {
        if let row = try liveSeries(owner: new.owner, type: new.type.rawValue, title: title) { return row }
        try connection.execute(
            """
            INSERT INTO series (id, owner, type, title, title_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Identifier.uuid(at: now), new.owner, new.type.rawValue, title, Self.key(ofTitle: title),
                now.microseconds, now.microseconds,
            ])
        return connection.lastInsertedRow
    }

    func liveSeries(owner: String, type: String, title: String) throws -> Int64? {
        try connection.first(
            "SELECT row FROM series WHERE owner = ? AND type = ? AND title = ? AND trashed_at IS NULL",
            [owner, type, title]
        ) { try $0.integer(0) }
    }

    /// Titles are listed without regard to case.
    static func key(ofTitle title: String) -> String { title.lowercased() }

    /// An empty text is stored as NULL.
    ///
    /// - Returns: whether it was something else before.
    @discardableResult
    func set(_ column: StaticString, _ text: String, ofSeries row: Int64) throws -> Bool {
        try connection.execute(
            "UPDATE series SET \(column) = nullif(?1, '') WHERE row = ?2 AND \(column) IS NOT nullif(?1, '')",
            [text, row]) > 0
    }

    /// - Throws: `CatalogError` of kind `unknownSchool` that names every unknown one.
    func requireSchools(_ ids: [String]) throws {
        var unknown: [String] = []
        for id in ids where !unknown.contains(id) {
            let isKnown = try connection.first("SELECT 1 FROM schools WHERE id = ?", [id]) { _ in true } ?? false
            if !isKnown { unknown.append(id) }
        }
        guard let first = unknown.first else { return }
        if unknown.contains("") {
            throw CatalogError(.unknownSchool, "The id of a school is empty.", advice: [.listSchools])
        }
        let names = unknown.map { "`\(Printable.text($0))`" }.joined(separator: ", ")
        let known = try connection.rows("SELECT id FROM schools ORDER BY id LIMIT 10000") { try $0.text(0) }
        if unknown.count == 1, let nearest = Spelling.nearest(to: first, in: known) {
            throw CatalogError(.unknownSchool, "There is no school \(names). Did you mean `\(nearest)`?")
        }
        throw CatalogError(
            .unknownSchool,
            unknown.count == 1 ? "There is no school \(names)." : "There are no schools \(names).",
            advice: [.addSchool(unknown.count == 1 ? first : nil)])
    }

    /// Stamps a series as changed and brings what lists show of it up to date.
    func touch(series row: Int64) throws {
        try stamp(series: row)
        try refreshListing(ofSeries: row)
    }

    private func stamp(series row: Int64) throws {
        try connection.execute("UPDATE series SET updated_at = ? WHERE row = ?", [now.microseconds, row])
    }
}
