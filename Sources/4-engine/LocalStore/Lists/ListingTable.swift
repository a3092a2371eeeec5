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
            "INSERT INTO search (rowid, title, description, facets) VALUES (?, ?, ?, ?)",
            [listed.row, version.title, version.description, words])
    }

    func erase(ofSeries row: Int64) throws {
        // An index with external content has to be told the words that it forgets.
        try connection.execute(
            """
            INSERT INTO search (search, rowid, title, description, facets)
            SELECT 'delete', row, title, description, facets FROM listing WHERE series = ?
            """, [row])
        try connection.execute("DELETE FROM listing WHERE series = ?", [row])
    }

    func erase(_ row: Int64) throws {
        try connection.execute(
            """
            INSERT INTO search (search, rowid, title, description, facets)
            SELECT 'delete', row, title, description, facets FROM listing WHERE row = ?
            """, [row])
        try connection.execute("DELETE FROM listing WHERE row = ?", [row])
    }
}

/// A word of the search index that stands for a filter. It begins with a private-use character, which the index's
/// tokenizer takes for a letter and no prefix search of a user begins with; the rest is hexadecimal, so that any text
/// becomes one word.
enum Facet {
    case trashed
    case owner(String)
    case type(DocumentType)
    /// Shared with that school, or about it.
    case school(String)
    /// Shared with exactly so many schools.
    case shares(Int64)
    /// Shared with at least one.
    case shared

    var word: String {
        switch self {
        case .trashed: "\u{E000}x"
        case .owner(let owner): "\u{E000}o\(Self.hexadecimal(owner))"
        case .type(let type): "\u{E000}t\(Self.hexadecimal(type.rawValue))"
        case .school(let school): "\u{E000}s\(Self.hexadecimal(school))"
        case .shares(let count): "\u{E000}c\(count)"
        case .shared: "\u{E000}h"
        }
    }

    private static func hexadecimal(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 { bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
