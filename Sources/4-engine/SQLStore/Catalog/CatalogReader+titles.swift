internal import Diagnostics
internal import Documents
internal import Platform
internal import SQL

/// Which series a new version joins, and the titles that a series had.
extension CatalogReader {
    /// - Parameter title: its title, checked.
    /// - Returns: the series' row; nil: the version starts a series.
    /// - Throws: `CatalogError` of kind `notFound`, `trashed` or `otherDocument` for a series that is named.
    func series(joinedBy new: NewVersion, titled title: String) throws -> Int64? {
        guard let id = new.series else { return try series(joinedBy: new.owner, new.type.rawValue, title) }
        let row = try connection.first("SELECT row FROM series WHERE id = ?", [id]) { try $0.integer(0) }
        guard let row, let current = try current(ofSeries: row) else {
            throw CatalogError(
                .notFound, "The document that this would be a version of is not there any more.",
                advice: [.listDocuments])
        }
        if current.trashedAt != nil { throw CatalogError.trashed(current) }
        guard current.owner == new.owner, current.type == new.type else {
            throw CatalogError(
                .otherDocument,
                "`\(Printable.text(current.title))` is a \(current.type.label) of `\(Printable.text(current.owner))`, and "
                    + "a \(new.type.label) of `\(Printable.text(new.owner))` cannot be a version of it.")
        }
        return row
    }

    /// The one that has the title now, or else the one outside of the trash that had it last.
    func series(joinedBy owner: String, _ type: String, _ title: String) throws -> Int64? {
        if let row = try liveSeries(owner: owner, type: type, title: title) { return row }
        return try connection.first(Self.formerly, [owner, type, title]) { try $0.integer(0) }
    }

    static let formerly = """
        SELECT former_titles.series FROM former_titles CROSS JOIN series ON series.row = former_titles.series
        WHERE former_titles.owner = ? AND former_titles.type = ? AND former_titles.title = ?
            AND series.trashed_at IS NULL
        ORDER BY former_titles.until DESC, former_titles.series DESC LIMIT 1
        """

    /// The last one first.
    func formerTitles(ofSeries row: Int64) throws -> [FormerTitle] {
        try connection.rows(
            "SELECT title, until FROM former_titles WHERE series = ? ORDER BY until DESC, title", [row]
        ) { FormerTitle(title: try $0.text(0), until: Timestamp(microseconds: try $0.integer(1))) }
    }

    /// As `CatalogReading` has it. For hints alone: it reads every former title.
    func documents(formerlyTitled title: String, limit: Int) throws -> [DocumentVersion] {
        let rows = try connection.rows(
            """
            SELECT former_titles.series FROM former_titles CROSS JOIN series ON series.row = former_titles.series
            WHERE former_titles.title = ? AND series.trashed_at IS NULL
            ORDER BY former_titles.until DESC, former_titles.series DESC LIMIT ?
            """, [title, limit]
        ) { try $0.integer(0) }
        return try rows.compactMap { try current(ofSeries: $0) }
    }
}

extension CatalogWriter {
    /// Gives a series another title, and remembers the one that it had.
    ///
    /// - Parameters:
    ///   - version: one of it, as it is now.
    ///   - title: checked, and free.
    func rename(series row: Int64, of version: DocumentVersion, to title: String) throws {
        try connection.execute("UPDATE series SET title = ? WHERE row = ?", [title, row])
        try connection.execute("DELETE FROM former_titles WHERE series = ? AND title = ?", [row, title])
        try connection.execute(
            """
            INSERT INTO former_titles (series, title, owner, type, until) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (series, title) DO UPDATE SET until = excluded.until
            """, [row, version.title, version.owner, version.type.rawValue, now.microseconds])
    }
}
