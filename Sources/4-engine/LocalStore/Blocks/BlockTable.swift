internal import Platform
internal import SQL
internal import SQLite

/// Stores blocks in many short transactions, so that a crash in any of them leaves the blocks that were there before, and
/// two processes never store one together.
struct BlockTable {
    let connection: any SQLConnection

    /// Somebody who has not written for so long has gone.
    static let leaseDuration = Duration.seconds(60)

    /// Takes a block on, unless somebody else stores one.
    ///
    /// - Parameters:
    ///   - known: the stored blocks, on which it was chosen.
    ///   - first: with `rows`, what the block is to have.
    /// - Returns: nil when there is one to wait for, or blocks have changed meanwhile.
    func begin(first: Int64, rows: Int, known: [ListBlock], now: Timestamp) throws -> ListBlock? {
        let lapsed = now.advanced(by: .zero - Self.leaseDuration).microseconds
        // One from the future was noted by a clock that has been set back.
        let latest = now.advanced(by: Self.leaseDuration).microseconds
        let isTaken = try connection.first(Self.storing, [lapsed, latest]) { _ in true } ?? false
        if try isTaken || ListBlock.stored(connection) != known { return nil }
        try connection.execute("UPDATE list_blocks SET state = 'dropped' WHERE state = 'storing'")
        let id = try connection.insert(
            "INSERT INTO list_blocks (first, rows, state, renewed_at) VALUES (?, ?, 'storing', ?)",
            [first, rows, now.microseconds], numbering: "id")
        // From now on changes of its rows are noted.
        try connection.execute(
            """
            INSERT INTO list_coverage (id, bound) VALUES (1, ?)
            ON CONFLICT DO UPDATE SET bound = max(bound, excluded.bound)
            """, [first + Int64(rows)])
        return ListBlock(id: id, first: first, rows: rows)
    }

    private static let storing = "SELECT 1 FROM list_blocks WHERE state = 'storing' AND renewed_at BETWEEN ? AND ?"

    /// Stores some parts of a block.
    ///
    /// - Returns: how many; nil: somebody else has dropped the block.
    func add(
        _ parts: ArraySlice<BlockContent.Part>, to block: ListBlock, now: Timestamp, while goesOn: () -> Bool
    ) throws -> Int? {
        let renewed = try connection.execute(
            "UPDATE list_blocks SET renewed_at = ? WHERE id = ? AND state = 'storing'", [now.microseconds, block.id])
        if renewed == 0 { return nil }
        var taken = 0
        for part in parts {
            if taken > 0, !goesOn() { break }
            taken += 1
            switch part {
            case .set(let term, let byRow, let byName):
                let id = try self.id(ofTerm: term)
                for (key, members) in [
                    (block.key(ofTerm: id, byName: false), byRow), (block.key(ofTerm: id, byName: true), byName),
                ] {
                    try connection.execute("INSERT INTO list_sets VALUES (?, ?)", [key, members])
                }
            case .page(let number, let offsets):
                try connection.execute("INSERT INTO list_names VALUES (?, ?)", [block.key(ofPage: number), offsets])
            case .title(let key, let age, let slice):
                try connection.execute("INSERT INTO list_titles VALUES (?, ?, ?, ?)", [block.id, key, age, slice])
            }
        }
        return taken
    }

    private func id(ofTerm term: String) throws -> Int64 {
        if let id = try connection.first(BlockTerm.term, [term], { try $0.integer(0) }) { return id }
        return try connection.insert("INSERT INTO list_terms (term) VALUES (?)", [term], numbering: "id")
    }

    /// Has a block count, all parts of which are stored, in place of those that it holds the rows of.
    ///
    /// - Returns: whether it does now; false: somebody else has dropped it.
    func end(_ block: ListBlock) throws -> Bool {
        let isThere = try connection.first(
            "SELECT 1 FROM list_blocks WHERE id = ? AND state = 'storing'", [block.id]
        ) { _ in true }
        if isThere == nil { return false }
        try connection.execute(
            "UPDATE list_blocks SET state = 'dropped' WHERE state = 'stored' AND first >= ? AND first < ?",
            [block.first, block.end])
        try connection.execute("UPDATE list_blocks SET state = 'stored' WHERE id = ?", [block.id])
        // What was noted later may have changed after it was read.
        try connection.execute(
            "DELETE FROM stale_rows WHERE row >= ? AND row < ? AND noted < ?", [block.first, block.end, block.id])
        return true
    }

    /// Has no block count, and has who stores one give it up.
    func dropAll() throws {
        try connection.execute("UPDATE list_blocks SET state = 'dropped'")
        try connection.execute("DELETE FROM list_coverage")
        try connection.execute("DELETE FROM stale_rows")
    }

    /// Terms of which no block has a set.
    func removeUnusedTerms() throws {
        let isUsed = try connection.first("SELECT 1 FROM list_sets LIMIT 1") { _ in true } ?? false
        // Somebody has begun to store a block again.
        if isUsed { return }
        try connection.execute("DELETE FROM list_terms")
    }

    /// Blocks that do not count any more.
    func dropped() throws -> [ListBlock] {
        try connection.rows(
            "SELECT id, first, rows FROM list_blocks WHERE state = 'dropped' ORDER BY id", ListBlock.block)
    }

    /// Removes a few of the parts of a dropped block; the block itself with the last.
    ///
    /// - Returns: whether it has gone.
    func removeSome(of block: ListBlock) throws -> Bool {
        for table in ["list_sets", "list_names"] {
            let removed = try connection.execute(
                """
                DELETE FROM \(table) WHERE key IN (
                    SELECT key FROM \(table) WHERE key >= ? AND key < ? ORDER BY key LIMIT 16)
                """, [block.keys.lowerBound, block.keys.upperBound])
            if removed > 0 { return false }
        }
        let removed = try connection.execute(
            """
            DELETE FROM list_titles WHERE block = ?1 AND slice IN (
                SELECT slice FROM list_titles WHERE block = ?1 LIMIT 64)
            """, [block.id])
        if removed > 0 { return false }
        try connection.execute("DELETE FROM list_blocks WHERE id = ? AND state = 'dropped'", [block.id])
        return true
    }
}
