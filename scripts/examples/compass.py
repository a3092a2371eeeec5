"""The program, asked in a workspace, also as of some days ago."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.request

PASSWORD = "correct horse battery"
# Before a command: it ends when the one that started it does, however that ends.
BOUND = ("setpriv", "--pdeathsig", "KILL")
# faketime has a name by its process id, which one of the same id may have left behind when it was killed.
TAKEN = "sem_open"
TRIES = 10


class Compass:
    def __init__(self, program, folder):
        self.program = str(program)
        self.folder = folder
        # Without it everything has happened today.
        self.clock = shutil.which("faketime")

    def __call__(self, *arguments, ago=0, typed="", status=0):
        """What it prints; `ago`: days."""
        command = self._command(ago, *map(str, arguments))
        for _ in range(TRIES):
            done = subprocess.run(
                command, cwd=self.folder, input=typed, text=True, capture_output=True, timeout=60, check=False)
            if TAKEN not in done.stderr:
                break
        if done.returncode != status:
            shown = " ".join(map(str, arguments))
            raise RuntimeError(f"compass {shown} ended with {done.returncode}: {done.stderr}{done.stdout}")
        return done.stdout

    def _command(self, ago, *arguments):
        clock = [self.clock, "-f", f"-{round(ago * 86400)}s"] if self.clock and ago else []
        return [*clock, *BOUND, self.program, *arguments]

    def records(self, *arguments, **options):
        return [json.loads(line) for line in self(*arguments, "--json", **options).splitlines()]

    def up(self, until, ago=0):
        """Does what the workspace declares until there is what is waited for.

        Where it waits for a time of the past it waits for ever, so as of some days ago it can do no more than begin.
        """
        command = self._command(ago, "up", "--only", "watch,schedule,worker", "--log-level", "error")
        for attempt in range(TRIES):
            with subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
                try:
                    return _wait(until, process)
                except RuntimeError:
                    if process.poll() is None or TAKEN not in process.stderr.read() or attempt == TRIES - 1:
                        raise
                finally:
                    self._end(process, command)

    @staticmethod
    def _end(process, command):
        if process.poll() is None:
            # faketime ends after its child, and then takes away what it has made.
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
            os.kill(int(children[0]) if children and command[0] != BOUND[0] else process.pid, signal.SIGTERM)
            process.wait(30)

    def schedules(self):
        """How many schedules have begun to be kept, which no command tells."""
        database = f"file:{self.folder}/.compass/compass.db?mode=ro"
        with contextlib.closing(sqlite3.connect(database, uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM schedules").fetchone()[0]

    def visit(self, paths):
        """Asks a server for these, as browsers of coaches do."""
        command = [*BOUND, self.program, "serve", "--listen", "127.0.0.1:0", "--log-level", "error"]
        with subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
            try:
                base = process.stdout.readline().split()[-1]
                for path in paths:
                    with urllib.request.urlopen(base + path, timeout=20) as answer:
                        answer.read()
            finally:
                process.terminate()
                process.wait(30)


def _wait(until, process):
    end = time.monotonic() + 30
    while not until():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("compass up did not do what it was started for")
        time.sleep(0.1)
