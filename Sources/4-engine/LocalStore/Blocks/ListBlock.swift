internal import SQL

/// A part of `listing`, the terms of which are stored as sets; see `Migration.listBlocks`.
struct ListBlock: Sendable, Equatable {
    let id: Int64
    /// Its first row; a multiple of `rows`.
    let first: Int64
    /// A multiple of 64, at most 65,536, so that a row's offset has 16 bits.
    let rows: Int

    /// Behind its last row.
    var end: Int64 { first + Int64(rows) }
    /// Of 64 bits each, of a bitmap of its rows.
    var words: Int { rows / Self.slice }

    /// So many names are one word of a bitmap.
    static let slice = 64
    /// So many offsets of names are read at a time.
    static let page = 1_024

    func key(ofTerm term: Int64, byName: Bool) -> Int64 { id << 32 | (byName ? 1 << 31 : 0) | term }

    func key(ofPage page: Int) -> Int64 { id << 32 | Int64(page) }

    /// Of all its sets, or pages.
    var keys: Range<Int64> { id << 32..<(id + 1) << 32 }

    /// Those that are stored, side by side from row 0 on.
    static func stored(_ connection: any SQLConnection) throws -> [ListBlock] {
        try connection.rows(storedBlocks, block)
    }

    static func block(_ row: borrowing Row) throws -> ListBlock {
        ListBlock(id: try row.integer(0), first: try row.integer(1), rows: Int(try row.integer(2)))
    }

    static let storedBlocks = "SELECT id, first, rows FROM list_blocks WHERE state = 'stored' ORDER BY first"
}

/// How many rows blocks have.
struct BlockSizes: Sendable {
    /// Of the newest blocks: as many documents at most are in none while somebody stores them.
    var small = 4_096
    /// As many small ones become one. A multiple of `small`.
    var large = 65_536

    /// So many rows of a block have a term for which a set is stored; what fewer have, the search index tells.
    static func minMembers(of rows: Int) -> Int { max(min(rows / 256, 32), 2) }
}
