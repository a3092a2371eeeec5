extension Migration {
    /// Stages and attempts are keyed by the run's row, which is shorter than its id and found by the check for its owner
    /// anyway. `item` is -1 where a row is about a stage as a whole, so that a stage and its items lie side by side.
    ///
    /// `worker` is the number of the process that a run belongs to, 0 where it belongs to none. The indexes of what goes
    /// on are partial: they hold no finished run, so that their size does not follow the journal's.
    static let survival = Migration(
        version: 4, name: "runs that survive",
        sql: """
            CREATE TABLE workers (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                host TEXT NOT NULL,
                pid INTEGER NOT NULL,
                started_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT;

            ALTER TABLE runs ADD COLUMN error_class TEXT;
            ALTER TABLE runs ADD COLUMN source_path BLOB;
            ALTER TABLE runs ADD COLUMN source_device INTEGER;
            ALTER TABLE runs ADD COLUMN source_inode INTEGER;
            ALTER TABLE runs ADD COLUMN source_size INTEGER;
            ALTER TABLE runs ADD COLUMN source_modified INTEGER;
            ALTER TABLE runs ADD COLUMN trigger TEXT NOT NULL DEFAULT '{}';
            ALTER TABLE runs ADD COLUMN group_key TEXT;
            ALTER TABLE runs ADD COLUMN origin TEXT;
            ALTER TABLE runs ADD COLUMN origin_kind TEXT;
            ALTER TABLE runs ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt > 0);
            ALTER TABLE runs ADD COLUMN worker INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE runs ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE runs ADD COLUMN released INTEGER NOT NULL DEFAULT 0 CHECK (released IN (0, 1));
            ALTER TABLE runs ADD COLUMN cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1));
            ALTER TABLE runs ADD COLUMN dedup_key TEXT;
            -- The version that it made or took over, also after that is gone.
            ALTER TABLE runs ADD COLUMN version TEXT;
            CREATE INDEX runs_worker ON runs (worker, id) WHERE status = 'running';
            CREATE INDEX runs_cancelled ON runs (worker, id) WHERE status = 'running' AND cancel_requested = 1;
            CREATE INDEX runs_group ON runs (pipeline, group_key, id) WHERE status = 'running';
            CREATE INDEX runs_dedup ON runs (dedup_key, id) WHERE dedup_key IS NOT NULL;
            CREATE INDEX runs_origin ON runs (origin, id) WHERE origin IS NOT NULL;
            CREATE INDEX runs_finished ON runs (finished_at, id) WHERE finished_at IS NOT NULL;

            CREATE TABLE new_stages (
                run INTEGER NOT NULL REFERENCES runs (row) ON DELETE CASCADE,
                position INTEGER NOT NULL CHECK (position >= 0),
                item INTEGER NOT NULL CHECK (item >= -1),
                id TEXT NOT NULL,
                uses TEXT NOT NULL,
                status TEXT NOT NULL,
                attempts INTEGER NOT NULL,
                interruptions INTEGER NOT NULL,
                started_at INTEGER NOT NULL,
                retry_at INTEGER,
                duration REAL,
                intent TEXT,
                outputs TEXT NOT NULL,
                error_stage TEXT,
                error_kind TEXT,
                error_message TEXT,
                error_class TEXT,
                undo TEXT CHECK (undo IN ('running', 'undone', 'failed', 'irreversible')),
                undo_attempts INTEGER,
                undo_message TEXT,
                undo_intent TEXT,
                reused INTEGER NOT NULL CHECK (reused IN (0, 1)),
                PRIMARY KEY (run, position, item)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO new_stages
            SELECT runs.row, position, -1, stages.id, uses, stages.status, attempts, 0, stages.started_at, NULL,
                stages.duration, intent, outputs, stages.error_stage, stages.error_kind, stages.error_message, NULL, undo,
                iif(undo IS NULL, NULL, 1), undo_message, NULL, 0
            FROM stages JOIN runs ON runs.id = stages.run;
            DROP TABLE stages;
            ALTER TABLE new_stages RENAME TO stages;

            CREATE TABLE new_attempts (
                run INTEGER NOT NULL REFERENCES runs (row) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                item INTEGER NOT NULL CHECK (item >= -1),
                number INTEGER NOT NULL CHECK (number > 0),
                status TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                duration REAL NOT NULL,
                error_stage TEXT,
                error_kind TEXT,
                error_message TEXT,
                error_class TEXT,
                PRIMARY KEY (run, position, item, number)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO new_attempts
            SELECT runs.row, position, -1, number, attempts.status, attempts.started_at, attempts.duration,
                attempts.error_stage, attempts.error_kind, attempts.error_message, NULL
            FROM attempts JOIN runs ON runs.id = attempts.run;
            DROP TABLE attempts;
            ALTER TABLE new_attempts RENAME TO attempts;
            CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts BEGIN
                SELECT RAISE(ABORT, 'an attempt is appended and never changed');
            END;

            -- The version that was current before, by its row: current again when this one is retracted.
            ALTER TABLE versions ADD COLUMN former INTEGER;

            -- The process that has claimed it; a claim that ended without an outcome makes it uncertain for good.
            ALTER TABLE notifications ADD COLUMN claimed_by INTEGER;
            ALTER TABLE notifications ADD COLUMN uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1));
            CREATE INDEX notifications_claimed ON notifications (claimed_by) WHERE claimed_by IS NOT NULL;

            CREATE TABLE quarantine (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                run TEXT NOT NULL,
                pipeline TEXT NOT NULL,
                stage TEXT NOT NULL,
                status TEXT NOT NULL,
                kind TEXT NOT NULL,
                reason TEXT NOT NULL,
                attempt INTEGER NOT NULL,
                place TEXT NOT NULL,
                file TEXT NOT NULL,
                source_path BLOB NOT NULL,
                source_device INTEGER NOT NULL,
                source_inode INTEGER NOT NULL,
                source_size INTEGER NOT NULL,
                source_modified INTEGER NOT NULL,
                kept_way TEXT NOT NULL,
                kept_path BLOB NOT NULL,
                kept_note TEXT,
                created_at INTEGER NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('held', 'released', 'discarded')),
                resolved_at INTEGER,
                released_to TEXT,
                CHECK ((state = 'held') = (resolved_at IS NULL))
            ) STRICT;
            CREATE INDEX quarantine_state ON quarantine (state, id);
            CREATE INDEX quarantine_groups ON quarantine (state, pipeline, stage, status, kind, id);
            CREATE INDEX quarantine_run ON quarantine (run, state);
            """)
}
