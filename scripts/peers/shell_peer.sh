#!/usr/bin/env bash
# What one would write without any runner: file(1), cp, sync, sha256sum and the sqlite3 shell.
#
#   shell_peer.sh SOURCE OUT
set -euo pipefail
source=$1 out=$2
objects=$out/objects/bench/transcript
mkdir -p "$objects"

catalog() {
    sqlite3 -cmd ".timeout 60000" "$out/catalog.db" "$1" >/dev/null
}

catalog "PRAGMA journal_mode = WAL;
    CREATE TABLE documents (id TEXT PRIMARY KEY, user_id TEXT, type TEXT, title TEXT, version INTEGER, is_current INTEGER,
        file_url TEXT, file_type TEXT, sha256 TEXT, shared TEXT, created_at TEXT);
    CREATE INDEX documents_series ON documents (user_id, type, title);"

for path in "$source"/*.pdf; do
    mime_type=$(file --brief --mime-type "$path")
    [[ $mime_type == application/pdf ]]
    size=$(stat --format %s "$path")
    ((size > 0 && size <= 104857600))
    stored=$objects/$(date +%s%N)_${path##*/}
    cp "$path" "$stored.part"
    sync "$stored.part"
    mv "$stored.part" "$stored"
    sync "$objects"
    sha256=$(sha256sum "$stored" | cut -c 1-64)
    id=${sha256:0:32}
    title=$(basename "$path" .pdf)
    series="user_id = 'bench' AND type = 'transcript' AND title = '$title'"
    # Two commits in one process, as the other rivals have.
    catalog "PRAGMA synchronous = FULL;
        BEGIN IMMEDIATE;
        UPDATE documents SET is_current = 0 WHERE $series;
        INSERT INTO documents SELECT '$id', 'bench', 'transcript', '$title', coalesce(max(version), 0) + 1, 1, '$stored',
            '$mime_type', '$sha256', '[]', datetime('now') FROM documents WHERE $series;
        COMMIT;
        UPDATE documents SET shared = '[\"stanford\", \"ucla\"]' WHERE id = '$id';"
    printf '{"event": "document.created", "id": "%s"}\n' "$id" >>"$out/notifications.ndjson"
done
