"""Who takes part: how each is started, and what it must have left behind."""

import dataclasses
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))

SCHOOLS = "- { id: stanford, name: Stanford }\n- { id: ucla, name: UCLA }\n"
WORKSPACE = "version: 1\nowner: { id: bench }\nschools: schools.yaml\n"


@dataclasses.dataclass(frozen=True)
class Rival:
    """A program in this folder that is called with the folder of documents and a folder for all that it makes."""

    program: str
    about: str
    options: tuple[str, ...] = ()
    # From requirements.txt.
    packages: tuple[str, ...] = ("python-magic",)
    # So slow that it gets a tenth of the documents, and one round.
    is_slow: bool = False


RIVALS = {
    "plain": Rival("plain.py", "plain Python: object, its name, version and shares are synced; nothing else around it"),
    "plain-lax": Rival(
        "plain.py", "the same without a sync of the folder: an object's name may be lost with power", ("--unsynced-names",)
    ),
    "shell": Rival("shell_peer.sh", "a shell script with file, cp, sync, sha256sum and sqlite3", packages=()),
    "luigi": Rival("luigi_peer.py", "Luigi, local scheduler, one worker", packages=("python-magic", "luigi")),
    "dagster": Rival(
        "dagster_peer.py", "Dagster, jobs in one process", packages=("python-magic", "dagster"), is_slow=True
    ),
    "prefect": Rival(
        "prefect_peer.py",
        "Prefect, a flow for each document, its server included",
        packages=("python-magic", "prefect", "fastapi"),
        is_slow=True,
    ),
}


@dataclasses.dataclass(frozen=True)
class Figures:
    """One round of one contestant; all but the rate are of one document."""

    rate: float  # documents a second, from the start of the process to its end
    user: float  # ms
    kernel: float  # ms
    voluntary: float  # context switches
    involuntary: float


class Failed(Exception):
    """A contestant did not do its work."""


def run_compass(program: str, documents: str, folder: str) -> Figures:
    """Runs the shipped pipeline `transcript`, shared with two schools, in a new workspace at `folder`."""
    os.makedirs(folder)
    os.mkdir(os.path.join(folder, "pipelines"))
    shutil.copy(os.path.join(REPOSITORY, "pipelines", "transcript.yaml"), os.path.join(folder, "pipelines"))
    for name, text in (("compass.yaml", WORKSPACE), ("schools.yaml", SCHOOLS)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    files = [os.path.join(documents, name) for name in sorted(os.listdir(documents))]
    command = [program, "run", "transcript", "-i", "schools=stanford,ucla", "--json", "--", *files]
    figures = measure("compass", command, len(files), folder)
    state = os.path.join(folder, ".compass")
    told = subprocess.run([program, "documents", "stats", "--json"], cwd=folder, check=True, capture_output=True)
    check("compass", documents, state, json.loads(told.stdout)["shared"])
    return figures


def run_rival(name: str, python: str, documents: str, folder: str) -> Figures:
    """Runs a rival, which makes all that it makes in the new folder `folder`."""
    rival = RIVALS[name]
    os.makedirs(folder)
    path = os.path.join(HERE, rival.program)
    command = [path] if path.endswith(".sh") else [python, "-B", path]
    figures = measure(name, [*command, documents, folder, *rival.options], len(os.listdir(documents)), folder)
    catalog = sqlite3.connect(os.path.join(folder, "catalog.db"))
    (shared,) = catalog.execute("SELECT count(*) FROM documents WHERE is_current AND shared LIKE '%ucla%'").fetchone()
    catalog.close()
    check(name, documents, folder, shared)
    return figures


def measure(name: str, command: list[str], count: int, folder: str) -> Figures:
    """Runs a command to its end. The kernel tells what it and the children that it waited for have used."""
    # What the round before has left to be written is none of this one's.
    os.sync()
    log = folder + ".errors"
    with open(log, "wb") as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        with open(log, encoding="utf-8", errors="replace") as errors:
            raise Failed(f"{name} ended with {process.returncode}. The end of what it said:\n{errors.read()[-2000:]}")
    return Figures(
        count / seconds,
        usage.ru_utime * 1000 / count,
        usage.ru_stime * 1000 / count,
        usage.ru_nvcsw / count,
        usage.ru_nivcsw / count,
    )


def check(name: str, documents: str, folder: str, shared: int) -> None:
    """Whether every document is stored with its bytes, shared and announced."""
    stored = os.path.join(folder, "objects", "bench", "transcript")
    with open(os.path.join(folder, "notifications.ndjson"), encoding="utf-8") as log:
        announced = sum(1 for _ in log)
    count = len(os.listdir(documents))
    if digests(stored) != digests(documents):
        raise Failed(f"{name} has not stored all {count} documents with their bytes, or others beside them.")
    if (shared, announced) != (count, count):
        raise Failed(f"{name} has shared {shared} and announced {announced} of {count} documents.")


def digests(folder: str) -> list[str]:
    found = []
    for entry in os.scandir(folder):
        with open(entry.path, "rb") as file:
            found.append(hashlib.file_digest(file, "sha256").hexdigest())
    return sorted(found)
