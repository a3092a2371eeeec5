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

extension Migration {
    /// What becomes of runs and documents at their end.
    ///
    /// `workers.trial` names the one run that a process works on while it lets no other work, so that its death tells who
    /// it was; `runs.suspect` marks runs that were at work when a process died. A run with `undo_due` has ended and still
    /// has something to take back; `ended_as` is how it had ended, while that is tried. `ended_shares` are those that the
    /// trash ended. The two indexes keep the cost of a version from growing with the number of those before it.
    static let endings = Migration(
        version: 7, name: "endings",
        sql: """
            ALTER TABLE workers ADD COLUMN trial TEXT;
            ALTER TABLE runs ADD COLUMN suspect INTEGER NOT NULL DEFAULT 0 CHECK (suspect IN (0, 1));

            ALTER TABLE runs ADD COLUMN undo_due INTEGER;
            ALTER TABLE runs ADD COLUMN undo_tries INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE runs ADD COLUMN ended_as TEXT;
            CREATE INDEX runs_owing ON runs (undo_due, id) WHERE undo_due IS NOT NULL;

            CREATE TABLE ended_shares (
                row INTEGER PRIMARY KEY AUTOINCREMENT,
                series INTEGER NOT NULL REFERENCES series (row),
                school TEXT NOT NULL REFERENCES schools (id),
                shared_at INTEGER NOT NULL,
                run TEXT,
                UNIQUE (series, school)
            ) STRICT;

            CREATE INDEX versions_trashed ON versions (series, number) WHERE trashed_at IS NOT NULL;
            CREATE INDEX versions_former ON versions (former) WHERE former IS NOT NULL;
            """)
}
