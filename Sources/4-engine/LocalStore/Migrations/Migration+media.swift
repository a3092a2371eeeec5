extension Migration {
    /// What is known of stored objects' contents, and other forms that were made of them; both by the object's key, since
    /// several versions may have one object, and a version's object never changes.
    static let media = Migration(
        version: 15, name: "media",
        sql: """
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
            """)
}
