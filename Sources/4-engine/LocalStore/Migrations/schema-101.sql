-- Searches, orders by name and titles "in any case" compare folded texts: `String.folded`. So `listing` has the words of a
-- document as the index has them, in place of the texts that they stand in, and keys of titles are `String.sortKey`. The
-- functions compass_title_key and compass_words are the program's.

DROP TABLE search_words;
DROP TABLE search;
DROP VIEW listing_words;
DROP TRIGGER listing_fixed;
DROP TRIGGER listing_counted;
DROP TRIGGER listing_uncounted;
DROP INDEX listing_series;
DROP INDEX listing_newest;
DROP INDEX listing_name;
DROP INDEX listing_type_name;
DROP INDEX listing_owner_name;
DROP INDEX listing_shares;
ALTER TABLE listing RENAME TO former_listing;

-- Nothing reads it: lists have the key of a title in `listing`.
ALTER TABLE series DROP COLUMN title_key;

-- What lists show: the current version of every series, and what lies in the trash by itself. `row` is the version's, so
-- that descending rows are newest first, for the search index as well; `age` is `-row`, so that "by title, then newest" is
-- one ascending key. `words` are those of title and description as `SearchWords` has them, each between blanks. `facets` are
-- words of the search index that stand for filters, see `Facet`. SQLite before 3.44 lets no trigger write a full-text table
-- unless it trusts the schema of whatever file it opens, so the code that writes `listing` writes `search` too.
CREATE TABLE listing (
    row INTEGER PRIMARY KEY REFERENCES versions (row),
    age INTEGER NOT NULL,
    series INTEGER NOT NULL,
    trashed INTEGER NOT NULL CHECK (trashed IN (0, 1)),
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    title_key TEXT NOT NULL,
    shares INTEGER NOT NULL,
    words TEXT NOT NULL,
    facets TEXT NOT NULL
) STRICT;
INSERT INTO listing (row, age, series, trashed, owner, type, title_key, shares, words, facets)
SELECT row, age, series, trashed, owner, type, compass_title_key(title), shares,
    compass_words(title || ' ' || coalesce(description, '')), facets
FROM former_listing ORDER BY row;
DROP TABLE former_listing;
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

-- The search index is without positions: which documents have a word is all that a search asks, and the index is a quarter
-- of what it would be. It has one column, since without positions it does not know columns apart; words that stand for
-- filters begin with a character that the words of a text have exchanged for another. There is also no way to ask for tokens
-- that follow each other, so what a reader takes for one word is one token, and where no blanks divide words each two letters
-- that follow each other are one. The program folds and divides; the tokenizer divides at blanks alone.
CREATE VIEW listing_words AS
SELECT row,
    words || facets || ' ' || char(0xE000) || 'n'
    || lower(hex(substr(title_key, 1, instr(title_key || ' ', ' ') - 1))) AS words
FROM listing;

CREATE VIRTUAL TABLE search USING fts5 (
    words, content = 'listing_words', content_rowid = 'row', columnsize = 0, detail = none, prefix = '1 2 3 4',
    tokenize = 'ascii'
);

CREATE VIRTUAL TABLE search_words USING fts5vocab (search, instance);

INSERT INTO search (search) VALUES ('rebuild');
