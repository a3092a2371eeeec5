"""Pictures of pages, compared with those of before."""

import io
import pathlib

from PIL import Image, ImageChops

SNAPSHOTS = pathlib.Path(__file__).parent.parent / "snapshots"
# So far may a colour be off before its pixel counts, and so many pixels of all may be.
COLOUR = 24
SHARE = 0.001

# Times change each day. Their places stay, whatever is in them.
STEADY = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    time, [data-varies] { visibility: hidden; display: inline-block; inline-size: 7em; block-size: 1lh; overflow: hidden;
      white-space: nowrap; vertical-align: bottom; }
    *, ::before, ::after { caret-color: transparent !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return document.fonts.ready.then(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))));
}
"""


def take_shot(page, whole=True):
    page.evaluate(STEADY)
    return Image.open(io.BytesIO(page.screenshot(full_page=whole, animations="disabled", scale="css"))).convert("RGB")


class Shots:
    """`failures`: the folder for what was seen where it is not what was expected."""

    def __init__(self, failures, update):
        self.failures = failures
        self.update = update

    def __call__(self, page, name, whole=True):
        """Holds a page against `snapshots/NAME.png`."""
        seen = take_shot(page, whole)
        file = SNAPSHOTS / f"{name}.png"
        if self.update:
            SNAPSHOTS.mkdir(exist_ok=True)
            seen.save(file, optimize=True)
            return
        assert file.exists(), f"{file.name} is missing; scripts/check-pages --update-snapshots writes it"
        expected = Image.open(file).convert("RGB")
        problem = compare(expected, seen)
        if problem:
            self.failures.mkdir(parents=True, exist_ok=True)
            seen.save(self.failures / f"{name}.png")
            if expected.size == seen.size:
                ImageChops.difference(expected, seen).point(lambda value: min(255, value * 4)).save(
                    self.failures / f"{name}.difference.png")
            raise AssertionError(f"{name}: {problem}; see {self.failures}")


def compare(expected, seen):
    """None, or what is different."""
    if expected.size != seen.size:
        return f"{seen.size[0]}×{seen.size[1]} instead of {expected.size[0]}×{expected.size[1]} pixels"
    red, green, blue = ImageChops.difference(expected, seen).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    off = sum(most.histogram()[COLOUR + 1:])
    share = off / (seen.size[0] * seen.size[1])
    return f"{off} pixels ({share:.2%}) are off" if share > SHARE else None
