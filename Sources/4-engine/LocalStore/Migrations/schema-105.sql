-- A file that comes in one request is nobody's to resume; a message that brings one is known again by what announced it, too.
ALTER TABLE uploads ADD COLUMN resumable INTEGER NOT NULL DEFAULT 1 CHECK (resumable IN (0, 1));
UPDATE uploads SET resumable = 0 WHERE id IN (SELECT run FROM webhook_requests);
ALTER TABLE webhook_requests ADD COLUMN announced TEXT;
