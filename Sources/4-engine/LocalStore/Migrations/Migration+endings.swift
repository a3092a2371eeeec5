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
