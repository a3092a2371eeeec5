"""A copy of the example's workspace, and the server in it."""

import json
import os
import pathlib
import subprocess

import serving


class ExampleWorkspace(serving.Workspace):
    """`folder` becomes a copy; commands are those of `serving.Workspace`."""

    def __init__(self, folder):
        self.program = pathlib.Path(os.environ["COMPASS_PROGRAM"])
        self.folder = folder
        made = pathlib.Path(os.environ["COMPASS_PAGES"]) / "workspace"
        # Clones where the disk can; a copy of some 11 MB elsewhere.
        subprocess.run(["cp", "-a", "--reflink=auto", made, folder], check=True)


class ExampleServer(serving.Server):
    """`compass serve`, or `compass up`, which also watches folders and keeps schedules."""

    def __init__(self, workspace, everything=False):
        super().__init__(workspace, "--listen", f"127.0.0.1:{serving.free_port()}")
        self.everything = everything
        # What browsers keep of people who are signed in, by their ids.
        self.states = {}
        # Whether Jordan signs in without using up the one-time link.
        self.keeps_link = False

    def start(self):
        if not self.everything:
            return super().start()
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
        self.port = int(address.rsplit(":", 1)[1])
        self.url = f"http://{address}"
        serving.wait_until("compass up is ready", lambda: self._is_ready(begun))
        return self

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
