extension Migration {
    /// What starts runs by itself: files that watched folders have taken, slots of schedules, and batches.
    ///
    /// Files are keyed by what the file system says that they are, so that a rename is no new file. The index of what is
    /// not settled is partial: the ledger's size does not slow a start down. Runs of a batch that goes on are not pruned,
    /// so the index by which runs are pruned knows their batch.
    static let triggers = Migration(
        version: 5, name: "triggers",
        sql: """
            CREATE TABLE watches (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                pipeline TEXT NOT NULL,
                path TEXT NOT NULL,
                UNIQUE (pipeline, path)
            ) STRICT;

            CREATE TABLE watched_files (
                watch INTEGER NOT NULL REFERENCES watches (number) ON DELETE CASCADE,
                device INTEGER NOT NULL,
                inode INTEGER NOT NULL,
                born INTEGER NOT NULL,
                path BLOB NOT NULL,
                size INTEGER NOT NULL,
                modified INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                sha256 TEXT,
                run TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('taken', 'ended', 'settled')),
                status TEXT,
                attempts INTEGER NOT NULL,
                target BLOB,
                note TEXT,
                taken_at INTEGER NOT NULL,
                PRIMARY KEY (watch, device, inode, born)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX watched_files_open ON watched_files (watch, state, device, inode, born)
            WHERE state <> 'settled';

            CREATE TABLE schedules (
                pipeline TEXT NOT NULL,
                schedule TEXT NOT NULL,
                position INTEGER NOT NULL,
                PRIMARY KEY (pipeline, schedule)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE schedule_slots (
                row INTEGER PRIMARY KEY,
                pipeline TEXT NOT NULL,
                schedule TEXT NOT NULL,
                at INTEGER NOT NULL,
                state TEXT NOT NULL
                    CHECK (state IN ('claimed', 'succeeded', 'rejected', 'failed', 'cancelled', 'skipped')),
                run TEXT,
                caught_up INTEGER NOT NULL CHECK (caught_up IN (0, 1)),
                reason TEXT,
                others INTEGER NOT NULL,
                decided_at INTEGER NOT NULL,
                starts_at INTEGER,
                UNIQUE (pipeline, schedule, at)
            ) STRICT;
            CREATE INDEX schedule_slots_claimed ON schedule_slots (row) WHERE state = 'claimed';
            CREATE INDEX schedule_slots_pipeline ON schedule_slots (pipeline, row);
            CREATE INDEX schedule_slots_ended ON schedule_slots (decided_at) WHERE state <> 'claimed';

            CREATE TABLE batches (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                pipeline TEXT NOT NULL,
                definition TEXT NOT NULL,
                inputs TEXT NOT NULL,
                trigger TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                cursor TEXT,
                items INTEGER NOT NULL,
                status TEXT NOT NULL,
                finished_at INTEGER,
                error_stage TEXT,
                error_kind TEXT,
                error_message TEXT,
                error_class TEXT
            ) STRICT;
            CREATE INDEX batches_pipeline ON batches (pipeline, id);
            CREATE INDEX batches_unfinished ON batches (id) WHERE status = 'running';
            CREATE INDEX batches_pinned ON batches (definition) WHERE status = 'running';
            CREATE INDEX batches_finished ON batches (finished_at, id) WHERE finished_at IS NOT NULL;

            ALTER TABLE runs ADD COLUMN batch TEXT;
            CREATE INDEX runs_batch ON runs (batch, status, id) WHERE batch IS NOT NULL;
            DROP INDEX runs_finished;
            CREATE INDEX runs_finished ON runs (finished_at, id, batch) WHERE finished_at IS NOT NULL;

            CREATE INDEX shares_school ON shares (school, shared_at);
            """)
}

extension Migration {
    /// Tells the contents that a watched folder's file had when it was taken from those that a run has processed. What was on
    /// record of a file whose run has not ended was the former, and the next comparison took it for the latter.
    static let takenContents = Migration(
        version: 8, name: "taken contents",
        sql: """
            ALTER TABLE watched_files ADD COLUMN taken_sha256 TEXT;
            UPDATE watched_files SET taken_sha256 = sha256, sha256 = NULL WHERE state = 'taken';
            """)
}
