"""A small server of viewer pages under the real policy, and the fixtures that tests of the viewer need.

It stands in for the program: same markup, same headers, same kinds of answers, with failures on demand. Also runs by itself
(`python3 viewer_standalone.py 8080`), to look at the pages.
"""

import atexit
import functools
import html
import http.server
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import expect, sync_playwright

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "Sources/8-faces/WebServer/Assets"
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types compass"
)
# Stands in for the program's own starter of modules.
STARTER = """
document.documentElement.classList.add("scripted");
for (const element of document.querySelectorAll("[data-module]")) {
  for (const name of element.dataset.module.split(" ")) {
    if (name === "pdf-view") continue;
    import(`./${name}.js`).then(({ start }) => {
      element.stopModule = start(element);
      element.dataset.started = "";
    });
  }
}
"""
SHAPES = {
    "close": "M6 6l12 12M18 6L6 18", "share": "M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9h14v-9h-1",
    "download": "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14", "chevron-left": "M15 5l-7 7 7 7", "chevron-right": "M9 5l7 7-7 7",
    "plus": "M12 5v14M5 12h14", "minus": "M5 12h14", "retry": "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5", "check": "M5 13l5 5 9-11",
    "warning": "M12 4L2.5 20h19zM12 10v5M12 17.5v.5", "help": "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17v.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0",
    "copy": "M9 9h11v11H9zM15 9V4H4v11h5", "school": "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5", "file": "M6 3h8l4 4v14H6zM14 3v4h4",
}


def sprite() -> bytes:
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{path}" fill="none" stroke="currentColor" stroke-width="2" '
        'stroke-linecap="round" stroke-linejoin="round"/></symbol>' for name, path in SHAPES.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'.encode()


def icon(name: str) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="/assets/icons.svg#{name}"></use></svg>'


def make_files(folder: pathlib.Path) -> None:
    """Real files, good and bad; made once per folder."""
    if (folder / "done").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    photo(5472, 3648).save(folder / "large.jpg", quality=88)
    photo(1200, 1800).save(folder / "portrait.jpg", quality=85)
    photo(640, 420).save(folder / "small.png")
    turned = photo(1600, 900)
    exif = Image.Exif()
    exif[0x0112] = 6
    turned.save(folder / "turned.jpg", exif=exif)
    whole = (folder / "portrait.jpg").read_bytes()
    (folder / "corrupt.jpg").write_bytes(whole[:300] + bytes(4000))
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "notes.txt").write_text("".join(f"{n:3}  Freshman year: bench 185, squat 275, sixty yards in 6.9 s.\n" for n in range(1, 200)))
    (folder / "form.docx").write_bytes(b"PK\3\4" + bytes(40_000))
    (folder / "broken.mp4").write_bytes(b"\0\0\0\x20ftypisom" + bytes(90_000))
    source = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=20", "-f", "lavfi", "-i", "sine=440:d=20"]
    small = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=15:d=3", "-f", "lavfi", "-i", "sine=440:d=3"]
    for arguments in (
        [*source, "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "60", "-b:v", "3M", "-c:a", "aac",
         "-movflags", "+faststart", "film.mp4"],
        [*small, "-c:v", "libx265", "-tag:v", "hvc1", "-c:a", "aac", "sound-only.mp4"],
        [*small[:4], "-c:v", "libx265", "-tag:v", "hvc1", "hevc.mov"],
        [*small, "-c:v", "mpeg4", "-c:a", "mp3", "old.avi"],
    ):
        subprocess.run(["nice", "-n", "5", "ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], cwd=folder, check=True, timeout=200)
    (folder / "done").touch()


def photo(width: int, height: int) -> Image.Image:
    """Something like a stadium at dusk, with detail to zoom into."""
    top, bottom = (28, 42, 94), (236, 140, 78)
    sky = Image.new("RGB", (1, 64))
    for y in range(64):
        sky.putpixel((0, y), tuple(round(a + (b - a) * (y / 63) ** 1.4) for a, b in zip(top, bottom)))
    image = sky.resize((width, height), Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(image)
    horizon = int(height * 0.62)
    draw.rectangle((0, horizon, width, height), fill=(34, 98, 52))
    stripe = max(width // 12, 1)
    for n in range(0, 12, 2):
        draw.polygon(((n * stripe, height), ((n + 1) * stripe, height), (width // 2 + (n - 5) * stripe // 3, horizon),
                      (width // 2 + (n - 6) * stripe // 3, horizon)), fill=(40, 112, 60))
    draw.ellipse((width * 0.42, height * 0.2, width * 0.58, height * 0.2 + width * 0.16), fill=(255, 214, 140))
    image = image.filter(ImageFilter.GaussianBlur(max(width // 900, 1)))
    draw = ImageDraw.Draw(image)
    step = max(width // 80, 8)
    for x in range(0, width, step):
        draw.line((x, horizon - step, x, horizon), fill=(20, 20, 30), width=max(step // 6, 1))
    return image


KINDS = {".jpg": ("image", "image/jpeg"), ".png": ("image", "image/png"), ".mp4": ("video", "video/mp4"), ".mov": ("video", "video/quicktime"),
         ".avi": ("video", "application/octet-stream"), ".txt": ("text", "text/plain; charset=utf-8"), ".pdf": ("pdf", "application/pdf"),
         ".docx": ("other", "application/octet-stream")}
COLLECTIONS = {
    "mixed": ["large.jpg", "film.mp4", "stub.pdf", "notes.txt", "form.docx", "portrait.jpg"],
    "bad": ["corrupt.jpg", "empty.jpg", "broken.mp4", "hevc.mov", "old.avi", "sound-only.mp4"],
    "many": ["small.png"] * 40,
    "one": ["large.jpg"], "turned": ["turned.jpg"], "film": ["film.mp4"],
}


class Site:
    """The server and what it is to do wrong."""

    def __init__(self, folder: pathlib.Path, port: int = 0):
        self.folder = folder
        self.statuses: dict[str, int] = {}  # path of content to status
        self.held: dict[str, threading.Event] = {}  # path to an event before which nothing is sent
        self.slow: dict[str, float] = {}  # path to seconds between 64-KiB pieces
        self.sizes: dict[str, int] = {}  # document to the size that its page tells
        self.requests: list[str] = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                site.answer(self)

            do_HEAD = do_GET

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass  # a browser that left

        self.server = Server(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def reset(self) -> None:
        for event in self.held.values():
            event.set()
        for table in (self.statuses, self.held, self.slow, self.sizes):
            table.clear()
        self.requests.clear()

    def view(self, collection: str, position: int = 1) -> str:
        return f"{self.address}/documents/{collection}-{position}/view?in={collection}"

    @staticmethod
    def content(collection: str, position: int = 1) -> str:
        return f"/api/v1/documents/{collection}-{position}/content"

    def stop(self) -> None:
        self.reset()
        self.server.shutdown()
        self.server.server_close()

    # Answers

    def answer(self, handler) -> None:
        path = urllib.parse.urlsplit(handler.path).path
        self.requests.append(f"{handler.command} {handler.path} {handler.headers.get('Range', '')}".strip())
        if match := re.fullmatch(r"/api/v1/documents/(\w+)-(\d+)/content", path):
            return self.answer_content(handler, path, match[1], int(match[2]))
        if match := re.fullmatch(r"/documents/(\w+)-(\d+)/view", path):
            if path in self.statuses:
                return send(handler, self.statuses[path], "text/plain", b"no")
            return send(handler, 200, "text/html; charset=utf-8", self.page(match[1], int(match[2])).encode())
        if path == "/documents/preview":
            image = f'<img src="{self.content("mixed", 1)}" alt="Friday night">'
            filler = "<p>row</p>" * 60
            body = (f'<main><h1>Preview</h1><a class="preview-image" data-module="preview-image" href="{self.view("mixed", 1)}">'
                    f'{image}</a>{filler}</main>')
            return send(handler, 200, "text/html; charset=utf-8", frame("Preview", "", body).encode())
        if path == "/documents":
            rows = "".join(f'<li><a href="/documents/{name}-{n}/view?in={name}">{name} {n}</a></li>'
                           for name, files in COLLECTIONS.items() for n in range(1, len(files) + 1))
            filler = "<p>row</p>" * 100
            return send(handler, 200, "text/html; charset=utf-8", frame("Documents", "", f"<main><h1>Documents</h1>{filler}<ul>{rows}</ul></main>").encode())
        if path.endswith("/share"):
            return send(handler, 200, "text/html; charset=utf-8", frame("Share", "", "<main><h1>Share</h1></main>").encode())
        if path == "/assets/icons.svg":
            return send(handler, 200, "image/svg+xml", sprite())
        if path == "/assets/style.css":
            parts = sorted((ASSETS / "styles").rglob("*.css"))
            return send(handler, 200, "text/css", b"\n".join(part.read_bytes() for part in parts))
        if path == "/assets/test.css":
            return send(handler, 200, "text/css", b"body { font: 1rem/1.5 system-ui, sans-serif; } .test-pdf { inset-block-start: 56px; background: #444; text-align: center; }")
        if path == "/assets/starter.js":
            return send(handler, 200, "text/javascript", STARTER.encode())
        if match := re.fullmatch(r"/assets/([\w-]+\.js)", path):
            script = ASSETS / "scripts" / match[1]
            if script.exists():
                text = re.sub(r"asset:([\w.-]+)", r"/assets/\1", script.read_text())
                return send(handler, 200, "text/javascript", text.encode())
        send(handler, 404, "text/plain", b"not here")

    def answer_content(self, handler, path: str, collection: str, position: int) -> None:
        if event := self.held.get(path):
            event.wait(60)
        if path in self.statuses:
            return send(handler, self.statuses[path], "application/problem+json", b'{"detail": "no"}')
        name = COLLECTIONS[collection][position - 1]
        if name == "stub.pdf":
            return send(handler, 200, "application/pdf", b"%PDF-1.4")
        data = (self.folder / name).read_bytes()
        headers = {"Accept-Ranges": "bytes", "ETag": f'"{name}"', "Cache-Control": "private, max-age=31536000, immutable",
                   "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'self'"}
        if "download" in handler.path:
            headers["Content-Disposition"] = f"attachment; filename=\"x\"; filename*=UTF-8''{urllib.parse.quote('Höhepunkte ' + name)}"
        status = 200
        if match := re.fullmatch(r"bytes=(\d+)-(\d*)", handler.headers.get("Range", "")):
            start, end = int(match[1]), min(int(match[2] or len(data) - 1), len(data) - 1)
            headers["Content-Range"] = f"bytes {start}-{end}/{len(data)}"
            data, status = data[start:end + 1], 206
        send(handler, status, KINDS[pathlib.Path(name).suffix][1], data, headers, self.slow.get(path, 0))

    def page(self, collection: str, position: int) -> str:
        files = COLLECTIONS[collection]
        name = files[position - 1]
        kind = KINDS[pathlib.Path(name).suffix][0]
        source = self.content(collection, position)
        identity = f"{collection}-{position}"
        file = self.folder / name
        size = self.sizes.get(identity, file.stat().st_size if file.exists() else 100)
        title = {"large.jpg": "Friday night at Memorial Stadium", "film.mp4": "Freshman Highlights 2025", "stub.pdf": "Transcript, spring term",
                 "notes.txt": "Stats sheet"}.get(name, name)
        link = f"{source}?download=true"
        shown = {
            "image": f'<img class="viewer-image" src="{source}" alt="{title}">',
            "video": f'<video controls preload="metadata" src="{source}" aria-label="{title}"></video>',
            "pdf": '<section class="pdf" data-module="pdf-view" aria-label="Pages"><div class="pdf-toolbar"><button>Pages</button></div>'
                   '<div class="test-pdf pdf-scroller" tabindex="0">' + "<p>Page of a document</p>" * 120 + "</div></section>",
            "text": f'<pre class="viewer-text" tabindex="0" role="region" aria-label="{title}">{html.escape(file.read_text() if kind == "text" else "")}</pre>',
            "other": f'<div class="viewer-unavailable">{icon("file")}<p class="viewer-unavailable-text">Preview unavailable for this file type</p>'
                     f'<a class="button viewer-fill-button" data-action="download-to-view" href="{link}" download>{icon("download")}Download to view</a></div>',
        }[kind]

        def neighbour(rel: str, label: str, drawing: str, to: int) -> str:
            where = f'href="/documents/{collection}-{to}/view?in={collection}"' if 1 <= to <= len(files) else 'role="link" aria-disabled="true"'
            return f'<a class="icon-button" rel="{rel}" {where} aria-label="{label}">{icon(drawing)}</a>'

        nav = "" if len(files) == 1 else f"""
<nav class="viewer-toolbar viewer-bottom" aria-label="Documents" data-position="{position}" data-count="{len(files)}">
{neighbour("prev", "View previous document", "chevron-left", position - 1)}
<span class="viewer-position" role="status" aria-label="Document {position} of {len(files)}">{position} of {len(files)}</span>
{neighbour("next", "View next document", "chevron-right", position + 1)}
</nav>"""
        return frame(title, "viewer-page", f"""
<main class="viewer" data-module="viewer" data-kind="{kind}" data-title="{title}" data-size="{size}" data-download="{link}">
<div class="viewer-toolbar viewer-top" role="toolbar" aria-label="Document">
<a class="icon-button" data-action="close" href="/documents" aria-label="Close document viewer">{icon("close")}</a>
<h1 class="viewer-title">{title}</h1>
<a class="icon-button" data-action="share" href="/documents/{identity}/share" aria-label="Share document">{icon("share")}</a>
<a class="icon-button" data-action="download" href="{link}" download aria-label="Download document to device">{icon("download")}</a>
</div>
<div class="viewer-content">{shown}</div>{nav}
</main>""")


def frame(title: str, body_class: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/style.css"><link rel="stylesheet" href="/assets/test.css">
<script type="module" src="/assets/starter.js"></script></head><body class="{body_class}">{body}</body></html>"""


def send(handler, status: int, kind: str, data: bytes, headers: dict[str, str] | None = None, pause: float = 0) -> None:
    handler.send_response(status)
    everything = {"Content-Type": kind, "Content-Length": str(len(data)), "Content-Security-Policy": POLICY,
                  "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cache-Control": "private, no-cache"} | (headers or {})
    for name, value in everything.items():
        handler.send_header(name, value)
    handler.end_headers()
    if handler.command == "HEAD":
        return
    for start in range(0, len(data), 65536):
        if pause:
            time.sleep(pause)
        handler.wfile.write(data[start:start + 65536])


@pytest.fixture(scope="session")
def files():
    folder = pathlib.Path(tempfile.gettempdir()) / "compass-viewer-files"
    make_files(folder)
    return folder


@pytest.fixture(scope="session")
def running_site(files):
    site = Site(files)
    yield site
    site.stop()


@pytest.fixture
def site(running_site):
    running_site.reset()
    yield running_site
    running_site.reset()


@functools.cache
def own_playwright():
    """One for all modules, since a process can have only one."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright


@pytest.fixture(scope="session")
def chromium(request):
    try:
        playwright = request.getfixturevalue("browsers").playwright
    except pytest.FixtureLookupError:
        playwright = own_playwright()
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def window(chromium, site):
    """Makes pages; fails the test when a page broke the policy or let an error pass."""
    contexts, problems = [], []

    def make(address: str | None = None, *, width=1280, height=800, touch=False, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=touch, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.on("console", lambda message: problems.append(message.text) if "Content Security" in message.text
                or "Trusted" in message.text else None)
        if address is not None:
            page.goto(address)
            started(page)
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


def started(page) -> None:
    page.wait_for_selector(".viewer[data-started]")


def hidden(page) -> None:
    expect(page.locator(".viewer")).to_have_class(re.compile("bars-hidden"))


def visible(page) -> None:
    expect(page.locator(".viewer")).not_to_have_class(re.compile("bars-hidden"))


def play(page) -> None:
    """Muted, so that the browser lets a script begin."""
    page.evaluate("() => { const film = document.querySelector('video'); film.muted = true; return film.play(); }")


class Fingers:
    """Raw touches, as the device sends them; `pace` is the time between two of them that the page is told."""

    def __init__(self, page, pace: float = 0.016):
        self.session = page.context.new_cdp_session(page)
        self.now = time.time()
        self.pace = pace

    def send(self, kind: str, *places: tuple[float, float], rest: float | None = None) -> None:
        self.now += self.pace if rest is None else rest
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": self.now})

    def catch_up(self) -> None:
        """A gesture begins now, and then goes on at its own pace, however slow the machine is."""
        self.now = max(self.now, time.time())

    def drag(self, start, end, steps: int = 10, lift: bool = True, rest: float | None = None) -> None:
        self.catch_up()
        self.send("touchStart", start)
        for n in range(1, steps + 1):
            self.send("touchMove", tuple(a + (b - a) * n / steps for a, b in zip(start, end)))
        if lift:
            self.send("touchEnd", rest=rest)

    def pinch(self, middle, before: float, after: float, steps: int = 10) -> None:
        def pair(distance):
            return (middle[0] - distance / 2, middle[1]), (middle[0] + distance / 2, middle[1])
        self.catch_up()
        self.send("touchStart", pair(before)[0])
        self.send("touchStart", *pair(before))
        for n in range(1, steps + 1):
            self.send("touchMove", *pair(before + (after - before) * n / steps))
        self.send("touchEnd", pair(after)[0])
        self.send("touchEnd")

    def tap(self, *places: tuple[float, float]) -> None:
        self.catch_up()
        for place in places:
            self.send("touchStart", place)
            self.send("touchEnd")


def violations(page) -> list[str]:
    options = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{item['id']}: {[node['target'] for node in item['nodes']]}" for item in found]


if __name__ == "__main__":
    chosen = pathlib.Path(tempfile.gettempdir()) / "compass-viewer-files"
    make_files(chosen)
    Site(chosen, int(sys.argv[1]) if len(sys.argv) > 1 else 8080).thread.join()
