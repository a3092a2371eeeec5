extension Migration {
    /// What a server needs beside documents and runs: texts that people accept, links, and uploads that are not finished.
    ///
    /// - `legal_documents`: what was published stays as it is; the triggers see to it.
    /// - `link_keys` has one row: the key that all links are signed with.
    /// - `link_salts` has one row: the salt of the day by which the visitors in `link_visitors` are told apart; those are
    ///   removed with it.
    /// - `link_views`: how many visitors an hour had; `hour` is its beginning.
    static let serving = Migration(
        version: 13, name: "serving",
        sql: """
            CREATE TABLE legal_documents (
                row INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL,
                version TEXT NOT NULL,
                effective_at INTEGER NOT NULL,
                sha256 TEXT NOT NULL,
                published_at INTEGER NOT NULL,
                published_by TEXT NOT NULL,
                text TEXT NOT NULL,
                UNIQUE (kind, version)
            ) STRICT;
            CREATE INDEX legal_documents_force ON legal_documents (kind, effective_at, row);
            CREATE TRIGGER legal_documents_kept BEFORE DELETE ON legal_documents BEGIN
                SELECT raise(ABORT, 'a published legal document stays');
            END;
            CREATE TRIGGER legal_documents_fixed BEFORE UPDATE ON legal_documents BEGIN
                SELECT raise(ABORT, 'a published legal document never changes');
            END;
            CREATE TABLE legal_acceptances (
                row INTEGER PRIMARY KEY AUTOINCREMENT,
                person TEXT NOT NULL,
                kind TEXT NOT NULL,
                version TEXT NOT NULL,
                sha256 TEXT NOT NULL,
                accepted_at INTEGER NOT NULL,
                address TEXT,
                UNIQUE (kind, person, version)
            ) STRICT;
            CREATE INDEX legal_acceptances_version ON legal_acceptances (kind, version, person);
            CREATE INDEX legal_acceptances_person ON legal_acceptances (person, row);

            CREATE TABLE link_keys (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                key BLOB NOT NULL CHECK (length(key) = 32),
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE link_salts (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                day INTEGER NOT NULL,
                salt BLOB NOT NULL
            ) STRICT;
            CREATE TABLE links (
                row INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                owner TEXT NOT NULL,
                label TEXT,
                made_by TEXT NOT NULL,
                run TEXT,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                revoked_at INTEGER,
                views INTEGER NOT NULL DEFAULT 0,
                viewed_at INTEGER
            ) STRICT;
            CREATE INDEX links_owner ON links (owner, row);
            CREATE INDEX links_run ON links (run) WHERE run IS NOT NULL;
            CREATE TABLE link_documents (
                link INTEGER NOT NULL REFERENCES links (row) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                series INTEGER NOT NULL REFERENCES series (row) ON DELETE CASCADE,
                PRIMARY KEY (link, position)
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX link_documents_series ON link_documents (series, link);
            CREATE TABLE link_visitors (
                link INTEGER NOT NULL REFERENCES links (row) ON DELETE CASCADE,
                visitor BLOB NOT NULL,
                hour INTEGER NOT NULL,
                PRIMARY KEY (link, visitor)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE link_views (
                link INTEGER NOT NULL REFERENCES links (row) ON DELETE CASCADE,
                hour INTEGER NOT NULL,
                views INTEGER NOT NULL,
                PRIMARY KEY (link, hour)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE uploads (
                row INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                owner TEXT NOT NULL,
                length INTEGER NOT NULL CHECK (length >= 0),
                name TEXT NOT NULL,
                type TEXT NOT NULL,
                title TEXT,
                inputs TEXT NOT NULL,
                pipeline TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('receiving', 'complete', 'running', 'ended', 'expired')),
                run TEXT,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                ended_at INTEGER,
                CHECK ((state IN ('running', 'ended')) = (run IS NOT NULL)),
                CHECK ((state IN ('ended', 'expired')) = (ended_at IS NOT NULL))
            ) STRICT;
            CREATE INDEX uploads_owner ON uploads (owner, row);
            CREATE INDEX uploads_state ON uploads (state, expires_at, row);
            """)
}
