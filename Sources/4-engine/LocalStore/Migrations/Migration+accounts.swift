extension Migration {
    /// Who may, and who did. Of secrets there are digests only; `password` is an encoded hash of Argon2id, and NULL for who has
    /// none.
    ///
    /// - `sessions`: `ends_at` is when one ends unless it is used before, so that one index has all whose time is over.
    /// - `sign_in_links`: used up by being removed. Their person need not be there: the first link makes them.
    /// - `sign_in_attempts`: counted by person and by address, of which `key` is a digest.
    /// - `audit`: an entry without an outcome goes on, or its process has died. It refers to nothing, and so outlives what it
    ///   is about.
    static let accounts = Migration(
        version: 12, name: "accounts",
        sql: """
            CREATE TABLE people (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                role TEXT NOT NULL CHECK (role IN ('owner', 'admin')),
                password TEXT,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX people_admins ON people (id) WHERE role = 'admin';

            CREATE TABLE sessions (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                secret BLOB NOT NULL UNIQUE CHECK (length(secret) = 32),
                person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
                origin TEXT NOT NULL CHECK (origin IN ('password', 'link')),
                created_at INTEGER NOT NULL,
                last_seen INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL CHECK (ends_at <= expires_at),
                address TEXT,
                user_agent TEXT
            ) STRICT;
            CREATE INDEX sessions_person ON sessions (person);
            CREATE INDEX sessions_ended ON sessions (ends_at);

            CREATE TABLE sign_in_links (
                secret BLOB PRIMARY KEY CHECK (length(secret) = 32),
                person TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sign_in_links_person ON sign_in_links (person);
            CREATE INDEX sign_in_links_expired ON sign_in_links (expires_at);

            CREATE TABLE tokens (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                secret BLOB NOT NULL UNIQUE CHECK (length(secret) = 32),
                name TEXT NOT NULL,
                person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
                scopes TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                last_used INTEGER,
                revoked_at INTEGER
            ) STRICT;
            CREATE INDEX tokens_person ON tokens (person);

            CREATE TABLE sign_in_attempts (
                key BLOB PRIMARY KEY CHECK (length(key) = 32),
                failures INTEGER NOT NULL,
                since INTEGER NOT NULL,
                last_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sign_in_attempts_last ON sign_in_attempts (last_at);

            CREATE TABLE audit (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                at INTEGER NOT NULL,
                actor_kind TEXT NOT NULL,
                actor TEXT NOT NULL,
                credential TEXT,
                address TEXT,
                action TEXT NOT NULL,
                subject_kind TEXT NOT NULL,
                subject TEXT NOT NULL,
                detail TEXT,
                finished_at INTEGER,
                outcome TEXT CHECK (outcome IN ('succeeded', 'refused', 'failed')),
                reason TEXT,
                CHECK ((finished_at IS NULL) = (outcome IS NULL))
            ) STRICT;
            CREATE INDEX audit_at ON audit (at);
            CREATE INDEX audit_actor ON audit (actor, at);
            CREATE INDEX audit_subject ON audit (subject, at);
            """)
}
