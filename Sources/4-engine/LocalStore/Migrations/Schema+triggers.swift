extension Schema {
    /// What starts runs by itself, and what was kept of files that were refused. See `Migration.triggers`.
    static let triggers = """
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
            taken_at INTEGER NOT NULL, taken_sha256 TEXT,
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
        """
}
