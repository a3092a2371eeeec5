extension Migration {
    /// Parts of `listing`, stored once more as sets, so that a list of millions of documents is made of a few hundred sets
    /// instead of long lists of the search index; see `BlockList`.
    ///
    /// A block is `rows` rows from `first` on. Its parts are stored under its id in many transactions, and count only while
    /// it is `stored`; blocks that are stored lie side by side, from row 0 on. `renewed_at` tells whether somebody still
    /// stores it.
    ///
    /// - `list_sets`: of each term that many rows of a block have, those rows, and the same in the order of names. The
    ///   key is the block's id × 2^32 + the order (1: of names) × 2^31 + the term's id. `members` are offsets of 16 bits, or
    ///   a bitmap where that is shorter.
    /// - `list_names`: the offsets of a block's rows in the order of names, 1,024 in a page; the key is the block's id × 2^32
    ///   + the page.
    /// - `list_titles`: texts that stand between a block's slices of 64 names: no name before a slice is as great, and none
    ///   from there on less.
    ///
    /// A row whose entry has changed since its block was stored is in `stale_rows`, as are all from the moment on at which
    /// somebody began to read the block; `noted` is the newest block's id at that time. `list_coverage` has one row at most:
    /// rows below `bound` are in a block, or in one that is being stored.
    static let listBlocks = Migration(
        version: 11, name: "list blocks",
        sql: """
            CREATE TABLE list_blocks (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                first INTEGER NOT NULL,
                rows INTEGER NOT NULL CHECK (rows > 0 AND rows % 64 = 0),
                state TEXT NOT NULL CHECK (state IN ('storing', 'stored', 'dropped')),
                renewed_at INTEGER NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX list_blocks_stored ON list_blocks (first) WHERE state = 'stored';
            CREATE TABLE list_terms (
                id INTEGER PRIMARY KEY,
                term TEXT NOT NULL UNIQUE
            ) STRICT;
            CREATE TABLE list_sets (
                key INTEGER PRIMARY KEY,
                members BLOB NOT NULL
            ) STRICT;
            CREATE TABLE list_names (
                key INTEGER PRIMARY KEY,
                rows BLOB NOT NULL
            ) STRICT;
            CREATE TABLE list_titles (
                block INTEGER NOT NULL,
                title_key TEXT NOT NULL,
                age INTEGER NOT NULL,
                slice INTEGER NOT NULL,
                PRIMARY KEY (block, title_key, age)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE list_coverage (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                bound INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE stale_rows (
                row INTEGER PRIMARY KEY,
                noted INTEGER NOT NULL
            ) STRICT;
            CREATE TRIGGER listing_added_stale AFTER INSERT ON listing
            WHEN new.row < (SELECT bound FROM list_coverage) BEGIN
                INSERT INTO stale_rows (row, noted) VALUES (new.row, (SELECT coalesce(max(id), 0) FROM list_blocks))
                ON CONFLICT DO UPDATE SET noted = excluded.noted;
            END;
            CREATE TRIGGER listing_erased_stale AFTER DELETE ON listing
            WHEN old.row < (SELECT bound FROM list_coverage) BEGIN
                INSERT INTO stale_rows (row, noted) VALUES (old.row, (SELECT coalesce(max(id), 0) FROM list_blocks))
                ON CONFLICT DO UPDATE SET noted = excluded.noted;
            END;
            """)
}
