"""The seven stages of the shipped pipelines in plain Python. Every rival written in Python calls these: what a rival adds is its own way of running
them one after the other.

What is on disk when a document is done, as with compass: the object's bytes (fsync), its name (fsync of the folder), the
version and its shares (SQLite in WAL mode with synchronous=FULL, two commits). What compass does beside it and this does not: a journal of
runs and stages, retries, time-outs, going on after a crash, taking back what failed, schools that are known, full-text search, counters, an outbox, a
sync of the notifications.
"""

import hashlib
import json
import os
import sqlite3
import threading
import time

import magic

KIND = "transcript"
OWNER = "bench"
SCHOOLS = ("stanford", "ucla")
MIME_TYPES = {".pdf": {"application/pdf"}, ".txt": {"text/plain"}}
LARGEST = 100 << 20
CHUNK = 1 << 20

SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    id TEXT PRIMARY KEY, user_id TEXT, type TEXT, title TEXT, version INTEGER, is_current INTEGER,
    file_url TEXT, file_type TEXT, sha256 TEXT, shared TEXT, created_at TEXT);
CREATE INDEX IF NOT EXISTS documents_series ON documents (user_id, type, title);
"""


class Stages:
    """The stages, with an output folder. May be used from several threads: each has its own connection and detector."""

    def __init__(self, out: str, syncs_names: bool = True):
        """
        out: a folder for objects, catalog and notifications; it is made when there is none.
        syncs_names: whether the folder of an object is synced, so that its name survives a loss of power.
        """
        self.out = out
        self.syncs_names = syncs_names
        self.objects = os.path.join(out, "objects", OWNER, KIND)
        self._threads = threading.local()
        os.makedirs(self.objects, exist_ok=True)

    def detect(self, path: str) -> str:
        """The media type of the contents."""
        if not hasattr(self._threads, "detector"):
            self._threads.detector = magic.Magic(mime=True)
        return self._threads.detector.from_file(path)

    def validate(self, path: str, mime_type: str) -> None:
        extension = os.path.splitext(path)[1].lower()
        if mime_type not in MIME_TYPES.get(extension, ()):
            raise ValueError(f"{path}: a {KIND} is no {extension} with {mime_type}")

    def check_size(self, path: str) -> None:
        if not 0 < os.path.getsize(path) <= LARGEST:
            raise ValueError(f"{path}: empty or larger than {LARGEST} bytes")

    def upload(self, path: str) -> tuple[str, str]:
        """Stores the object. Returns its path and its SHA-256."""
        digest = hashlib.sha256()
        target = os.path.join(self.objects, f"{time.time_ns()}_{os.path.basename(path)}")
        with open(path, "rb") as source, open(target + ".part", "xb") as copy:
            while chunk := source.read(CHUNK):
                digest.update(chunk)
                copy.write(chunk)
            copy.flush()
            os.fsync(copy.fileno())
        os.rename(target + ".part", target)
        if self.syncs_names:
            folder = os.open(self.objects, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return target, digest.hexdigest()

    def create_version(self, path: str, stored: str, sha256: str, mime_type: str) -> str:
        """Makes the object the current version of its title. Returns the version's id."""
        title = os.path.splitext(os.path.basename(path))[0]
        series = (OWNER, KIND, title)
        version_id = hashlib.md5(stored.encode()).hexdigest()
        catalog = self._catalog()
        catalog.execute("BEGIN IMMEDIATE")
        try:
            (number,) = catalog.execute(
                "SELECT coalesce(max(version), 0) + 1 FROM documents WHERE user_id = ? AND type = ? AND title = ?", series
            ).fetchone()
            catalog.execute("UPDATE documents SET is_current = 0 WHERE user_id = ? AND type = ? AND title = ?", series)
            catalog.execute(
                "INSERT INTO documents VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, '[]', datetime('now'))",
                (version_id, *series, number, stored, mime_type, sha256),
            )
        except BaseException:
            catalog.execute("ROLLBACK")
            raise
        catalog.execute("COMMIT")
        return version_id

    def share(self, version_id: str) -> None:
        self._catalog().execute("UPDATE documents SET shared = ? WHERE id = ?", (json.dumps(SCHOOLS), version_id))

    def notify(self, version_id: str) -> None:
        with open(os.path.join(self.out, "notifications.ndjson"), "a", encoding="utf-8") as log:
            log.write(json.dumps({"event": "document.created", "id": version_id}) + "\n")

    def _catalog(self) -> sqlite3.Connection:
        if not hasattr(self._threads, "catalog"):
            catalog = sqlite3.connect(os.path.join(self.out, "catalog.db"), timeout=60, isolation_level=None)
            catalog.execute("PRAGMA journal_mode = WAL")
            catalog.execute("PRAGMA synchronous = FULL")
            catalog.executescript(SCHEMA)
            self._threads.catalog = catalog
        return self._threads.catalog


def documents(folder: str) -> list[str]:
    """The PDFs of a folder, sorted by name."""
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".pdf"))
