"""The policy's page as the program writes it, with its script and style under the real policy, and answers that fail on demand.

A small server stands before `compass serve`: it gives the page what the frame of all pages will have, and can refuse or drop
what is sent.
"""

import http.client
import http.server
import os
import pathlib
import re
import subprocess
import threading
import urllib.parse

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSETS = ROOT / "Sources/8-faces/WebServer/Assets"
PROGRAM = os.environ.get("COMPASS_PROGRAM", ROOT / ".build/debug/compass")
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types compass"
)
STARTER = """import { start } from "./policy.js";
const root = document.querySelector("[data-module~=policy]");
if (root) start(root);
"""
# Of the frame, which is not there yet.
BASE = b"body { margin: 0; color: var(--text); background: var(--background); }"


class Site:
    """`.url`, `.sign_in` (a one-time address), `.publish(text, version)`, and `.fault`: None, "refuse" or "drop"."""

    def __init__(self, folder: pathlib.Path):
        (folder / "pipelines").mkdir(parents=True)
        (folder / "compass.yaml").write_text("version: 1\nowner: { id: ada }\n")
        self.folder = folder
        self.fault = None
        self.process = subprocess.Popen(
            [PROGRAM, "-w", folder, "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        backend = self._line(r"Compass serves at http://127.0.0.1:(\d+)")
        self.backend = int(backend)
        secret = self._line(r"http://127.0.0.1:\d+(/open/\S+)")
        self.front = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.front.server_port}"
        self.sign_in = self.url + secret

    def _line(self, pattern: str) -> str:
        for line in self.process.stdout:
            if found := re.search(pattern, line):
                return found[1]
        raise RuntimeError("the program does not serve")

    def publish(self, text: str, version: str) -> None:
        file = self.folder / "policy.md"
        file.write_text(text)
        subprocess.run([PROGRAM, "-w", self.folder, "legal", "publish", file, "--version", version], check=True, capture_output=True)

    def close(self) -> None:
        self.front.shutdown()
        self.process.terminate()
        self.process.wait()

    def _handler(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                if path == "/assets/page.css":
                    return self.give(BASE + b"".join(file.read_bytes() for file in sorted((ASSETS / "styles").glob("*.css"))), "text/css")
                if path == "/assets/starter.js":
                    return self.give(STARTER.encode(), "text/javascript")
                if path.startswith("/assets/"):
                    text = (ASSETS / "scripts" / path.rsplit("/", 1)[1]).read_text().replace("asset:", "/assets/")
                    return self.give(text.encode(), "text/javascript")
                self.forward(b"")

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if path_is_accept(self.path) and site.fault == "drop":
                    return self.connection.close()
                if path_is_accept(self.path) and site.fault == "refuse":
                    return self.give(b'{"detail": "There is no room left."}', "application/problem+json", 507)
                self.forward(body)

            def forward(self, body):
                connection = http.client.HTTPConnection("127.0.0.1", site.backend)
                names = ("Cookie", "Content-Type", "Sec-Fetch-Site", "User-Agent")
                headers = {name: self.headers[name] for name in names if self.headers[name]}
                connection.request(self.command, self.path, body, headers)
                answer = connection.getresponse()
                text = answer.read()
                if (answer.headers["Content-Type"] or "").startswith("text/html"):
                    text = re.sub(rb"<style>.*?</style>", b'<link rel="stylesheet" href="/assets/page.css">'
                                  b'<script type="module" src="/assets/starter.js"></script>', text, flags=re.S)
                self.give(text, answer.headers["Content-Type"], answer.status,
                          {name: answer.headers[name] for name in ("Location", "Set-Cookie") if answer.headers[name]})

            def give(self, body, media_type, status=200, headers=None):
                self.send_response(status)
                if media_type:
                    self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("Cache-Control", "no-store")
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        return Handler


def path_is_accept(path: str) -> bool:
    return path == "/legal/privacy/accept"


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path / "workspace")
    yield site
    site.close()


@pytest.fixture
def window(chromium):
    """Opens pages; a violation of the policy or an error in a script fails the test."""
    contexts, faults = [], []

    def open_page(**options):
        context = chromium.new_context(**{"viewport": {"width": 1024, "height": 700}, **options})
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Security Policy" in message.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
