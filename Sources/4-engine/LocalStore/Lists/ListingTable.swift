internal import Documents
internal import SQL
internal import SQLStore

/// `listing` and its search index. Nothing else writes them.
struct ListingTable: ListingWriter {
    let connection: any SQLConnection

    func add(_ listed: ListedVersion) throws {
        let version = listed.version
        var facets: [Facet] = [.owner(version.owner), .type(version.type)]
        if listed.isTrashed { facets.append(.trashed) }
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
                listed.row, -listed.row, listed.seriesRow, listed.isTrashed, version.owner, version.type.rawValue,
                version.title, listed.titleKey, version.description, version.sharedWith.count, words,
            ])
        for entry in try entries("row = ?", listed.row) {
            try connection.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", [entry.row, entry.words])
        }
    }

    func erase(ofSeries row: Int64) throws {
        try forget(entries("row IN (SELECT row FROM listing WHERE series = ?)", row))
        try connection.execute("DELETE FROM listing WHERE series = ?", [row])
    }

    func erase(_ row: Int64) throws {
        try forget(entries("row = ?", row))
        try connection.execute("DELETE FROM listing WHERE row = ?", [row])
    }

    /// What the search index knows of rows. It is read before the index is written: a statement that inserts what it selects
    /// is a transaction of its own to the index, which then writes all it has gathered after each document.
    private func entries(_ condition: StaticString, _ value: Int64) throws -> [(row: Int64, words: String)] {
        try connection.rows("SELECT row, words FROM listing_words WHERE \(condition)", [value]) {
            (row: try $0.integer(0), words: try $0.text(1))
        }
    }

    /// An index with external content has to be told the words that it forgets.
    private func forget(_ entries: [(row: Int64, words: String)]) throws {
        for entry in entries {
            try connection.execute(
                "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", [entry.row, entry.words])
        }
    }
}
