-- Requests to webhooks of pipelines: each message of a webhook has one run, whose id is here before the answer is sent. What it
-- was given stands here until it is with its run.
CREATE TABLE webhook_requests (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    hook TEXT NOT NULL,
    message TEXT NOT NULL,
    digest TEXT NOT NULL,
    run TEXT NOT NULL UNIQUE,
    pipeline TEXT NOT NULL,
    owner TEXT NOT NULL,
    inputs TEXT NOT NULL,
    file_url TEXT,
    file_name TEXT,
    state TEXT NOT NULL CHECK (state IN ('pending', 'ended')),
    created_at INTEGER NOT NULL,
    UNIQUE (hook, message),
    CHECK ((file_url IS NULL) = (file_name IS NULL))
) STRICT;
CREATE INDEX webhook_requests_state ON webhook_requests (state, created_at, row);
CREATE INDEX webhook_requests_owner ON webhook_requests (owner);
