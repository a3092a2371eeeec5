internal import Platform
internal import SQL
internal import SQLite

/// A word for which blocks may have sets.
struct BlockTerm {
    /// nil: none of them has one.
    let id: Int64?
    /// What the search index is asked where a block has none.
    let query: String

    /// nil when blocks have no sets for what the word stands for.
    init?(_ word: SearchWord, connection: any SQLConnection) throws {
        guard let folded = try Self.folded(word) else { return nil }
        if word.isBeginning, folded.unicodeScalars.count > Self.longestBeginning { return nil }
        query = word.query
        id = try connection.first(Self.term, [Self.name(folded, isBeginning: word.isBeginning)]) { try $0.integer(0) }
    }

    /// As the search index has lists for beginnings of words.
    static let longestBeginning = 4

    /// As `list_terms` has it. No word has an asterisk.
    static func name(_ word: String, isBeginning: Bool) -> String { isBeginning ? word + "*" : word }

    static let term = "SELECT id FROM list_terms WHERE term = ?"

    /// The word as the index has it; nil when it is none there.
    private static func folded(_ word: SearchWord) throws -> String? {
        if word.isFolded { return word.text }
        if word.text.utf8.allSatisfy({ $0 < 0x80 }) { return word.text.lowercased() }
        let tokens = try TokenTable(Connection.inMemory())
        try tokens.add(row: 0, words: word.text)
        let found = try tokens.connection.rows("SELECT DISTINCT term FROM tokens") { try $0.text(0) }
        return found.count == 1 ? found.first : nil
    }
}

/// Which words rows have, as the search index takes texts apart, in a database in memory.
struct TokenTable {
    let connection: Connection

    /// - Parameter connection: of a new database.
    init(_ connection: Connection) throws {
        self.connection = connection
        try connection.script(
            """
            CREATE VIRTUAL TABLE texts USING fts5 (
                words, content = '', columnsize = 0, detail = none,
                tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
            );
            CREATE VIRTUAL TABLE tokens USING fts5vocab (texts, instance);
            CREATE TABLE names (
                row INTEGER PRIMARY KEY,
                title_key TEXT NOT NULL
            ) STRICT;
            """)
    }

    /// One that was made by `init`.
    init(of connection: Connection) {
        self.connection = connection
    }

    func add(row: Int, words: String) throws {
        try connection.execute("INSERT INTO texts (rowid, words) VALUES (?, ?)", [row, words])
    }
}
