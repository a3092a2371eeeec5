extension Migration {
    /// `inputs`, `document`, `intent` and `outputs` are JSON. The one index of `runs` beside its key serves every filter:
    /// a list merges what the wanted statuses of the wanted pipelines have, each in the order of ids.
    static let journal = Migration(
        version: 2, name: "journal",
        sql: """
            CREATE TABLE definitions (
                hash TEXT PRIMARY KEY NOT NULL,
                pipeline TEXT NOT NULL,
                source TEXT NOT NULL,
                pinned_at INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE runs (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                pipeline TEXT NOT NULL,
                definition TEXT NOT NULL REFERENCES definitions (hash),
                file TEXT,
                owner TEXT NOT NULL,
                inputs TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                key_timestamp INTEGER NOT NULL,
                status TEXT NOT NULL,
                finished_at INTEGER,
                duration REAL,
                document TEXT NOT NULL,
                error_stage TEXT,
                error_kind TEXT,
                error_message TEXT
            ) STRICT;
            CREATE INDEX runs_status ON runs (pipeline, status, id);
            CREATE INDEX runs_definition ON runs (definition);

            CREATE TABLE stages (
                run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                id TEXT NOT NULL,
                uses TEXT NOT NULL,
                status TEXT NOT NULL,
                attempts INTEGER NOT NULL,
                started_at INTEGER NOT NULL,
                duration REAL,
                intent TEXT,
                outputs TEXT NOT NULL,
                error_stage TEXT,
                error_kind TEXT,
                error_message TEXT,
                undo TEXT CHECK (undo IN ('undone', 'failed')),
                undo_message TEXT,
                PRIMARY KEY (run, position)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE attempts (
                run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                number INTEGER NOT NULL CHECK (number > 0),
                status TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                duration REAL NOT NULL,
                error_stage TEXT,
                error_kind TEXT,
                error_message TEXT,
                PRIMARY KEY (run, position, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts BEGIN
                SELECT RAISE(ABORT, 'an attempt is appended and never changed');
            END;
            """)
}
