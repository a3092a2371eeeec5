-- The schema of version 1.0. Once a version with it is released, this file stays as it is: what changes comes in the next
-- file, with the next number. Times are microseconds since 1970. docs/database.md says what each index is for.

-- Documents, and what lists and searches see of them.

CREATE TABLE schools (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A document; its versions are its states. Among those outside the trash nobody has two of one type and title.
CREATE TABLE series (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL CHECK (title <> ''),
    title_key TEXT NOT NULL,
    description TEXT CHECK (description <> ''),
    school TEXT REFERENCES schools (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    trashed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX series_live ON series (owner, type, title) WHERE trashed_at IS NULL;

-- former: the row of the version that was current before; current again when this one is taken back.
-- file_url: empty where it is the address in `object_place` followed by the object's key.
CREATE TABLE versions (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    series INTEGER NOT NULL REFERENCES series (row),
    number INTEGER NOT NULL CHECK (number > 0),
    is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    object_key TEXT NOT NULL,
    file_url TEXT NOT NULL,
    name TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size >= 0),
    sha256 TEXT NOT NULL,
    run TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    trashed_at INTEGER CHECK (trashed_at IS NULL OR is_current = 0),
    former INTEGER,
    UNIQUE (series, number)
) STRICT;
CREATE UNIQUE INDEX versions_current ON versions (series) WHERE is_current = 1;
CREATE INDEX versions_object ON versions (object_key);
CREATE INDEX versions_trashed ON versions (series, number) WHERE trashed_at IS NOT NULL;
CREATE INDEX versions_former ON versions (former) WHERE former IS NOT NULL;
CREATE TRIGGER versions_counted AFTER INSERT ON versions BEGIN
    INSERT INTO totals (scope, type, bytes)
    SELECT scope.value, series.type, new.size
    FROM series CROSS JOIN (SELECT '*' AS value UNION ALL SELECT '=' || owner FROM series
        WHERE row = new.series) AS scope
    WHERE series.row = new.series
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER versions_uncounted AFTER DELETE ON versions BEGIN
    UPDATE totals SET bytes = bytes - old.size
    WHERE scope IN ('*', (SELECT '=' || owner FROM series WHERE row = old.series))
        AND type = (SELECT type FROM series WHERE row = old.series);
END;

-- made_by: the person or account; NULL where a run did.
CREATE TABLE shares (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    series INTEGER NOT NULL REFERENCES series (row),
    school TEXT NOT NULL REFERENCES schools (id),
    permission TEXT NOT NULL DEFAULT 'view' CHECK (permission = 'view'),
    shared_at INTEGER NOT NULL,
    run TEXT,
    made_by TEXT,
    UNIQUE (series, school)
) STRICT;
CREATE INDEX shares_run ON shares (run) WHERE run IS NOT NULL;
CREATE INDEX shares_school ON shares (school, shared_at);

-- Those that the trash ended.
CREATE TABLE ended_shares (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    series INTEGER NOT NULL REFERENCES series (row),
    school TEXT NOT NULL REFERENCES schools (id),
    shared_at INTEGER NOT NULL,
    run TEXT,
    made_by TEXT,
    UNIQUE (series, school)
) STRICT;

-- The titles that a series had before the one that it has: a file of such a title is a version of it, too. Owner and type
-- are the series', which never change; they are here as well so that one index finds who had a title last.
CREATE TABLE former_titles (
    series INTEGER NOT NULL REFERENCES series (row),
    title TEXT NOT NULL,
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (series, title)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_titles_title ON former_titles (owner, type, title, until);

-- Where the object store is, once, so that a workspace can be moved.
CREATE TABLE object_place (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    address TEXT NOT NULL
) STRICT;

CREATE TABLE object_deletions (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    object_key TEXT NOT NULL UNIQUE,
    queued_at INTEGER NOT NULL
) STRICT;

-- What lists show: the current version of every series, and what lies in the trash by itself. `row` is the version's, so
-- that descending rows are newest first, for the search index as well; `age` is `-row`, so that "by title, then newest" is
-- one ascending key. `facets` are words of the search index that stand for filters, see `Facet`. SQLite before 3.44 lets no
-- trigger write a full-text table unless it trusts the schema of whatever file it opens, so the code that writes `listing`
-- writes `search` too.
CREATE TABLE listing (
    row INTEGER PRIMARY KEY REFERENCES versions (row),
    age INTEGER NOT NULL,
    series INTEGER NOT NULL,
    trashed INTEGER NOT NULL CHECK (trashed IN (0, 1)),
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    description TEXT,
    shares INTEGER NOT NULL,
    facets TEXT NOT NULL
) STRICT;
CREATE INDEX listing_series ON listing (series);
CREATE INDEX listing_newest ON listing (trashed, row);
CREATE INDEX listing_name ON listing (trashed, title_key, age);
CREATE INDEX listing_type_name ON listing (type, trashed, title_key, age);
CREATE INDEX listing_owner_name ON listing (owner, type, trashed, title_key, age);
CREATE INDEX listing_shares ON listing (trashed, shares, row);
CREATE TRIGGER listing_fixed BEFORE UPDATE ON listing BEGIN
    SELECT RAISE(ABORT, 'rows of listing are replaced, not changed');
END;
CREATE TRIGGER listing_counted AFTER INSERT ON listing WHEN new.trashed = 0 BEGIN
    INSERT INTO totals (scope, type, documents, shared)
    VALUES ('*', new.type, 1, new.shares > 0), ('=' || new.owner, new.type, 1, new.shares > 0)
    ON CONFLICT DO UPDATE SET documents = documents + 1, shared = shared + excluded.shared;
END;
CREATE TRIGGER listing_uncounted AFTER DELETE ON listing WHEN old.trashed = 0 BEGIN
    UPDATE totals SET documents = documents - 1, shared = shared - (old.shares > 0)
    WHERE scope IN ('*', '=' || old.owner) AND type = old.type;
END;

-- scope: '*' is everybody, '=' and an owner that one.
CREATE TABLE totals (
    scope TEXT NOT NULL,
    type TEXT NOT NULL,
    documents INTEGER NOT NULL DEFAULT 0 CHECK (documents >= 0),
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared >= 0),
    bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    PRIMARY KEY (scope, type)
) STRICT, WITHOUT ROWID;

-- The search index is without positions: which documents have a word is all that a search asks, and the index is a quarter
-- of what it would be. It has one column, since without positions it does not know columns apart; words that stand for
-- filters begin with a character that the words of a text have exchanged for another. There is also no way to ask for tokens
-- that follow each other, so what a reader takes for one word is one token: marks do not divide words.
CREATE VIEW listing_words AS
SELECT row,
    replace(title || ' ' || coalesce(description, ''), char(0xE000), char(0xE001)) || ' ' || facets || ' '
    || char(0xE000) || 'n' || lower(hex(substr(title_key, 1, instr(title_key || ' ', ' ') - 1))) AS words
FROM listing;

CREATE VIRTUAL TABLE search USING fts5 (
    words, content = 'listing_words', content_rowid = 'row', columnsize = 0, detail = none, prefix = '1 2 3 4',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

CREATE VIRTUAL TABLE search_words USING fts5vocab (search, instance);

-- What is known of stored objects' contents, and other forms that were made of them; both by the object's key, since several
-- versions may have one object, and a version's object never changes.
CREATE TABLE media_facts (
    object_key TEXT PRIMARY KEY NOT NULL,
    duration INTEGER,
    width INTEGER,
    height INTEGER,
    frame_rate REAL,
    video_codec TEXT,
    audio_codec TEXT,
    pages INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE renditions (
    object_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    mime_type TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size >= 0),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    PRIMARY KEY (object_key, kind)
) STRICT, WITHOUT ROWID;

-- Runs, what their stages did, the processes that work on them, and the outbox. inputs, document, intent and outputs are
-- JSON.

CREATE TABLE definitions (
    hash TEXT PRIMARY KEY NOT NULL,
    pipeline TEXT NOT NULL,
    source TEXT NOT NULL,
    pinned_at INTEGER NOT NULL
) STRICT;

-- worker: the number of the process that a run belongs to, 0 where it belongs to none. version: what it made or took over,
-- also after that is gone. suspect: was at work when a process died. A run with undo_due has ended and still has something
-- to take back; ended_as is how it had ended, while that is tried.
--
-- The indexes of what goes on are partial: they hold no finished run, so that their size does not follow the journal's.
-- Runs of a batch that goes on are not pruned, so the index by which runs are pruned knows their batch.
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
CREATE INDEX runs_owner ON runs (owner, id);
CREATE INDEX runs_owing ON runs (undo_due, id) WHERE undo_due IS NOT NULL;

-- What stages did is appended, one row for each commit of their run; see `StageLog`. Only elements of `for-each` have rows
-- of their own. Both are keyed by the run's row, which is shorter than its id.
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

-- item: -1 where it is about a stage as a whole.
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

-- trial: the one run that a process works on while it lets no other work, so that its death tells who it was.
CREATE TABLE workers (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    trial TEXT
) STRICT;

-- While one is claimed, due_at is the end of its lease: it falls due again by itself. claimed_by: the process; a claim that
-- ended without an outcome makes it uncertain for good. series: the id of the document that it was about when it was queued.
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
    series TEXT,
    CHECK ((state = 'waiting') = (due_at IS NOT NULL))
) STRICT;
CREATE INDEX notifications_run ON notifications (run);
CREATE INDEX notifications_series ON notifications (series);
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

-- What starts runs by itself, and what was kept of files that were refused.

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

-- Keyed by what the file system says that a file is, so that a rename is no new file. taken_sha256: of the contents that it
-- had when it was taken; sha256: of those that a run has processed. The index of what is not settled is partial: the
-- ledger's size does not slow a start down.
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
    taken_sha256 TEXT,
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

-- Who may, and who did.

-- Of secrets there are digests only; password is an encoded hash of Argon2id, and NULL for who has none.
CREATE TABLE people (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin')),
    password TEXT,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX people_admins ON people (id) WHERE role = 'admin';

-- ends_at: when one ends unless it is used before, so that one index has all whose time is over.
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

-- Used up by being removed. The person need not be there: the first link makes them.
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

-- Counted by person and by address, of which key is a digest.
CREATE TABLE sign_in_attempts (
    key BLOB PRIMARY KEY CHECK (length(key) = 32),
    failures INTEGER NOT NULL,
    since INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_last ON sign_in_attempts (last_at);

-- An entry without an outcome goes on, or its process has died. It refers to nothing, and so outlives what it is about.
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

-- What a server needs beside documents and runs: texts that people accept, links, and uploads.

-- What was published stays as it is.
CREATE TABLE legal_documents (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    effective_at INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    published_by TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (kind, version)
) STRICT;
CREATE INDEX legal_documents_force ON legal_documents (kind, effective_at, row);
CREATE TRIGGER legal_documents_kept BEFORE DELETE ON legal_documents BEGIN
    SELECT raise(ABORT, 'a published legal document stays');
END;
CREATE TRIGGER legal_documents_fixed BEFORE UPDATE ON legal_documents BEGIN
    SELECT raise(ABORT, 'a published legal document never changes');
END;

CREATE TABLE legal_acceptances (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    address TEXT,
    UNIQUE (kind, person, version)
) STRICT;
CREATE INDEX legal_acceptances_version ON legal_acceptances (kind, version, person);
CREATE INDEX legal_acceptances_person ON legal_acceptances (person, row);

-- One row: the key that all links are signed with.
CREATE TABLE link_keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL CHECK (length(key) = 32),
    created_at INTEGER NOT NULL
) STRICT;

-- One row: the salt of the day by which visitors are told apart; link_visitors are removed with it.
CREATE TABLE link_salts (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    day INTEGER NOT NULL,
    salt BLOB NOT NULL
) STRICT;

CREATE TABLE links (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    label TEXT,
    made_by TEXT NOT NULL,
    run TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    views INTEGER NOT NULL DEFAULT 0,
    viewed_at INTEGER
) STRICT;
CREATE INDEX links_owner ON links (owner, row);
CREATE INDEX links_run ON links (run) WHERE run IS NOT NULL;

CREATE TABLE link_documents (
    link INTEGER NOT NULL REFERENCES links (row) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    series INTEGER NOT NULL REFERENCES series (row) ON DELETE CASCADE,
    PRIMARY KEY (link, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX link_documents_series ON link_documents (series, link);

CREATE TABLE link_visitors (
    link INTEGER NOT NULL REFERENCES links (row) ON DELETE CASCADE,
    visitor BLOB NOT NULL,
    hour INTEGER NOT NULL,
    PRIMARY KEY (link, visitor)
) STRICT, WITHOUT ROWID;

-- How many visitors an hour had; hour is its beginning.
CREATE TABLE link_views (
    link INTEGER NOT NULL REFERENCES links (row) ON DELETE CASCADE,
    hour INTEGER NOT NULL,
    views INTEGER NOT NULL,
    PRIMARY KEY (link, hour)
) STRICT, WITHOUT ROWID;

-- document: the facts of the document that it is to be a version of, as JSON; NULL where its title tells.
CREATE TABLE uploads (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    length INTEGER NOT NULL CHECK (length >= 0),
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT,
    inputs TEXT NOT NULL,
    pipeline TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('receiving', 'complete', 'running', 'ended', 'expired')),
    run TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    document TEXT,
    CHECK ((state IN ('running', 'ended')) = (run IS NOT NULL)),
    CHECK ((state IN ('ended', 'expired')) = (ended_at IS NOT NULL))
) STRICT;
CREATE INDEX uploads_owner ON uploads (owner, row);
CREATE INDEX uploads_state ON uploads (state, expires_at, row);
