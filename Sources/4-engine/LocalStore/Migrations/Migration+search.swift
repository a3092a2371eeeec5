extension Migration {
    /// The search index without positions: which documents have a word is all that a search asks, and the index is a quarter
    /// of what it was. It has one column, since without positions it does not know columns apart; words that stand for
    /// filters (see `Facet`) begin with a character that the words of a text have exchanged for another.
    ///
    /// Without positions there is also no way to ask for tokens that follow each other, so what a reader takes for one word
    /// has to be one token: marks, such as the vowel signs of Devanagari, no longer divide words.
    ///
    /// The index is built anew from `listing`, some ten seconds for each million documents, in which nobody else writes.
    static let compactSearch = Migration(
        version: 10, name: "compact search",
        sql: """
            DROP TABLE search_words;
            DROP TABLE search;
            CREATE VIEW listing_words AS
            SELECT row,
                replace(title || ' ' || coalesce(description, ''), char(0xE000), char(0xE001)) || ' ' || facets || ' '
                || char(0xE000) || 'n' || lower(hex(substr(title_key, 1, instr(title_key || ' ', ' ') - 1))) AS words
            FROM listing;
            CREATE VIRTUAL TABLE search USING fts5 (
                words, content = 'listing_words', content_rowid = 'row', columnsize = 0, detail = none, prefix = '1 2 3 4',
                tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
            );
            CREATE VIRTUAL TABLE search_words USING fts5vocab (search, instance);
            INSERT INTO search (search) VALUES ('rebuild');
            """,
        rebuild: Rebuild(
            part: "search index", rows: "SELECT coalesce(max(row) - min(row) + 1, 0) FROM listing",
            eachRow: .microseconds(10)))
}
