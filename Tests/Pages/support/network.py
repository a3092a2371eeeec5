"""Networks and machines that are slow, and networks that are gone. Slow ones need Chromium."""

import contextlib
import weakref

COMMAND = "Network.emulateNetworkConditions"
# Pages with a slow network: the session that made it so, and how slow it is. It goes before what a context says.
_slowed = weakref.WeakKeyDictionary()


def slow_network(page, kilobits=10_000, latency=60):
    """Of the defaults: a phone in a good place."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    rate = kilobits * 1000 / 8
    conditions = {"offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate}
    session.send(COMMAND, conditions)
    _slowed[page] = session, conditions


def slow_processor(page, times=4):
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


@contextlib.contextmanager
def cut_network(page):
    """Gone for all pages of the context while this goes on."""
    _set_offline(page, True)
    try:
        yield
    finally:
        _set_offline(page, False)


def _set_offline(page, offline):
    page.context.set_offline(offline)
    for one in page.context.pages:
        if one in _slowed:
            session, conditions = _slowed[one]
            session.send(COMMAND, {**conditions, "offline": offline})
