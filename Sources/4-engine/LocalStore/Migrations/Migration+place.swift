extension Migration {
    /// Where the object store is, once, so that a workspace can be moved: a version's `file_url` is empty where it is that
    /// address followed by the object's key.
    static let place = Migration(
        version: 16, name: "place of objects",
        sql: """
            CREATE TABLE object_place (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                address TEXT NOT NULL
            ) STRICT;
            INSERT INTO object_place (id, address)
            SELECT 1, substr(file_url, 1, length(file_url) - length(object_key)) FROM versions
            WHERE file_url LIKE 'file:///%' AND substr(file_url, -length(object_key) - 1) = '/' || object_key
            ORDER BY row DESC LIMIT 1;
            UPDATE versions SET file_url = ''
            WHERE file_url = (SELECT address FROM object_place) || object_key;
            """,
        rebuild: Rebuild(
            part: "addresses of objects", rows: "SELECT coalesce(max(row) - min(row) + 1, 0) FROM versions",
            eachRow: .microseconds(3)))
}
