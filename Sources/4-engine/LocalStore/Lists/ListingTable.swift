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
        try connection.execute(
            "INSERT INTO search (rowid, words) SELECT row, words FROM listing_words WHERE row = ?", [listed.row])
    }

    func erase(ofSeries row: Int64) throws {
        // An index with external content has to be told the words that it forgets.
        try connection.execute(
            """
            INSERT INTO search (search, rowid, words)
            SELECT 'delete', row, words FROM listing_words
            WHERE row IN (SELECT row FROM listing WHERE series = ?)
            """, [row])
        try connection.execute("DELETE FROM listing WHERE series = ?", [row])
    }

    func erase(_ row: Int64) throws {
        try connection.execute(
            """
            INSERT INTO search (search, rowid, words) SELECT 'delete', row, words FROM listing_words WHERE row = ?
            """, [row])
        try connection.execute("DELETE FROM listing WHERE row = ?", [row])
    }
}
