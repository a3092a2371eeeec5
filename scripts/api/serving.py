"""A workspace in a temporary folder, and the server of the built program in it."""

import hashlib
import pathlib
import re
import shutil
import signal
import subprocess
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PASSWORD = "correct horse battery"
# Nothing that is waited for takes as long.
PATIENCE = 60

# The pipelines and examples of the project; uploads of these types are stored as they are.
WORKSPACE = """\
version: 1
owner: { id: jordan, name: Jordan Reyes, email: jordan@example.org }
schools: examples/schools.yaml
server: { uploads: { transcript: transcript, highlight_video: highlight-video, stats_sheet: stats-sheet } }
"""


class Failure(Exception):
    """Something that is not as it must be."""


def check(holds, message):
    if not holds:
        raise Failure(message)


def say(topic, text):
    print(f"{topic}: {text}", flush=True)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def wait_until(what, condition):
    """Asks until there is an answer that counts, and returns it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise Failure(f"{what}: not within {PATIENCE} s")


def film(size, seed):
    """A video of exactly so many bytes that no other seed has: the example with an empty box at its end."""
    clip = (ROOT / "examples/clip.mp4").read_bytes()
    rest = size - len(clip)
    block = hashlib.shake_256(str(seed).encode()).digest(min(rest - 8, 1 << 20))
    body = block * (rest // len(block) + 1)
    return clip + rest.to_bytes(4, "big") + b"free" + body[: rest - 8]


# Before a command: it ends when the thread that started it does, however that ends.
BOUND = ("setpriv", "--pdeathsig", "KILL")


def start_process(command, **options):
    return subprocess.Popen([*BOUND, *command], stdin=subprocess.DEVNULL, **options)


def end_process(process, name, expected=(0,)):
    process.terminate()
    try:
        status = process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)
        raise Failure(f"{name} did not end within 20 s of SIGTERM") from None
    check(status in expected, f"{name} ended with {status}")


class Workspace:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        folder.mkdir()
        for name in ("pipelines", "examples"):
            shutil.copytree(ROOT / name, folder / name)
        (folder / "compass.yaml").write_text(WORKSPACE, encoding="utf-8")

    def compass(self, *arguments, typed="", status=0):
        """What the program prints."""
        done = subprocess.run(
            [*BOUND, self.program, *arguments], cwd=self.folder, input=typed, text=True, capture_output=True,
            timeout=PATIENCE, check=False)
        check(
            done.returncode == status,
            f"compass {' '.join(arguments)} ended with {done.returncode} instead of {status}: {done.stderr.strip()}")
        return done.stdout

    def add_person(self, name, role):
        self.compass("users", "add", name, "--role", role, "--password-stdin", typed=PASSWORD + "\n")

    def token(self, person, *scopes):
        words = [word for scope in scopes for word in ("--scope", scope)]
        return self.compass("tokens", "create", "check", "--person", person, *words).strip()


class Server:
    """`compass serve` of a workspace."""

    def __init__(self, workspace, *options):
        self.workspace = workspace
        self.options = options or ("--listen", "127.0.0.1:0")
        self.process = None
        self.url = self.port = self.link = None

    def start(self):
        folder = self.workspace.folder
        with open(folder / "serve.out", "wb") as out, open(folder / "serve.err", "ab") as err:
            logged = err.tell()
            self.process = start_process(
                [self.workspace.program, "serve", *self.options, "--log-level", "info"], cwd=folder, stdout=out,
                stderr=err)
        lines = wait_until("compass serve tells its address", self._printed)
        self.link = urllib.parse.urlsplit(lines[1].split()[-1]).path
        if self.options[0] == "--listen":
            host = self.options[1].rsplit(":", 1)[0]
            self.port = wait_until("compass serve logs its port", lambda: self._port(logged))
            # Clients that go on after a new start look for it where it was.
            self.options = ("--listen", f"{host}:{self.port}", *self.options[2:])
            self.url = f"http://127.0.0.1:{self.port}"
        return self

    def _printed(self):
        if self.process.poll() is not None:
            raise Failure(f"compass serve ended with {self.process.returncode}: {self.log()}")
        text = (self.workspace.folder / "serve.out").read_text(encoding="utf-8")
        return text.splitlines() if text.count("\n") >= 2 else None

    def _port(self, logged):
        """What is printed is the address that others see, with `--url`."""
        text = (self.workspace.folder / "serve.err").read_bytes()[logged:]
        found = re.search(rb"event=listening [^\n]* address=[^ ]*:(\d+)", text)
        return found and int(found[1])

    def log(self):
        return (self.workspace.folder / "serve.err").read_text(encoding="utf-8", errors="replace")[-2000:]

    def kill(self):
        """As a loss of power ends it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def stop(self):
        if self.process.poll() is None:
            end_process(self.process, "compass serve")
        # Whatever clients do, nothing breaks inside.
        log = (self.workspace.folder / "serve.err").read_text(encoding="utf-8", errors="replace")
        broken = [line for line in log.splitlines() if "level=error" in line]
        check(not broken, f"the server's log has errors: {broken[:3]}")

    def __enter__(self):
        return self if self.process else self.start()

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.stop()
        elif self.process.poll() is None:
            self.kill()
