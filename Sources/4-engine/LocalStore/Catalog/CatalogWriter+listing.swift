internal import Documents
internal import SQLite

/// What lists and searches see. Nothing else writes `listing` and `search`.
extension CatalogWriter {
    func refreshListing(ofSeries row: Int64) throws {
        try eraseListing(ofSeries: row)
        for found in try reader.listed(ofSeries: row) { try list(found) }
    }

    /// Another version is the current one, and all else is as it was: what lies in the trash by itself is left alone.
    ///
    /// - Parameter former: the row of the version that was current; nil: none was.
    func replaceListing(of former: Int64?, with row: Int64) throws {
        if let former { try eraseListing(of: former) }
        if let found = try reader.find(row: row) { try list(found) }
    }

    func eraseListing(ofSeries row: Int64) throws {
        // An index with external content has to be told the words that it forgets.
        try connection.execute(
            """
            INSERT INTO search (search, rowid, title, description, facets)
            SELECT 'delete', row, title, description, facets FROM listing WHERE series = ?
            """, [row])
        try connection.execute("DELETE FROM listing WHERE series = ?", [row])
    }

    /// Of one version.
    func eraseListing(of row: Int64) throws {
        try connection.execute(
            """
            INSERT INTO search (search, rowid, title, description, facets)
            SELECT 'delete', row, title, description, facets FROM listing WHERE row = ?
            """, [row])
        try connection.execute("DELETE FROM listing WHERE row = ?", [row])
    }

    private func list(_ found: CatalogReader.Found) throws {
        let version = found.version
        var facets: [Facet] = [.owner(version.owner), .type(version.type)]
        if found.isTrashed { facets.append(.trashed) }
        facets += Set(version.sharedWith + (version.school.map { [$0] } ?? [])).sorted().map(Facet.school)
        facets.append(.shares(Int64(version.sharedWith.count)))
        if !version.sharedWith.isEmpty { facets.append(.shared) }
        let words = facets.map(\.word).joined(separator: " ")
        try connection.execute(
            """
            INSERT INTO listing (row, age, series, trashed, owner, type, title, title_key, description, shares, facets)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                found.row, -found.row, found.seriesRow, found.isTrashed, version.owner, version.type.rawValue,
                version.title, Self.key(ofTitle: version.title), version.description, version.sharedWith.count, words,
            ])
        try connection.execute(
            "INSERT INTO search (rowid, title, description, facets) VALUES (?, ?, ?, ?)",
            [found.row, version.title, version.description, words])
    }
}
