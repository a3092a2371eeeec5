extension Schema {
    /// Documents, and what lists and searches see of them. Times are microseconds since 1970.
    ///
    /// `listing` holds what lists show: the current version of every series, and what lies in the trash by itself. Its
    /// `row` is the version's; `age` is `-row`, so that "by title, then newest" is one ascending key. `facets` are words of
    /// the search index that stand for filters, see `Facet`.
    static let catalog = """
        CREATE TABLE schools (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

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

        CREATE TABLE shares (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            series INTEGER NOT NULL REFERENCES series (row),
            school TEXT NOT NULL REFERENCES schools (id),
            permission TEXT NOT NULL DEFAULT 'view' CHECK (permission = 'view'),
            shared_at INTEGER NOT NULL,
            run TEXT,
            UNIQUE (series, school)
        ) STRICT;
        CREATE INDEX shares_run ON shares (run) WHERE run IS NOT NULL;
        CREATE INDEX shares_school ON shares (school, shared_at);

        CREATE TABLE ended_shares (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            series INTEGER NOT NULL REFERENCES series (row),
            school TEXT NOT NULL REFERENCES schools (id),
            shared_at INTEGER NOT NULL,
            run TEXT,
            UNIQUE (series, school)
        ) STRICT;

        CREATE TABLE object_deletions (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            object_key TEXT NOT NULL UNIQUE,
            queued_at INTEGER NOT NULL
        ) STRICT;

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

        CREATE TABLE totals (
            scope TEXT NOT NULL,
            type TEXT NOT NULL,
            documents INTEGER NOT NULL DEFAULT 0 CHECK (documents >= 0),
            shared INTEGER NOT NULL DEFAULT 0 CHECK (shared >= 0),
            bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
            PRIMARY KEY (scope, type)
        ) STRICT, WITHOUT ROWID;

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
        """
}
