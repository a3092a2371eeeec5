"""Documents for the viewer: photographs, films and texts, good and bad, in a workspace of their own behind a proxy."""

import pathlib
import re
import subprocess
import time

import pytest
from example import CopiedWorkspace, ExampleServer, ids_by_title, make_once
from odd_files import OddFiles
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import expect
from proxy import Proxy

# Stored as they are, whatever they are.
AS_IS = """\
version: 1
name: as-is
inputs:
  type: { type: document-type, required: true }
stages:
  - uses: detect-mime
  - uses: upload
  - uses: create-version
"""
# Collections, each the list of one type of document, in the order of their titles.
COLLECTIONS = {
    "mixed": ("transcript", [
        "Evening at Memorial Stadium.jpg", "Freshman Highlights 2025.mp4", "Grades of spring.pdf", "Senior stats.txt",
        "Sign-up form.docx", "Stadium upright.jpg",
    ]),
    "bad": ("resume", ["bad 1.jpg", "bad 2.mp4", "bad 3.mov", "bad 4.avi", "bad 5.mp4"]),
    "many": ("questionnaire", [f"many {number:02}.png" for number in range(1, 41)]),
    "turned": ("rec_letter", ["turned.jpg"]),
}


def make_files(folder):
    """The files of `COLLECTIONS`, by their names."""
    photo(5472, 3648).save(folder / "Evening at Memorial Stadium.jpg", quality=88)
    photo(1200, 1800).save(folder / "Stadium upright.jpg", quality=85)
    for number in range(1, 41):
        small = photo(640, 420)
        ImageDraw.Draw(small).rectangle((0, 0, number * 10, 10), fill="white")
        small.save(folder / f"many {number:02}.png")
    exif = Image.Exif()
    exif[0x0112] = 6
    photo(1600, 900).save(folder / "turned.jpg", exif=exif)
    (folder / "bad 1.jpg").write_bytes((folder / "Stadium upright.jpg").read_bytes()[:300] + bytes(4000))
    (folder / "bad 2.mp4").write_bytes(b"\0\0\0\x20ftypisom" + bytes(90_000))
    (folder / "Senior stats.txt").write_text(
        "".join(f"{n:3}  Freshman year: bench 185, squat 275, sixty yards in 6.9 s.\n" for n in range(1, 200)), encoding="utf-8")
    (folder / "Sign-up form.docx").write_bytes(b"PK\3\4" + bytes(40_000))
    OddFiles(folder).pdf_mixed_pages.rename(folder / "Grades of spring.pdf")
    source = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=10:d=20", "-f", "lavfi", "-i", "sine=440:d=20"]
    small = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=5:d=1", "-f", "lavfi", "-i", "sine=440:d=1"]
    for arguments in (
        [*source, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "20", "-b:v", "3M", "-c:a", "aac",
         "-movflags", "+faststart", "Freshman Highlights 2025.mp4"],
        [*small[:4], "-c:v", "libx265", "-tag:v", "hvc1", "bad 3.mov"],
        [*small, "-c:v", "mpeg4", "-c:a", "mp3", "bad 4.avi"],
        [*small, "-c:v", "libx265", "-tag:v", "hvc1", "-c:a", "aac", "bad 5.mp4"],
    ):
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], cwd=folder, check=True, timeout=200)


def photo(width, height):
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


class ViewerSite(Proxy):
    """The proxy, and where the documents of the collections are behind it."""

    def __init__(self, server, folder):
        super().__init__(server)
        self.folder = folder
        self.ids = ids_by_title(server.workspace)

    def id(self, collection, position=1):
        return self.ids[pathlib.Path(COLLECTIONS[collection][1][position - 1]).stem]

    def path(self, collection, position=1):
        return f"/documents/{self.id(collection, position)}/view"

    def view(self, collection, position=1):
        """The address of the viewer, opened from the collection's list."""
        return f"{self.url}{self.path(collection, position)}?type={COLLECTIONS[collection][0]}&sort=name"

    def document(self, collection, position=1):
        """The address of a document's page, opened from the collection's list."""
        return self.view(collection, position).replace("/view?", "?")

    def list(self, collection):
        return f"{self.url}/documents?type={COLLECTIONS[collection][0]}&sort=name"

    def content(self, collection, position=1):
        return f"/api/v1/documents/{self.id(collection, position)}/content"

    def tell_size(self, collection, position, size):
        """A document's page says that it has so many bytes."""
        self.changes[self.path(collection, position)] = (r'data-size="\d+"', f'data-size="{size}"')


def fill(workspace):
    (workspace.folder / "pipelines/as-is.yaml").write_text(AS_IS, encoding="utf-8")
    files = workspace.folder / "files"
    files.mkdir()
    make_files(files)
    for type, names in COLLECTIONS.values():
        workspace.compass("run", "as-is", *(f"files/{name}" for name in names), "-i", f"type={type}")


@pytest.fixture(scope="session")
def viewer_server(tmp_path_factory):
    make_once("viewer", fill)
    workspace = CopiedWorkspace(tmp_path_factory.mktemp("viewer") / "workspace", "viewer")
    with ExampleServer(workspace) as server:
        site = ViewerSite(server, workspace.folder / "files")
        yield site
        site.stop()


@pytest.fixture
def site(viewer_server):
    viewer_server.reset()
    yield viewer_server
    viewer_server.reset()


@pytest.fixture
def window(people, site, violations):
    """Makes pages of Jordan, of any size; what the server answers and what does not come is the test's own to look at."""
    violations.allow(r"^(status \d+|request failed|console: (Failed to load resource|Access to))")

    def make(address=None, *, width=1280, height=800, **options):
        page = people.page(
            site.server, "jordan", viewport={"width": width, "height": height}, base_url=site.url,
            **{"reduced_motion": "no-preference", **options})
        if address is not None:
            page.goto(address)
            started(page)
        return page

    return make


def started(page):
    expect(page.locator(".viewer-top [aria-label='Keyboard shortcuts']")).to_be_attached()


def hidden(page):
    expect(page.locator(".viewer")).to_have_class(re.compile("bars-hidden"))


def visible(page):
    expect(page.locator(".viewer")).not_to_have_class(re.compile("bars-hidden"))


def play(page):
    """Muted, so that the browser lets a script begin."""
    page.evaluate("() => { const film = document.querySelector('video'); film.muted = true; return film.play(); }")


class Fingers:
    """Raw touches, as the device sends them; `pace` is the time between two of them that the page is told."""

    def __init__(self, page, pace=0.016):
        self.session = page.context.new_cdp_session(page)
        self.now = time.time()
        self.pace = pace

    def send(self, kind, *places, rest=None):
        self.now += self.pace if rest is None else rest
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": self.now})

    def catch_up(self):
        """A gesture begins now, and then goes on at its own pace, however slow the machine is."""
        self.now = max(self.now, time.time())

    def drag(self, start, end, steps=10, lift=True, rest=None):
        self.catch_up()
        self.send("touchStart", start)
        for n in range(1, steps + 1):
            self.send("touchMove", tuple(a + (b - a) * n / steps for a, b in zip(start, end)))
        if lift:
            self.send("touchEnd", rest=rest)

    def pinch(self, middle, before, after, steps=10):
        def pair(distance):
            return (middle[0] - distance / 2, middle[1]), (middle[0] + distance / 2, middle[1])
        self.catch_up()
        self.send("touchStart", pair(before)[0])
        self.send("touchStart", *pair(before))
        for n in range(1, steps + 1):
            self.send("touchMove", *pair(before + (after - before) * n / steps))
        self.send("touchEnd", pair(after)[0])
        self.send("touchEnd")

    def tap(self, *places):
        self.catch_up()
        for place in places:
            self.send("touchStart", place)
            self.send("touchEnd")
