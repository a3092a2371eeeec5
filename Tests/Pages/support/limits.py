"""No wait is without an end, and what hangs says where. Limits of whole tests stand in pytest.ini."""

import asyncio
import faulthandler
import os
import pathlib
import signal

from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Error

# Seconds for what a script in a page does, promises included: Playwright itself would wait for those for ever.
EVALUATION = 30

# In every page: `nextFrame()` is there when the browser has drawn, or fails, as in a page that is not in front it never does.
NEXT_FRAME = """
Object.defineProperty(window, "nextFrame", {value: (count = 1) => new Promise((done, fail) => {
  const timer = setTimeout(() => fail(new Error("the browser drew no frame within 10 s")), 10_000);
  const go = () => { if (count-- > 0) { requestAnimationFrame(go); } else { clearTimeout(timer); done(); } };
  go();
})});
"""

_stacks = []


def write_stacks_when_asked():
    """At SIGUSR1, to a file named after this process, which scripts/check-pages reads."""
    folder = pathlib.Path(os.environ["COMPASS_PAGES"]) / "stacks"
    if folder.is_dir():
        _stacks.append(open(folder / str(os.getpid()), "w", encoding="utf-8"))
        faulthandler.register(signal.SIGUSR1, file=_stacks[-1], all_threads=True)


def limit_evaluations():
    """Whatever is evaluated in a page or a worker ends within `EVALUATION`, or fails and says what it was."""
    original = SyncBase._sync

    def limited(self, coroutine):
        name = getattr(coroutine, "__qualname__", "")
        return original(self, _within(coroutine, name) if ".evaluate" in name or name == "CDPSession.send" else coroutine)

    SyncBase._sync = limited


async def _within(coroutine, name):
    frame = coroutine.cr_frame
    told = frame.f_locals.get("expression") or frame.f_locals.get("params") or ""
    try:
        async with asyncio.timeout(EVALUATION):
            return await coroutine
    except TimeoutError:
        raise Error(f"{name} has not ended within {EVALUATION} s: {' '.join(str(told).split())[:300]}") from None
