extension Migration {
    /// The titles that a series had before the one that it has: a file of such a title is a version of it, too. Owner and type are
    /// the series', which never change; they are here as well so that one index finds who had a title last.
    static let formerTitles = Migration(
        version: 17, name: "former titles",
        sql: """
            CREATE TABLE former_titles (
                series INTEGER NOT NULL REFERENCES series (row),
                title TEXT NOT NULL,
                owner TEXT NOT NULL,
                type TEXT NOT NULL,
                until INTEGER NOT NULL,
                PRIMARY KEY (series, title)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX former_titles_title ON former_titles (owner, type, title, until);
            """)
}
