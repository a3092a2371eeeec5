"""Pictures of pages, compared with those of before."""

import io
import pathlib
import time
import zlib

from PIL import Image, ImageChops

SNAPSHOTS = pathlib.Path(__file__).parent.parent / "snapshots"
# So far may a colour be off before its pixel counts, and so many pixels of all may be.
COLOUR = 24
SHARE = 0.0005
# Of pictures that are kept: so many colours stay exactly what they are, and so far apart are the others.
OFTEN, STEP = 64, 16
# Seconds for what a page still draws when it is there.
TIMEOUT = 15
VARIANTS = ((390, "light"), (1440, "dark"), (390, "dark"), (1440, "light"))

# What is another one on each day and in each workspace becomes the same. Places stay, whatever is in them.
STEADY = """
async () => {
  if (!window.isSteady) {
    window.isSteady = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      time { visibility: hidden !important; display: inline-block; inline-size: 7em; block-size: 1lh;
        overflow: hidden; white-space: nowrap; vertical-align: bottom; }
      table.month, #month-title { visibility: hidden !important; display: block; block-size: 20rem; overflow: hidden; }
      .stage-track line { visibility: hidden !important; }
      *, ::before, ::after { caret-color: transparent !important; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const same = (text) => text
    .replace(/\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b/g, "00000000-0000-4000-8000-000000000000")
    .replace(/\\b(?=[a-f]*\\d)[0-9a-f]{8,}\\b/g, (digits) => "0".repeat(digits.length))
    .replace(/\\b01[0-9A-HJKMNP-TV-Z]{24}\\b/g, "0".repeat(26))
    .replace(/(\\/l\\/)[\\w.-]+/g, (_, start) => start + "0".repeat(70))
    .replace(/\\bin \\d+ (second|minute|hour|day)s?\\b/g, "in 2 hours")
    .replace(/\\b[\\d.,]+ (ms|s)\\b/g, "1 s")
    .replace(/\\b127\\.0\\.0\\.1:\\d+/g, "127.0.0.1:8080");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = same(texts.currentNode.data);
    if (text !== texts.currentNode.data) texts.currentNode.data = text;
  }
  for (const field of document.querySelectorAll("input[readonly]")) field.value = same(field.value);
  for (const film of document.querySelectorAll("video")) film.controls = false;
  await document.fonts.ready;
  // A picture that is fetched only when it is seen stays undecoded outside of the window.
  const isSeen = (image) => {
    const box = image.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.top < innerHeight && box.bottom > 0;
  };
  const awaited = [...document.images].filter((image) => image.loading !== "lazy" || isSeen(image));
  await Promise.all(awaited.map((image) => image.decode().catch(() => {})));
}
"""


def variant(name):
    """A width and a scheme, which stay those of a page when there are other pages."""
    return VARIANTS[zlib.crc32(name.encode()) % len(VARIANTS)]


def take_shot(page):
    """What a window shows."""
    page.evaluate(STEADY)
    return Image.open(io.BytesIO(page.screenshot(animations="disabled", scale="css"))).convert("RGB")


class Shots:
    """`failures`: the folder for what was seen where it is not what was expected."""

    def __init__(self, failures, update):
        self.failures = failures
        self.update = update

    def __call__(self, page, name, varies=()):
        """Holds a page against `snapshots/NAME.png`, until it is like it or has had the time to become so.

        `varies`: selectors of parts that are left out.
        """
        for selector in varies:
            page.locator(selector).evaluate_all("all => all.forEach((one) => { one.style.display = 'none'; })")
        file = SNAPSHOTS / f"{name}.png"
        if self.update:
            SNAPSHOTS.mkdir(exist_ok=True)
            in_few_colours(take_at_rest(page)).save(file, optimize=True)
        assert file.exists(), f"{file.name} is missing; scripts/check-pages --update-snapshots writes it"
        expected = Image.open(file).convert("RGB")
        end = time.monotonic() + TIMEOUT
        while problem := compare(expected, seen := take_shot(page)):
            if time.monotonic() > end:
                self._keep(name, expected, seen)
                raise AssertionError(f"{name}: {problem}; see {self.failures}")

    def _keep(self, name, expected, seen):
        self.failures.mkdir(parents=True, exist_ok=True)
        seen.save(self.failures / f"{name}.png")
        if expected.size == seen.size:
            ImageChops.difference(expected, seen).point(lambda value: min(255, value * 4)).save(
                self.failures / f"{name}.difference.png")


def take_at_rest(page):
    """The first picture that is followed by an equal one half a second later."""
    seen = take_shot(page)
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        page.wait_for_timeout(500)
        before, seen = seen, take_shot(page)
        if compare(before, seen) is None:
            return seen
    raise AssertionError("the page does not come to rest")


def in_few_colours(picture):
    """Its most frequent colours as they are, all others as the nearest of 17 steps of red, green and blue."""
    often = {colour for _, colour in sorted(picture.getcolors(picture.width * picture.height), reverse=True)[:OFTEN]}
    data = picture.tobytes()
    pixels = list(zip(data[0::3], data[1::3], data[2::3], strict=True))
    steps = [min((value + STEP // 2) // STEP * STEP, 255) for value in range(256)]
    near = {colour: colour if colour in often else tuple(steps[part] for part in colour) for colour in set(pixels)}
    small = Image.frombytes("RGB", picture.size, bytes(part for colour in pixels for part in near[colour]))
    return small.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE) if len(set(near.values())) <= 256 else small


def compare(expected, seen, colour=COLOUR):
    """None, or what is different."""
    if expected.size != seen.size:
        return f"{seen.size[0]}×{seen.size[1]} instead of {expected.size[0]}×{expected.size[1]} pixels"
    red, green, blue = ImageChops.difference(expected, seen).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    off = sum(most.histogram()[colour + 1:])
    share = off / (seen.size[0] * seen.size[1])
    return f"{off} pixels ({share:.2%}) are off" if share > SHARE else None
