"""The program, asked in a workspace, also as of some days ago."""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import time
import urllib.request

PASSWORD = "correct horse battery"
# Before a command: it ends when the one that started it does, however that ends.
BOUND = ("setpriv", "--pdeathsig", "KILL")


class Compass:
    def __init__(self, program, folder):
        self.program = str(program)
        self.folder = folder
        # Without it everything has happened today.
        self.clock = shutil.which("faketime")

    def __call__(self, *arguments, ago=0, typed="", status=0):
        """What it prints; `ago`: days."""
        command = [*BOUND, self.program, *map(str, arguments)]
        if self.clock and ago:
            command = [self.clock, "-f", f"-{round(ago * 86400)}s", *command]
        done = subprocess.run(
            command, cwd=self.folder, input=typed, text=True, capture_output=True, timeout=60, check=False)
        if done.returncode != status:
            shown = " ".join(map(str, arguments))
            raise RuntimeError(f"compass {shown} ended with {done.returncode}: {done.stderr}{done.stdout}")
        return done.stdout

    def records(self, *arguments, **options):
        return [json.loads(line) for line in self(*arguments, "--json", **options).splitlines()]

    def up(self, until, ago=0):
        """Does what the workspace declares until there is what is waited for.

        Where it waits for a time of the past it waits for ever, so as of some days ago it can do no more than begin.
        """
        command = [*BOUND, self.program, "up", "--only", "watch,schedule,worker", "--log-level", "error"]
        if self.clock and ago:
            command = [self.clock, "-f", f"-{round(ago * 86400)}s", *command]
        with subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                _wait(until, process)
            finally:
                process.terminate()
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
