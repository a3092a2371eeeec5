"""A page with the upload form and the queue, beside the program's API on one origin, with a proxy that can misbehave.

Stands in for the pages of the program: markup and policy are those that the modules are written for.
"""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import sys
import threading
import urllib.parse

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts/api"))

from client import Client  # noqa: E402
from serving import Server, Workspace, film, wait_until  # noqa: E402, F401

ASSETS = ROOT / "Sources/8-faces/WebServer/Assets"
PROGRAM = pathlib.Path(os.environ.get("COMPASS", ROOT / ".build/release/compass"))
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types compass")

LABELS = {
    "highlight_video": "Highlight Video", "transcript": "Transcript", "resume": "Resume",
    "rec_letter": "Recommendation Letter", "questionnaire": "Questionnaire", "stats_sheet": "Stats Sheet",
}
EXTENSIONS = {
    "highlight_video": [".mp4", ".mov", ".avi"], "transcript": [".pdf", ".txt"], "resume": [".pdf", ".doc", ".docx"],
    "rec_letter": [".pdf"], "questionnaire": [".pdf", ".doc", ".docx"], "stats_sheet": [".csv", ".xls", ".xlsx"],
}
SIZES = {name: 100_000_000 for name in LABELS} | {"highlight_video": 2_000_000_000}

# What page.js does: it starts the modules that the markup asks for.
STARTER = """\
const started = new Set();
window.changed = [];
document.addEventListener("compass:document-changed", (event) => window.changed.push(event.detail.document));
for (const node of document.querySelectorAll("[data-module]")) {
  import(`./${node.dataset.module}.js`).then((module) => {
    module.start(node);
    node.dataset.started = "";
  });
}
"""

STYLE = """\
*, *::before { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 60rem; margin: 0 auto; padding: 16px; }
h1 { margin: 8px 0 16px; }
.icon { inline-size: 1.5rem; block-size: 1.5rem; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round; }
.card { padding: 24px; border-radius: var(--radius-card); background: var(--surface); box-shadow: var(--shadow); }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
.button { min-block-size: 44px; padding: 0 20px; border: 1px solid var(--border-strong);
  border-radius: var(--radius-button);
  background: var(--surface); color: var(--text); font: inherit; font-weight: 600; cursor: pointer; }
.button.is-primary { border-color: var(--primary); background: var(--primary); color: var(--on-primary); }
dialog { border: 0; border-radius: var(--radius-card); background: var(--surface); color: var(--text); }
"""

# The lead's sprite has the same names.
DRAWINGS = {
    "close": "M6 6l12 12M18 6L6 18", "pause": "M9 5v14M15 5v14", "play": "M8 5l11 7-11 7z",
    "retry": "M20 12a8 8 0 1 1-3-6M20 3v5h-5",
    "check": "M5 13l5 5 9-11", "warning": "M12 4l9 16H3zM12 10v4M12 17v.1",
    "info": "M12 8v.1M12 11v6M12 3a9 9 0 1 0 .1 0z",
    "upload": "M12 16V5M7 9l5-5 5 5M5 20h14", "video": "M4 6h11v12H4zM15 10l5-3v10l-5-3",
    "pdf": "M7 3h7l4 4v14H7zM14 3v5h4",
    "mail": "M3 6h18v12H3zM3 7l9 7 9-7", "text": "M5 6h14M5 11h14M5 16h9", "table": "M4 5h16v14H4zM4 10h16M10 5v14",
    "file": "M7 3h7l4 4v14H7z", "folder": "M3 6h6l2 3h10v10H3z", "chevron-down": "M6 9l6 6 6-6",
}


def sprite():
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{path}"/></symbol>' for name, path in DRAWINGS.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def form(document=None, limits=SIZES):
    def attribute(value):
        return json.dumps(value).replace("'", "&#39;")

    options = "".join(f'<option value="{name}">{label}</option>' for name, label in LABELS.items())
    kind = f"""
<div class="field"><label for="type">Document type</label>
<select id="type" name="type" required><option value="">Choose a type</option>{options}</select></div>
<div class="field"><label for="title">Title</label>
<input id="title" name="title" type="text" required maxlength="100" placeholder="Document title"></div>
<div class="field"><label for="school">School</label><select id="school" name="school">
<option value="">General / Not School-Specific</option>
<option value="stanford">Stanford University</option></select></div>
<div class="field"><label for="version">Version</label>
<input id="version" name="version" inputmode="numeric" placeholder="1"></div>
<div class="field"><label for="description">Description</label>
<textarea id="description" name="description" rows="3" placeholder="Add a description..."></textarea></div>"""
    if document:
        kind = '<input type="hidden" name="type" value="highlight_video" data-label="Highlight Video">'
    return f"""
<form class="upload-form card" method="post" enctype="multipart/form-data" action="/documents/new" data-module="upload"
 data-endpoint="/api/v1/uploads" data-max-sizes='{attribute(limits)}' data-extensions='{attribute(EXTENSIONS)}'
 {f'data-document="{document}"' if document else ""}>{kind}
<div class="field"><label for="files">Files</label><input id="files" name="files" type="file" multiple required></div>
<div class="upload-buttons"><button class="button is-primary">Upload</button>
<button class="button" type="button" data-upload-cancel>Cancel</button></div>
</form>"""


def page(path, query):
    document = query.get("document", [None])[0]
    body = form(document, SIZES | json.loads(query.get("sizes", ["{}"])[0]))
    if path == "/other":
        body = "<p>Another page.</p>"
    if path == "/dialog":
        body = f'<dialog aria-labelledby="sheet"><h2 id="sheet">Upload document</h2>{form()}</dialog><p>A list.</p>'
    if path.startswith("/documents/"):
        body = f"<p>{path}</p>"
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Documents</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/style.css"><script type="module" src="/assets/starter.js"></script></head>
<body><main><h1>Upload new document</h1>{body}</main>
<section id="uploads" data-module="upload-list" data-person="jordan" aria-label="Uploads"></section></body></html>"""


class Gate:
    """Where a request is held in the middle of its body."""

    def __init__(self, after, loses_answer=False):
        self.after = after
        self.loses_answer = loses_answer
        self.is_taken = False
        self.reached = threading.Event()
        self.released = threading.Event()
        self.cuts = False

    def wait(self):
        assert self.reached.wait(30), "no request came so far"

    def release(self):
        self.released.set()

    def cut(self):
        self.cuts = True
        self.released.set()


class Site:
    """Everything that the browser sees."""

    def __init__(self, server):
        self.server = server
        self.gates = []
        self.answers = []
        self.requests = []
        self.sent = 0
        self.together = self.most = 0
        self.lock = threading.Lock()
        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.listener.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.listener.server_port}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def hold(self, after=0):
        """The next upload is held after so many bytes of one request."""
        self.gates.append(Gate(after))
        return self.gates[-1]

    def lose_answer(self):
        """The next upload reaches the server, and its answer nobody."""
        self.gates.append(Gate(0, loses_answer=True))
        return self.gates[-1]

    def answer(self, method, status, detail="", times=1, **headers):
        """The next requests of a method are answered without the server."""
        self.answers.append([method, status, detail, headers, times])

    def answer_for(self, method):
        with self.lock:
            for answer in self.answers:
                if answer[0] == method and answer[4] > 0:
                    answer[4] -= 1
                    return answer
        return None

    def count(self, method, path=""):
        return sum(one == method and name.startswith(path) for one, name in self.requests)

    def stop(self):
        for gate in self.gates:
            gate.release()
        self.listener.shutdown()
        self.listener.server_close()

    def _handler(site):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def reply(self, status, kind, body, **headers):
                data = body.encode() if isinstance(body, str) else body
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

            def local(self):
                parts = urllib.parse.urlsplit(self.path)
                name = parts.path.removeprefix("/assets/")
                if name == parts.path:
                    html = page(parts.path, urllib.parse.parse_qs(parts.query))
                    self.reply(200, "text/html; charset=utf-8", html, Content_Security_Policy=POLICY)
                elif name == "style.css":
                    styles = sorted((ASSETS / "styles").rglob("*.css"))
                    self.reply(200, "text/css", STYLE + "".join(path.read_text(encoding="utf-8") for path in styles))
                elif name == "starter.js":
                    self.reply(200, "text/javascript", STARTER)
                elif name == "icons.svg":
                    self.reply(200, "image/svg+xml", sprite())
                elif (ASSETS / "scripts" / name).is_file():
                    text = (ASSETS / "scripts" / name).read_text(encoding="utf-8")
                    self.reply(200, "text/javascript", re.sub(r"asset:([\w.-]+)", r"/assets/\1", text))
                else:
                    self.reply(404, "text/plain", "no such asset")

            def handle_one(self):
                site.requests.append((self.command, self.path))
                if not self.path.startswith(("/api/", "/open/")):
                    return self.local()
                answer = site.answer_for(self.command)
                if answer:
                    self.discard()
                    _, status, detail, headers, _ = answer
                    return self.reply(
                        status, "application/problem+json", json.dumps({"status": status, "detail": detail}), **headers)
                return self.forward()

            def discard(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))

            def body(self, gate):
                rest = int(self.headers.get("Content-Length", 0))
                passed = 0
                while rest > 0:
                    if gate and not gate.loses_answer and passed >= gate.after and not gate.reached.is_set():
                        gate.reached.set()
                        gate.released.wait(60)
                        if gate.cuts:
                            raise ConnectionAbortedError
                    part = self.rfile.read1(min(rest, 65536))
                    if not part:
                        raise ConnectionAbortedError
                    rest -= len(part)
                    passed += len(part)
                    if self.command == "PATCH":
                        site.sent += len(part)
                    yield part

            def forward(self):
                is_upload = self.command == "PATCH" and self.path.startswith("/api/v1/uploads/")
                gate = None
                if is_upload:
                    with site.lock:
                        length = int(self.headers.get("Content-Length", 0))
                        gate = next((gate for gate in site.gates if not gate.is_taken and gate.after < length), None)
                        if gate:
                            gate.is_taken = True
                        site.together += 1
                        site.most = max(site.most, site.together)
                try:
                    self.pass_on(gate)
                except (OSError, http.client.HTTPException):
                    self.close_connection = True
                    with contextlib.suppress(OSError):
                        self.connection.shutdown(2)
                finally:
                    if is_upload:
                        with site.lock:
                            site.together -= 1

            def pass_on(self, gate):
                length = int(self.headers.get("Content-Length", 0))
                connection = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=60)
                with contextlib.closing(connection) as upstream:
                    headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                    upstream.request(self.command, self.path, self.body(gate) if length else None, headers)
                    response = upstream.getresponse()
                    data = response.read()
                    if gate and gate.loses_answer:
                        gate.reached.set()
                        gate.released.wait(60)
                        raise ConnectionAbortedError
                    self.send_response(response.status)
                    for name, value in response.getheaders():
                        if name.lower() not in ("connection", "transfer-encoding", "content-length", "date"):
                            self.send_header(name, value)
                    length = response.getheader("Content-Length") if self.command == "HEAD" else len(data)
                    if response.status != 204:
                        self.send_header("Content-Length", str(length or 0))
                    self.end_headers()
                    self.wfile.write(data)

            do_GET = do_POST = do_HEAD = do_PATCH = do_DELETE = handle_one

        return Handler


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield program
        program.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    workspace = Workspace(str(PROGRAM.resolve()), tmp_path_factory.mktemp("uploads") / "workspace")
    settings = workspace.folder / "compass.yaml"
    with settings.open("a", encoding="utf-8") as file:
        file.write("document-types: { highlight_video: { max-size: 2GB } }\n")
    running = Server(workspace).start()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", running.port)
        connection.request("POST", running.link, headers={"Origin": running.url})
        response = connection.getresponse()
        response.read()
        name, _, rest = response.headers["Set-Cookie"].partition("=")
        running.cookie = (name, rest.split(";")[0])
        running.client = Client(running, workspace.token("jordan", "documents:read"))
        yield running
    finally:
        # Its log is not looked at: it has what became of the connections that are cut here.
        running.kill()


@pytest.fixture
def site(server):
    site = Site(server)
    yield site
    site.stop()


@pytest.fixture
def context(browser, server, site):
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    name, value = server.cookie
    context.add_cookies([{"name": name, "value": value, "url": site.url}])
    troubles = []
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    context.on(
        "console",
        lambda message: troubles.append(message.text) if "Content Security Policy" in message.text else None)
    yield context
    context.close()
    assert not troubles, troubles
