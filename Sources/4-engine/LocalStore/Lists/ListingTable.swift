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
        try connection.execute(
            """
            INSERT INTO listing (row, age, series, trashed, owner, type, title_key, shares, words, facets)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                listed.row, -listed.row, listed.seriesRow, listed.isTrashed, version.owner, version.type.rawValue,
                listed.titleKey, version.sharedWith.count,
                SearchWords.indexed(version.title + " " + (version.description ?? "")),
                facets.map(\.word).joined(separator: " "),
            ])
        try change(.add, entries("row = ?", listed.row))
    }

    func erase(ofSeries row: Int64) throws {
        try change(.forget, entries("row IN (SELECT row FROM listing WHERE series = ?)", row))
        try connection.execute("DELETE FROM listing WHERE series = ?", [row])
    }

    func erase(_ row: Int64) throws {
        try change(.forget, entries("row = ?", row))
        try connection.execute("DELETE FROM listing WHERE row = ?", [row])
    }

    /// What the search index knows of rows, or is to know.
    private func entries(_ condition: StaticString, _ value: Int64) throws -> [SearchChanges.Entry] {
        try connection.rows("SELECT row, words FROM listing_words WHERE \(condition)", [value]) {
            SearchChanges.Entry(row: try $0.integer(0), words: try $0.text(1))
        }
    }

    private func change(_ kind: SearchChanges.Kind, _ entries: [SearchChanges.Entry]) throws {
        if let changes = connection.deferred({ SearchChanges() }) {
            try changes.add(kind, entries, on: connection)
        } else {
            let changes = SearchChanges()
            try changes.add(kind, entries, on: connection)
            try changes.perform(on: connection)
        }
    }
}

/// Changes of the search index, made at the end of a transaction for all its documents: the index writes out what it has
/// gathered whenever a statement of another table needs a savepoint, and whenever it is told of a lower row than before.
private final class SearchChanges: DeferredWork {
    struct Entry {
        let row: Int64
        let words: String
    }

    enum Kind {
        case add
        /// An index with external content has to be told the words that it forgets.
        case forget

        var statement: String {
            switch self {
            case .add: "INSERT INTO search (rowid, words) VALUES (?, ?)"
            case .forget: "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)"
            }
        }
    }

    /// More are not kept in memory.
    private static let maxKept = 10_000

    private var changes: [(kind: Kind, entry: Entry)] = []

    func add(_ kind: Kind, _ entries: [Entry], on connection: any SQLConnection) throws {
        for entry in entries { changes.append((kind, entry)) }
        if changes.count >= Self.maxKept { try perform(on: connection) }
    }

    func perform(on connection: any SQLConnection) throws {
        defer { changes = [] }
        // Those of one row stay in their order.
        let order = changes.indices.sorted { (changes[$0].entry.row, $0) < (changes[$1].entry.row, $1) }
        for index in order {
            let (kind, entry) = changes[index]
            try connection.execute(kind.statement, [entry.row, entry.words])
        }
    }
}
