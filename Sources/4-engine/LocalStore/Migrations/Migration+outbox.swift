extension Migration {
    /// While a notification is claimed, `due_at` is the end of its lease: it falls due again by itself.
    static let outbox = Migration(
        version: 3, name: "outbox",
        sql: """
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
                CHECK ((state = 'waiting') = (due_at IS NOT NULL))
            ) STRICT;
            CREATE INDEX notifications_due ON notifications (due_at, row) WHERE state = 'waiting';
            CREATE INDEX notifications_run ON notifications (run);

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
            """)

    /// Each channel has its own turn, so what is due is looked for by channel.
    static let channelTurns = Migration(
        version: 6, name: "turns of channels",
        sql: """
            DROP INDEX notifications_due;
            CREATE INDEX notifications_due ON notifications (channel, due_at, row) WHERE state = 'waiting';
            """)
}
