"""A small server that serves the viewer's markup, its assets and sample PDFs under the pages' real policy, and fixtures on it."""

import atexit
import functools
import re
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from pdf_samples import all_samples

ASSETS = Path(__file__).resolve().parents[2] / "Sources/8-faces/WebServer/Assets"
PDFJS = Path("/usr/share/javascript/pdf")

POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types compass"
)

HARNESS_STYLE = """
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--background); color: var(--text); }
.icon { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
.viewer { display: flex; flex-direction: column; block-size: 100dvh; }
.viewer h1 { margin: 0; padding: 10px 16px; background: #0b0d11; color: #fff; font-size: 17px; font-weight: 600;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.viewer .pdf { flex: 1; min-block-size: 0; }
dialog.viewer { position: fixed; inset: 0; inline-size: 100%; max-inline-size: none; max-block-size: none; padding: 0; border: 0; }
dialog.viewer:not([open]) { display: none; }
.detail { inline-size: 100%; max-inline-size: 60rem; margin: auto; padding: 16px; }
.detail .pdf { margin-block: 16px; }
"""

DRAWINGS = {
    "close": "M6 6l12 12M18 6L6 18", "download": "M12 4v11m-5-4 5 5 5-5M5 20h14", "chevron-down": "M6 9l6 6 6-6",
    "plus": "M12 5v14M5 12h14", "minus": "M5 12h14", "search": "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4",
    "pages": "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z", "info": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 8v5m0-8v.01",
    "warning": "M12 3 2 20h20zM12 10v4m0 3v.01", "lock": "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
}


class Site:
    """What the server serves; tests change it."""

    def __init__(self):
        self.samples = all_samples()
        self.reset()

    def reset(self):
        self.policy = POLICY
        self.replacements = {}
        self.faults = {}
        self.reports = []
        self.beacons = 0
        self.requests = []
        self.released = threading.Event()

    def asset(self, name):
        if name == "style.css":
            styles = sorted((ASSETS / "styles").rglob("*.css"))
            return "text/css", ("\n".join(p.read_text() for p in styles) + HARNESS_STYLE).encode()
        if name == "icons.svg":
            symbols = "".join(f'<symbol id="{k}" viewBox="0 0 24 24"><path d="{d}"/></symbol>' for k, d in DRAWINGS.items())
            return "image/svg+xml", f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'.encode()
        if name == "harness.js":
            return "text/javascript", HARNESS_SCRIPT.encode()
        for prefix, folder in (("pdf-fonts/", PDFJS / "web/standard_fonts"), ("pdf-cmaps/", PDFJS / "web/cmaps")):
            if name.startswith(prefix) and (folder / name[len(prefix):]).is_file():
                return "application/octet-stream", (folder / name[len(prefix):]).read_bytes()
        path = PDFJS / "build" / name if name in ("pdf.js", "pdf.worker.js") else ASSETS / "scripts" / name
        if not path.is_file():
            return None
        text = path.read_text()
        if path.parent == ASSETS / "scripts":
            text = re.sub(r"asset:(?=[a-z])", "/assets/", text)
            for old, new in self.replacements.get(name, []):
                assert old in text, f"{name} has no {old}"
                text = text.replace(old, new)
        return "text/javascript", text.encode()


HARNESS_SCRIPT = """
import { start } from "./pdf-view.js";
document.querySelector("dialog")?.showModal();
const begin = () => { globalThis.ends = [...document.querySelectorAll('[data-module~="pdf-view"]')].map((each) => start(each)); };
globalThis.leave = () => { for (const end of globalThis.ends.splice(0)) end?.(); };
globalThis.begin = begin;
begin();
"""


def markup(query):
    name = query.get("doc", ["long"])[0]
    fit = query.get("fit", ["height"])[0]
    information = "" if "plain" in query else (
        '<aside data-pdf-information><dl><dt>Version</dt><dd>v2</dd><dt>School</dt><dd>Stanford</dd>'
        '<dt>Uploaded</dt><dd>15 January 2025</dd><dt>File type</dt><dd>application/pdf</dd></dl></aside>')
    size = f'data-size="{query["size"][0]}" ' if "size" in query else ""
    section = (
        f'<section class="pdf" data-module="pdf-view" data-src="/documents/{name}" data-download="/documents/{name}?download=true" {size}'
        f'data-title="Player handbook" data-fit="{fit}" aria-label="PDF: Player handbook">'
        f'<p class="pdf-fallback"><a href="/documents/{name}?download=true">Download</a></p>{information}</section>')
    if "dialog" in query:
        body = (f'<main><h1>Documents</h1></main><dialog class="viewer" aria-label="Document viewer">'
                f'<button type="button" class="first">Close document viewer</button>{section}</dialog>')
    elif fit == "height":
        body = f'<main class="viewer"><h1>Player handbook</h1>{section}</main>'
    else:
        body = f'<main class="detail"><h1>Player handbook</h1><h2>Preview</h2>{section}<p>What follows the preview.</p></main>'
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Player handbook</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        '<link rel="stylesheet" href="/assets/style.css"><script type="module" src="/assets/harness.js"></script></head>'
        f'<body>{body}</body></html>').encode()


def handler(site):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments):
            pass

        def answer(self, status, kind="text/plain", body=b"", **headers):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if site.policy:
                self.send_header("Content-Security-Policy", f"{site.policy}; report-uri /csp-report")
            self.send_header("Cache-Control", "no-store")
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.path == "/csp-report":
                site.reports.append(body.decode())
            if self.path == "/beacon":
                site.beacons += 1
            self.answer(204)

        def do_GET(self):
            try:
                self.get()
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def get(self):
            url = urlsplit(self.path)
            if url.path == "/view":
                return self.answer(200, "text/html; charset=utf-8", markup(parse_qs(url.query, keep_blank_values=True)))
            if url.path == "/blank":
                return self.answer(200, "text/html; charset=utf-8", b"<!doctype html><title>blank</title>")
            if url.path.startswith("/assets/"):
                found = site.asset(url.path[8:])
                return self.answer(200, *found) if found else self.answer(404)
            if url.path.startswith("/documents/"):
                return self.document(url.path[11:])
            self.answer(404)

        def document(self, name):
            wanted = self.headers.get("Range")
            site.requests.append((name, wanted))
            fault = site.faults.get(name)
            if fault == "hang":
                site.released.wait(60)
                self.close_connection = True
                return
            if isinstance(fault, int):
                return self.answer(fault)
            if isinstance(fault, bytes):
                return self.answer(422, "application/problem+json", fault)
            data = site.samples.get(name)
            if data is None:
                return self.answer(404)
            match = re.fullmatch(r"bytes=(\d+)-(\d*)", wanted or "")
            tag = f'"{name}-{len(data)}"'
            if not match or fault == "whole" or (self.headers.get("If-Range") or tag) != tag:
                return self.answer(200, "application/pdf", data, ETag=tag, Accept_Ranges="bytes")
            begin = int(match[1])
            if begin >= len(data):
                return self.answer(416, Content_Range=f"bytes */{len(data)}")
            end = min(int(match[2] or len(data) - 1), len(data) - 1)
            self.answer(206, "application/pdf", data[begin:end + 1], ETag=tag, Accept_Ranges="bytes",
                        Content_Range=f"bytes {begin}-{end}/{len(data)}")

    return Handler


class Server(ThreadingHTTPServer):
    daemon_threads = True


def serve(site, port=0):
    server = Server(("127.0.0.1", port), handler(site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"


@pytest.fixture(scope="session")
def pdf_server():
    site = Site()
    server, address = serve(site)
    site.address = address
    yield site
    server.shutdown()


@pytest.fixture()
def pdf_site(pdf_server):
    pdf_server.reset()
    yield pdf_server
    pdf_server.released.set()


@functools.cache
def own_browser():
    """One for all test files, since there can be one Playwright only in a process."""
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
    atexit.register(playwright.stop)
    atexit.register(browser.close)
    return browser


@pytest.fixture(scope="session")
def pdf_browser(request):
    """The browser of the other tests of pages if there is one, else our own."""
    try:
        return request.getfixturevalue("browsers").get("light")
    except pytest.FixtureLookupError:
        return own_browser()


WATCH = """
globalThis.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));
globalThis.shifts = 0;
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) globalThis.shifts += e.value; })
  .observe({ type: "layout-shift", buffered: true });
"""


class Viewer:
    """A page with a viewer in it, and what went wrong there."""

    def __init__(self, site, context):
        self.site = site
        self.context = context
        self.page = context.new_page()
        self.page.add_init_script(WATCH)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.cdp = None

    def open(self, doc="long", fit="height", more="", state="ready"):
        self.page.goto(f"{self.site.address}/view?doc={doc}&fit={fit}{more}")
        if state:
            self.page.wait_for_selector(f".pdf[data-state={state}]")
        if state == "ready":
            self.page.wait_for_selector(".pdf-page canvas")
        return self.page

    @property
    def root(self):
        return self.page.locator(".pdf")

    def data(self, name):
        return self.root.get_attribute(f"data-{name}")

    def box(self, number):
        """A page's rectangle, relative to the scroller's corner."""
        return self.page.evaluate("""(number) => {
          const page = document.querySelectorAll(".pdf-page")[number - 1].getBoundingClientRect();
          const view = document.querySelector(".pdf-scroller").getBoundingClientRect();
          return { x: page.x - view.x, y: page.y - view.y, width: page.width, height: page.height,
                   viewWidth: view.width, viewHeight: view.height };
        }""", number)

    def touch(self, kind, *points):
        self.cdp = self.cdp or self.context.new_cdp_session(self.page)
        self.cdp.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})

    def swipe(self, start, end, steps=12):
        self.touch("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            self.touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
            self.frame()
        self.touch("touchEnd")

    def pinch(self, middle, before, after, steps=10):
        def points(distance):
            return (middle[0] - distance / 2, middle[1]), (middle[0] + distance / 2, middle[1])
        self.touch("touchStart", *points(before))
        for step in range(1, steps + 1):
            self.touch("touchMove", *points(before + (after - before) * step / steps))
            self.frame()
        self.touch("touchEnd")

    def frame(self):
        self.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")

    def problems(self):
        """All violations of the policy (also the worker's, by reports) and uncaught errors."""
        return self.page.evaluate("violations") + self.site.reports + self.errors


@pytest.fixture()
def pdf_viewer(pdf_site, pdf_browser):
    """Makes viewers: `pdf_viewer(viewport=…, has_touch=True)`."""
    contexts = []

    def make(**options):
        options.setdefault("viewport", {"width": 1280, "height": 860})
        context = pdf_browser.new_context(**options)
        context.set_default_timeout(15000)
        contexts.append(context)
        return Viewer(pdf_site, context)

    yield make
    for context in contexts:
        context.close()


if __name__ == "__main__":
    import sys
    import time

    print(serve(Site(), int(sys.argv[1]) if len(sys.argv) > 1 else 8600)[1] + "/view?doc=long")
    while True:
        time.sleep(3600)
