"""schemathesis against the OpenAPI document that is served: as an admin, an owner, nobody, and somebody who is signed in."""

import concurrent.futures
import json
import re
import shutil
import subprocess
import time
import tomllib

from client import Client
from serving import BOUND, ROOT, Failure, Server, Workspace, check, say

# So long may each of the runs take, which go on beside one another.
LIMIT, LONG_LIMIT = 200, 1_400
# Made-up requests of each operation; those by the document's examples and boundaries come besides.
EXAMPLES, MANY_EXAMPLES = 5, 100
WRITE = ("documents:write", "runs:write")
EVERYTHING = "examples,coverage,fuzzing,stateful"


def fill(workspace):
    """Some of everything, so that what is asked for is there."""
    run = workspace.compass
    workspace.add_person("jordan", "admin")
    workspace.add_person("kim", "owner")
    for owner in ("jordan", "kim"):
        as_owner = ("-i", f"user={owner}", "-i", "schools=stanford")
        run("run", "transcript", "examples/transcript.pdf", *as_owner)
        run("run", "highlight-video", "examples/clip.mp4", *as_owner)
        run("run", "stats-sheet", "examples/stats.csv", "-i", f"user={owner}")
        run("run", "transcript", "pipelines/fixtures/program.exe", "-i", f"user={owner}", status=3)
    run("run", "integrity-check")
    policy = workspace.folder / "policy.md"
    policy.write_text("# Privacy\n\nWe keep what you send.\n", encoding="utf-8")
    run("legal", "publish", "policy.md", "--version", "2.0")


def write_ids(own, client, folder):
    """What there is of everybody, by the names that scripts/schemathesis.toml gives to it."""
    upload = own.ask(
        "POST", "/api/v1/uploads", Tus_Resumable="1.0.0", Upload_Length="10",
        Upload_Metadata="filename YS50eHQ=,type dHJhbnNjcmlwdA==")
    check(upload.status == 201, f"an upload was answered {upload.status}: {upload.body!r}")
    documents = [document["id"] for document in client.get("/api/v1/documents")["documents"]]
    links = [client.ask("POST", "/api/v1/links", {"documents": [id]}).json for id in documents[:2]]
    lists = {
        "documents": documents,
        "runs": [run["run"] for run in client.get("/api/v1/runs")["runs"]],
        "entries": [entry["id"] for entry in client.get("/api/v1/quarantine")["entries"]],
        "links": [link["id"] for link in links],
        "secrets": [link["url"].rsplit("/", 1)[-1] for link in links],
        "batches": [batch["batch"] for batch in client.get("/api/v1/batches")["batches"]],
        "notifications": [one["id"] for one in client.get("/api/v1/notifications")["notifications"]],
        "uploads": [upload.headers["Location"].rsplit("/", 1)[-1]],
    }
    for name, ids in lists.items():
        (folder / f"{name}.txt").write_text("".join(json.dumps(id) + "\n" for id in ids), encoding="utf-8")
        check(ids, f"there are no {name} to ask for")


class Asker:
    """Who asks, with what, and for what."""

    def __init__(self, who, person, scopes, phases=EVERYTHING, options=(), by="token", most=None):
        self.who = who
        self.person = person
        self.scopes = scopes
        self.phases = phases
        self.options = options
        self.by = by
        # Made-up requests of each operation, however many there may be.
        self.most = most

    def headers(self, server, token):
        if self.by == "token":
            return [f"Authorization: Bearer {token}"]
        if self.by == "nothing":
            return []
        answer = Client(server).ask("POST", server.link)
        check(answer.status == 303, f"the one-time link was answered {answer.status}")
        return ["Cookie: " + answer.headers["Set-Cookie"].split(";")[0], "Sec-Fetch-Site: same-origin"]


ASKERS = [
    Asker("admin", "jordan", ("admin",)),
    Asker("owner", "kim", WRITE),
    # Fewer requests: whoever is not known may send 20 a second.
    Asker("nobody", "kim", WRITE, by="nothing", phases="examples,fuzzing", options=("--rate-limit", "auto"), most=10),
    # What no token may: routes for people who are signed in, but for those that end the session that asks.
    Asker(
        "session", "jordan", ("admin",), by="session", phases="examples,coverage,fuzzing", options=[
            word for tag in ("people", "tokens", "sessions", "legal") for word in ("--include-tag", tag)
        ] + [word for id in ("signOut", "endSession", "removePerson") for word in ("--exclude-operation-id", id)]),
]


def check_exceptions(description):
    """An exception for an operation that is named otherwise now would hold for nothing."""
    known = {operation["operationId"] for path in description["paths"].values() for operation in path.values()}
    settings = tomllib.loads((ROOT / "scripts/schemathesis.toml").read_text(encoding="utf-8"))
    named = set()
    for operation in settings["operations"]:
        ids = operation["include-operation-id"]
        named |= {ids} if isinstance(ids, str) else set(ids)
    check(named <= known, f"scripts/schemathesis.toml names unknown operations: {', '.join(sorted(named - known))}")


def run(program, folder, asker, examples, limit):
    """One run in a workspace of its own, so that the others find what they expect."""
    began = time.monotonic()
    workspace = Workspace(program, folder / f"schemathesis-{asker.who}")
    fill(workspace)
    own = workspace.token(asker.person, *asker.scopes)
    # With an address behind TLS, the session's cookie has the name that the document tells.
    options = ("--listen", "127.0.0.1:0", "--url", "https://compass.example")
    with Server(workspace, *options) as server:
        write_ids(Client(server, own), Client(server, workspace.token("jordan", "admin")), workspace.folder)
        for name in ("schemathesis.toml", "api/schemathesis_hooks.py"):
            shutil.copy(ROOT / "scripts" / name, workspace.folder)
        check_exceptions(Client(server).get("/api/v1/openapi.json"))
        headers = asker.headers(server, own)
        command = [
            *BOUND, ROOT / ".build/tools/bin/schemathesis", "--no-color", "--config-file", "schemathesis.toml", "run",
            f"{server.url}/api/v1/openapi.json", "--phases", asker.phases, "--max-examples", str(asker.most or examples), *asker.options,
            *[word for header in headers for word in ("--header", header)],
        ]
        try:
            done = subprocess.run(
                command, cwd=workspace.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"schemathesis as {asker.who} did not end within {limit} s") from error
        ended = server.process.poll()
        check(ended is None, f"the server ended with {ended} as schemathesis asked as {asker.who}: {server.log()}")
        check(done.returncode == 0, f"schemathesis as {asker.who} ended with {done.returncode}:\n{shown(done.stdout)}")
        for header in headers[:1]:
            name, value = header.split(": ", 1)
            answer = Client(server).ask("GET", "/api/v1/documents", **{name: value})
            check(answer.status == 200, f"schemathesis as {asker.who} has lost what it asked with: {answer.status}")
    tested = re.search(r"Tested: (\d+)", done.stdout)
    cases = re.search(r"(\d+) generated", done.stdout)
    say("schemathesis", f"as {asker.who}: {tested[1]} operations, {cases[1]} cases, {time.monotonic() - began:.0f} s")


def shown(text):
    """What failed, and not what went well before it."""
    start = max(text.find("= ERRORS ="), 0) or max(text.find("= FAILURES ="), 0)
    return text[start:][:8000]


def check_contract(program, folder):
    run(program, folder, next(one for one in ASKERS if one.who == "owner"), EXAMPLES, LIMIT)


def check_contract_at_length(program, folder):
    # Beside one another, since a stranger has to wait most of the time. The first that fails is told at once.
    pool = concurrent.futures.ThreadPoolExecutor(len(ASKERS))
    asking = [pool.submit(run, program, folder, asker, MANY_EXAMPLES, LONG_LIMIT) for asker in ASKERS]
    for done in concurrent.futures.as_completed(asking):
        done.result()
    pool.shutdown()
