"""What pages cost: bytes and requests, when they show what they are for, and what moves. Needs Chromium."""

from dataclasses import dataclass

from metrics import read_metrics
from network import slow_network, slow_processor

# Of a phone: a processor a quarter as fast, 10 Mbit/s, 60 ms.
PROCESSOR, KILOBITS, LATENCY = 4, 10_000, 60

# When the first page of a PDF document is there, counted from the beginning of the navigation.
FIRST_CANVAS = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".pdf canvas")) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.firstCanvas = performance.now(); });
}).observe(document, {childList: true, subtree: true});
"""
TRANSFERRED = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((one) =>
  ({path: new URL(one.name).pathname, type: one.initiatorType, bytes: one.transferSize, protocol: one.nextHopProtocol}))
"""


@dataclass(frozen=True)
class Kind:
    name: str
    # With `{document:TITLE}` in it as in `pages.PAGES`.
    path: str
    # What somebody does first.
    act: str


KINDS = [
    Kind("list", "/documents?view=grid", "toggle"),
    Kind("detail", "/documents/{document:Junior Season Highlights}", "edit"),
    Kind("policy", "/legal/privacy", "scroll"),
]


def open_slowly(page, path):
    """As a phone opens it for the first time."""
    slow_processor(page, PROCESSOR)
    slow_network(page, KILOBITS, LATENCY)
    page.goto(path, wait_until="networkidle")


def act(page, kind):
    """Does what people do first on a page, and waits until it shows."""
    if kind.act == "toggle":
        page.get_by_role("button", name="List view").click()
        page.locator(".documents-list").wait_for()
    elif kind.act == "edit":
        page.get_by_role("link", name="Edit document metadata").click()
        page.get_by_role("dialog").wait_for()
        page.keyboard.type("Season")
    else:
        page.keyboard.press("End")
        page.keyboard.press("Tab")


def measure(page, kind, path):
    """What `read_metrics` tells of the loading, with `bytes` as `transferred` has them, and `inp` of what is done then."""
    open_slowly(page, path)
    loaded = read_metrics(page)
    bytes = sum(one["bytes"] for one in transferred(page))
    act(page, kind)
    return {**read_metrics(page), **{name: loaded[name] for name in ("lcp", "cls", "requests", "nodes")}, "bytes": bytes}


def transferred(page):
    """What a page has fetched, pictures and films aside: its path, and how many bytes came over the network."""
    return [one for one in page.evaluate(TRANSFERRED) if one["type"] not in ("img", "video")]


def first_page_of_pdf(page, path, is_phone=True):
    """Milliseconds until the first page is drawn; as a phone has it, or on this machine."""
    page.add_init_script(FIRST_CANVAS)
    if is_phone:
        slow_processor(page, PROCESSOR)
        slow_network(page, KILOBITS, LATENCY)
    page.goto(path)
    page.locator(".pdf canvas").first.wait_for()
    return page.evaluate("""async () => {
      await nextFrame(2);
      return window.firstCanvas;
    }""")
