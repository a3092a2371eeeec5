-- How many documents a link was made to show: which places it had is known when the last of them is erased, too.
ALTER TABLE links ADD COLUMN places INTEGER NOT NULL DEFAULT 0;
UPDATE links SET places = coalesce((SELECT max(position) + 1 FROM link_documents WHERE link = links.row), 0);
