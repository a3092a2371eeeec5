internal import LocalStore
internal import SQL

/// Millions of documents, made of those that a catalog has by copying them with other numbers.
extension BenchCatalog {
    /// After as many documents, all but the numbers of a catalog's documents begins anew: owners, types, words, seasons and
    /// schools. That many are made by the calls that runs make.
    static let repeating = 21_000

    /// Adds copies to a catalog that has the first `repeating` documents, without the calls that make one and without the
    /// syncs that keep it, until there are as many as wanted. All else is as the calls would have left it.
    static func addCopies(to store: LocalStore, documents: Int) async throws {
        let dropped = try await store.write(durable: true) { connection in
            let dropped = try connection.rows(parts) {
                Part(type: try $0.text(0), name: try $0.text(1), sql: try $0.text(2))
            }
            for part in dropped { try connection.execute("DROP \(part.type) \(part.name)") }
            return dropped
        }
        for start in stride(from: repeating, to: documents, by: repeating) {
            let count = min(repeating, documents - start)
            _ = try await store.write(durable: false) { connection in
                for sql in copying { try connection.execute(sql, [start, count]) }
            }
        }
        // Sorted once, which is far cheaper than adding each document where it belongs.
        for index in dropped where index.type == "index" {
            _ = try await store.write(durable: false) { try $0.execute(index.sql) }
        }
        _ = try await store.write(durable: true) { connection in
            for sql in counting { try connection.execute(sql) }
            for trigger in dropped where trigger.type == "trigger" { try connection.execute(trigger.sql) }
            try connection.execute("INSERT INTO search (search) VALUES ('rebuild')")
        }
    }

    private struct Part: Sendable {
        let type: String
        let name: String
        let sql: String
    }

    /// What is kept up to date with each document.
    private static let parts = """
        SELECT type, name, sql FROM sqlite_schema
        WHERE type IN ('index', 'trigger') AND tbl_name IN ('series', 'versions', 'shares', 'listing') AND sql IS NOT NULL
        """

    /// ?1 is added to rows and numbers, of the first ?2 documents. Identifiers ascend, so that their indexes do.
    private static let copying = [
        """
        INSERT INTO series (row, id, owner, type, title, description, school, created_at, updated_at)
        SELECT row + ?1, printf('copy-%010d', row + ?1), owner, type,
            replace(title, ' ' || (row - 1) || ' ', ' ' || (row - 1 + ?1) || ' '), description, school, created_at, updated_at
        FROM series WHERE row <= ?2
        """,
        """
        INSERT INTO versions (
            row, id, series, number, is_current, object_key, file_url, name, mime_type, size, sha256, run, created_at)
        SELECT row + ?1, printf('copy-%010d', row + ?1), series + ?1, number, is_current, 'bench/' || (row - 1 + ?1),
            'file:bench/' || (row - 1 + ?1), (row - 1 + ?1) || '.pdf', mime_type, (row - 1 + ?1) % 1000000,
            CAST(row - 1 + ?1 AS TEXT), printf('copy-%010d', row + ?1), created_at
        FROM versions WHERE row <= ?2
        """,
        """
        INSERT INTO shares (series, school, permission, shared_at, run)
        SELECT series + ?1, school, permission, shared_at, run FROM shares WHERE series <= ?2 ORDER BY row
        """,
        """
        INSERT INTO listing (
            row, age, series, trashed, owner, type, title_key, shares, words, facets)
        SELECT row + ?1, age - ?1, series + ?1, trashed, owner, type,
            replace(title_key, 'highlight ' || length(row - 1) || (row - 1) || ' ',
                'highlight ' || length(row - 1 + ?1) || (row - 1 + ?1) || ' '),
            shares, replace(words, 'highlight ' || (row - 1) || ' ', 'highlight ' || (row - 1 + ?1) || ' '), facets
        FROM listing WHERE row <= ?2
        """,
    ]

    /// Each document has one version.
    private static let counting = [
        "DELETE FROM totals",
        """
        INSERT INTO totals (scope, type, documents, shared, bytes)
        SELECT '=' || listing.owner, listing.type, count(*), sum(listing.shares > 0), sum(versions.size)
        FROM listing JOIN versions ON versions.row = listing.row GROUP BY 1, 2
        """,
        """
        INSERT INTO totals (scope, type, documents, shared, bytes)
        SELECT '*', type, sum(documents), sum(shared), sum(bytes) FROM totals GROUP BY type
        """,
    ]
}
