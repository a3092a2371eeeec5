#!/usr/bin/env python3
"""People and programs that write files of a watched folder anew, in place, and do something else to them within a few
milliseconds, while the process that watches is killed now and then. Says in a line of JSON what became of the contents."""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

OPERATIONS = ["nothing", "chmod", "touch", "set-times", "rename", "link", "setxattr", "again", "replace"]
LONGEST_GAP = 0.006  # seconds between the writing and what follows
PATIENCE = 60  # seconds without any progress until what is missing is called lost
QUIET = 2  # seconds without a run after which no further one is expected


class Rewriter:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.random = random.Random(options.seed)
        self.folder = pathlib.Path("inbox/u1")
        self.paths = {number: self.folder / f"t{number}.pdf" for number in range(options.files)}
        self.generations = collections.Counter()
        self.last = {}  # by number: the digest of the contents
        self.did = {}  # by number: what was done last
        self.links = {}
        self.steps = []  # what was done when, for the report of a problem
        self.problems = []
        self.kills = 0
        self.process = None

    def run(self) -> dict:
        self.start()
        for number in self.paths:
            self.write(number)
            self.did[number] = "first"
        self.settle()
        steps = self.options.rounds * self.options.files
        fatal = set(self.random.sample(range(steps), self.options.kills))
        for step in range(steps):
            number = self.random.randrange(self.options.files)
            self.rewrite(number, self.random.choice(OPERATIONS))
            if step in fatal:
                self.kill()
        self.settle()
        waiting = self.waiting()
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait() != 0:
            self.problems.append(f"`up` ended with {self.process.returncode}")
        return self.audit(waiting)

    # The program

    def start(self) -> None:
        log = open("up.log", "ab")
        command = [self.options.program, "up", "--log-format", "json", "--log-level", "debug"]
        self.process = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self) -> None:
        """What is written while nobody watches is taken by the next process."""
        time.sleep(self.random.random() * 0.3)
        self.process.kill()
        self.process.wait()
        self.kills += 1
        self.note("kill", self.kills)
        for number in self.random.sample(sorted(self.paths), min(3, len(self.paths))):
            self.rewrite(number, self.random.choice(OPERATIONS))
        # Three processes that die of one run give it up, and these runs are innocent.
        if self.kills % 2 == 0:
            subprocess.run([self.options.program, "runs", "resume"], capture_output=True)
        self.note("start")
        self.start()

    def rows(self, question: str) -> list:
        database = pathlib.Path(".compass/compass.db")
        if not database.exists():
            return []
        try:
            connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)
            try:
                return connection.execute(question).fetchall()
            finally:
                connection.close()
        except sqlite3.OperationalError:
            return []  # it is just being made

    def done(self) -> collections.Counter:
        """How many runs with these contents have succeeded, by digest."""
        rows = self.rows("SELECT document FROM runs WHERE status = 'succeeded'")
        return collections.Counter(json.loads(document).get("sha256") for (document,) in rows)

    def settle(self) -> None:
        """Waits until the last contents of every file are done, and nothing more happens; or nothing happens any more."""
        former, since = None, time.monotonic()
        while True:
            state = self.rows("SELECT count(*), sum(status = 'running') FROM runs")
            if state != former:
                former, since = state, time.monotonic()
            done = self.done()
            limit = QUIET if all(done[digest] for digest in self.last.values()) else PATIENCE
            if time.monotonic() - since > limit:
                return
            time.sleep(0.05)

    def waiting(self) -> list:
        output = subprocess.run([self.options.program, "status", "--json"], capture_output=True, text=True).stdout
        records = [json.loads(line) for line in output.splitlines()]
        if not any(record.get("kind") == "watch" for record in records):
            self.problems.append(f"no status: {output}")
        return [record for record in records if record.get("kind") == "waiting"]

    # The users

    def contents(self, number: int) -> bytes:
        """Of one size, so that size tells nothing."""
        self.generations[number] += 1
        return f"%PDF-1.4\n{number:08} {self.generations[number]:08}\n%%EOF\n".encode()

    def write(self, number: int) -> bytes:
        contents = self.contents(number)
        self.last[number] = hashlib.sha256(contents).hexdigest()
        self.note("write", number, self.last[number], str(self.paths[number]))
        self.paths[number].write_bytes(contents)
        return contents

    def note(self, *what) -> None:
        self.steps.append((round(time.time(), 4), *what))

    def rewrite(self, number: int, operation: str) -> None:
        self.did[number] = operation
        gap = self.random.random() * LONGEST_GAP
        if operation == "replace":
            former, self.paths[number] = self.paths[number], pathlib.Path(f"beside-{number}")
            self.write(number)
            os.rename(self.paths[number], former)
            self.paths[number] = former
            self.note(operation, number)
            return
        contents = self.write(number)
        path = self.paths[number]
        time.sleep(gap)
        if operation == "chmod":
            path.chmod(self.random.choice([0o600, 0o640, 0o644]))
        elif operation == "touch":
            os.utime(path)
        elif operation == "set-times":
            moment = 1_000_000_000 + self.generations[number]
            os.utime(path, (moment, moment))
        elif operation == "rename":
            self.paths[number] = self.folder / f"t{number}-{self.generations[number]}.pdf"
            os.rename(path, self.paths[number])
        elif operation == "link":
            if number in self.links:
                self.links[number].unlink()
            self.links[number] = self.folder / f"t{number}-{self.generations[number]}-link.pdf"
            os.link(path, self.links[number])
        elif operation == "setxattr":
            os.setxattr(path, "user.compass.test", str(self.generations[number]).encode())
        elif operation == "again":
            path.write_bytes(contents)
        self.note(operation, number, str(self.paths[number]))

    # What was found

    def audit(self, waiting: list) -> dict:
        done = self.done()
        lost = collections.Counter(self.did[number] for number, digest in self.last.items() if not done[digest])
        doubled = sum(1 for count in done.values() if count > 1)
        if lost:
            self.problems.append(f"last contents that were never run, by what was done last: {dict(lost)}")
        if doubled:
            self.problems.append(f"{doubled} contents with more than one run that succeeded")
            self.explain(digest for digest, count in done.items() if count > 1)
        # A run that its file changed under is none, and its contents come again; so do those of a run whose file got
        # another name while its process was dead. Everything else has succeeded.
        excused = "('source-changed', 'missing')" if self.kills else "('source-changed')"
        ends = self.rows(
            "SELECT status, error_kind, count(*) FROM runs WHERE status <> 'succeeded' "
            f"AND coalesce(error_kind, '') NOT IN {excused} GROUP BY 1, 2"
        )
        if ends:
            self.problems.append(f"runs that ended otherwise: {ends}")
        log = pathlib.Path(".compass/notifications.ndjson")
        told = collections.Counter(json.loads(line)["run"] for line in log.read_text().splitlines())
        succeeded = {run for (run,) in self.rows("SELECT id FROM runs WHERE status = 'succeeded'")}
        if set(told) != succeeded or any(count > 1 for count in told.values()):
            self.problems.append(f"{sum(told.values())} notifications of {len(told)} runs, for {len(succeeded)} runs")
        output = subprocess.run([self.options.program, "quarantine", "list", "--json"], capture_output=True, text=True)
        entries = [json.loads(line) for line in output.stdout.splitlines()]
        held = [entry for entry in entries if not self.kills or entry["kind"] != "missing"]
        if held:
            self.problems.append(f"quarantine holds {held}")
        if waiting:
            self.problems.append(f"files that wait though nothing happens: {waiting}")
        return {
            "files": self.options.files,
            "writings": sum(self.generations.values()),
            "runs": sum(done.values()),
            "changed": self.rows("SELECT count(*) FROM runs WHERE error_kind = 'source-changed'")[0][0],
            "kills": self.kills,
            "problems": self.problems,
        }


    def explain(self, digests) -> None:
        """Says on standard error what was done to the files of some contents, and their runs."""
        for digest in digests:
            number = next(step[2] for step in self.steps if digest in step)
            for step in self.steps:
                if step[1] in ("kill", "start") or step[2] == number:
                    print(*step, file=sys.stderr)
            for row in self.rows(
                "SELECT id, status, error_kind, source_path, source_inode, started_at, finished_at, origin, origin_kind,"
                f" attempt, document FROM runs WHERE document LIKE '%{digest}%'"
            ):
                print(*row, file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the program under test")
    for name, value in [("files", 40), ("rounds", 2), ("kills", 0), ("seed", 1)]:
        parser.add_argument(f"--{name}", type=int, default=value)
    rewriter = Rewriter(parser.parse_args())
    try:
        print(json.dumps(rewriter.run()))
    finally:
        if rewriter.process.poll() is None:
            rewriter.process.kill()


if __name__ == "__main__":
    main()
