"""A copy of the example's workspace, and the server in it."""

import fcntl
import http.cookies
import json
import os
import pathlib
import re
import subprocess
import urllib.parse
import urllib.request

import serving

# Whose sessions every copy has from the beginning: signing in takes 64 MiB and a good part of a second.
SIGNED_IN = ("jordan", "casey")
# As which browser, which the account's page tells.
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36"
# What the command line only looks at.
LOOKS = {"list", "show", "versions", "status"}


class CopiedWorkspace(serving.Workspace):
    """`folder` becomes a copy of what stands in COMPASS_PAGES by the name `made`; commands are those of `serving.Workspace`."""

    def __init__(self, folder, made):
        self.program = pathlib.Path(os.environ["COMPASS_PROGRAM"])
        self.folder = folder
        # Whether several tests have it, so that nothing may be changed.
        self.is_shared = False
        made = pathlib.Path(os.environ["COMPASS_PAGES"]) / made
        # Clones where the disk can; a copy of some 11 MB elsewhere.
        subprocess.run(["cp", "-a", "--reflink=auto", made, folder], check=True)


def make_once(name, fill):
    """Makes a workspace in COMPASS_PAGES for all processes that test pages, unless one of them has made it."""
    folder = pathlib.Path(os.environ["COMPASS_PAGES"])
    with open(folder / f"{name}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / name).exists():
            begun = folder / f"{name}.begun"
            fill(serving.Workspace(pathlib.Path(os.environ["COMPASS_PROGRAM"]), begun))
            begun.rename(folder / name)


class ExampleWorkspace(CopiedWorkspace):
    """A copy of the example."""

    def __init__(self, folder):
        super().__init__(folder, "workspace")

    def compass(self, *arguments, **options):
        assert not self.is_shared or arguments[1] in LOOKS, f"others share this workspace: {arguments}"
        return super().compass(*arguments, **options)


def sign_in_all():
    """Signs `SIGNED_IN` in to the workspace that is copied, and keeps the secrets of their sessions."""
    folder = pathlib.Path(os.environ["COMPASS_PAGES"])
    workspace = ExampleWorkspace.__new__(ExampleWorkspace)
    workspace.program, workspace.folder, workspace.is_shared = pathlib.Path(os.environ["COMPASS_PROGRAM"]), folder / "workspace", True
    with serving.Server(workspace) as server:
        sessions = {person: _session(server, person) for person in SIGNED_IN}
    for name in ("serve.out", "serve.err"):
        (workspace.folder / name).unlink()
    (folder / "sessions.json").write_text(json.dumps(sessions), encoding="utf-8")


def _session(server, person):
    """The secret of a session."""
    request = urllib.request.Request(
        f"{server.url}/api/v1/sessions", json.dumps({"id": person, "password": serving.PASSWORD}).encode(),
        {"Content-Type": "application/json", "Origin": server.url, "User-Agent": BROWSER})
    with urllib.request.urlopen(request, timeout=serving.PATIENCE) as answer:
        [cookie] = http.cookies.SimpleCookie(answer.headers["Set-Cookie"]).values()
    return cookie.value


def _state(secret, port):
    """What a browser keeps of it. Cookies are of all ports of a host, so that their names tell servers apart."""
    return {"origins": [], "cookies": [{
        "name": f"compass-{port}", "value": secret, "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True,
        "secure": False, "sameSite": "Lax"}]}


class ExampleServer(serving.Server):
    """`compass serve`, or `compass up`, which also watches folders and keeps schedules."""

    def __init__(self, workspace, everything=False):
        super().__init__(workspace)
        self.everything = everything
        # What browsers keep of people who are signed in, by their ids.
        self.states = {}

    def start(self):
        if self.everything:
            self._start_everything()
        else:
            super().start()
        kept = pathlib.Path(os.environ["COMPASS_PAGES"]) / "sessions.json"
        if not self.states and isinstance(self.workspace, ExampleWorkspace) and kept.exists():
            sessions = json.loads(kept.read_text(encoding="utf-8"))
            self.states = {person: _state(secret, self.port) for person, secret in sessions.items()}
        return self

    def _start_everything(self):
        address = self.options[1]
        file = self.workspace.folder / "compass.yaml"
        lines = file.read_text(encoding="utf-8").splitlines()
        lines = [f"  listen: {address}" if line.startswith("  listen:") else line for line in lines]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        (self.workspace.folder / "serve.err").touch()
        begun = self.log_text().count(" event=ready ")
        with open(self.workspace.folder / "serve.err", "ab") as log:
            self.process = serving.start_process(
                [self.workspace.program, "up", "--log-format", "logfmt"], cwd=self.workspace.folder, stderr=log)
        serving.wait_until("compass up is ready", lambda: self._is_ready(begun))
        self.url = re.findall(r" event=listening .*\burl=(\S+)", self.log_text())[-1]
        self.port = urllib.parse.urlsplit(self.url).port
        # The next start is at the same address.
        self.options = ("--listen", f"127.0.0.1:{self.port}")

    def _is_ready(self, begun):
        serving.check(self.process.poll() is None, f"compass up ended: {self.log()}")
        return self.log_text().count(" event=ready ") > begun

    def log_text(self):
        return (self.workspace.folder / "serve.err").read_text(encoding="utf-8", errors="replace")

    def restart(self):
        """At the same address; whoever is signed in stays so."""
        if self.process.poll() is None:
            self.kill()
        return self.start()


def ids_by_title(workspace):
    lines = workspace.compass("documents", "list", "--limit", "500", "--json").splitlines()
    return {document["title"]: document["id"] for document in map(json.loads, lines)}


def make_link(workspace, ids):
    """The path of a link for coaches."""
    return "/l/" + json.loads(workspace.compass("links", "create", *ids, "--json"))["secret"]
