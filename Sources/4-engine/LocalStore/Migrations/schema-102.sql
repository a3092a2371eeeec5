-- Runs that asked for a share which another run had made and might still take back: when that one does, the share goes over
-- to the first of them. They are rows of runs, and go with them.
CREATE TABLE asked_shares (
    row INTEGER PRIMARY KEY,
    series INTEGER NOT NULL REFERENCES series (row),
    school TEXT NOT NULL REFERENCES schools (id),
    run INTEGER NOT NULL REFERENCES runs (row) ON DELETE CASCADE,
    UNIQUE (series, school, run)
) STRICT;
CREATE INDEX asked_shares_run ON asked_shares (run);

-- What a run takes back is also what the trash has ended meanwhile.
CREATE INDEX ended_shares_run ON ended_shares (run) WHERE run IS NOT NULL;
