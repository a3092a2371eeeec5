extension Migration {
    /// What stages did is appended, one row for each commit of their run, instead of a row of 22 columns for each stage that is
    /// written and written again. `stages` is JSON; see `StageLog`. Only elements of `for-each` keep rows of their own.
    static let stageLog = Migration(
        version: 9, name: "log of stages",
        sql: """
            CREATE TABLE stage_log (
                row INTEGER PRIMARY KEY,
                run INTEGER NOT NULL REFERENCES runs (row) ON DELETE CASCADE,
                stages TEXT NOT NULL
            ) STRICT;
            INSERT INTO stage_log (run, stages)
            SELECT run, json_group_array(json_object(
                'position', position, 'id', id, 'uses', uses, 'status', status, 'attempts', attempts,
                'interruptions', interruptions, 'started_at', started_at, 'retry_at', retry_at, 'duration', duration,
                'intent', json(intent), 'outputs', json(outputs), 'error_stage', error_stage, 'error_kind', error_kind,
                'error_message', error_message, 'error_class', error_class, 'undo', undo,
                'undo_attempts', undo_attempts, 'undo_message', undo_message, 'undo_intent', json(undo_intent),
                'reused', reused))
            FROM stages WHERE item = -1 GROUP BY run;
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
            INSERT INTO stage_items
            SELECT run, position, item, id, uses, status, attempts, interruptions, started_at, retry_at, duration, intent,
                outputs, error_stage, error_kind, error_message, error_class, undo, undo_attempts, undo_message,
                undo_intent, reused
            FROM stages WHERE item >= 0;
            DROP TABLE stages;
            """)
}
