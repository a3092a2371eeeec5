extension Schema {
    /// Runs, what their stages did, the processes that work on them, and the outbox. See `Migration.survival` and
    /// `Migration.stageLog` for why the tables are as they are.
    static let journal = """
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
            error_message TEXT,
            error_class TEXT,
            source_path BLOB,
            source_device INTEGER,
            source_inode INTEGER,
            source_size INTEGER,
            source_modified INTEGER,
            trigger TEXT NOT NULL DEFAULT '{}',
            group_key TEXT,
            origin TEXT,
            origin_kind TEXT,
            attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt > 0),
            worker INTEGER NOT NULL DEFAULT 0,
            crashes INTEGER NOT NULL DEFAULT 0,
            released INTEGER NOT NULL DEFAULT 0 CHECK (released IN (0, 1)),
            cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
            dedup_key TEXT,
            version TEXT,
            batch TEXT,
            suspect INTEGER NOT NULL DEFAULT 0 CHECK (suspect IN (0, 1)),
            undo_due INTEGER,
            undo_tries INTEGER NOT NULL DEFAULT 0,
            ended_as TEXT
        ) STRICT;
        CREATE INDEX runs_status ON runs (pipeline, status, id);
        CREATE INDEX runs_definition ON runs (definition);
        CREATE INDEX runs_worker ON runs (worker, id) WHERE status = 'running';
        CREATE INDEX runs_cancelled ON runs (worker, id) WHERE status = 'running' AND cancel_requested = 1;
        CREATE INDEX runs_group ON runs (pipeline, group_key, id) WHERE status = 'running';
        CREATE INDEX runs_dedup ON runs (dedup_key, id) WHERE dedup_key IS NOT NULL;
        CREATE INDEX runs_origin ON runs (origin, id) WHERE origin IS NOT NULL;
        CREATE INDEX runs_batch ON runs (batch, status, id) WHERE batch IS NOT NULL;
        CREATE INDEX runs_finished ON runs (finished_at, id, batch) WHERE finished_at IS NOT NULL;
        CREATE INDEX runs_owing ON runs (undo_due, id) WHERE undo_due IS NOT NULL;

        CREATE TABLE stage_log (
            row INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES runs (row) ON DELETE CASCADE,
            stages TEXT NOT NULL
        ) STRICT;
        CREATE INDEX stage_log_run ON stage_log (run);

        CREATE TABLE stage_items (
            run INTEGER NOT NULL REFERENCES runs (row) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position >= 0),
            item INTEGER NOT NULL CHECK (item >= 0),
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

        CREATE TABLE attempts (
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
        CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts BEGIN
            SELECT RAISE(ABORT, 'an attempt is appended and never changed');
        END;

        CREATE TABLE workers (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            host TEXT NOT NULL,
            pid INTEGER NOT NULL,
            started_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            trial TEXT
        ) STRICT;

        CREATE TABLE notifications (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            channel TEXT NOT NULL,
            subject TEXT NOT NULL,
            body TEXT,
            data TEXT NOT NULL,
            run TEXT NOT NULL,
            stage TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given-up')),
            attempts INTEGER NOT NULL DEFAULT 0,
            due_at INTEGER,
            leased_until INTEGER,
            claimed_by INTEGER,
            uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1)),
            CHECK ((state = 'waiting') = (due_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX notifications_run ON notifications (run);
        CREATE INDEX notifications_claimed ON notifications (claimed_by) WHERE claimed_by IS NOT NULL;
        CREATE INDEX notifications_due ON notifications (channel, due_at, row) WHERE state = 'waiting';

        CREATE TABLE deliveries (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            notification INTEGER NOT NULL REFERENCES notifications (row) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('delivered', 'retry', 'given-up')),
            retry_at INTEGER,
            detail TEXT NOT NULL,
            at INTEGER NOT NULL,
            duration REAL NOT NULL
        ) STRICT;
        CREATE INDEX deliveries_notification ON deliveries (notification);
        """
}
