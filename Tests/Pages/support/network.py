"""Networks and machines that are slow, and networks that are gone. Slow ones need Chromium."""

import contextlib


def slow_network(page, kilobits=10_000, latency=60):
    """Of the defaults: a phone in a good place."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    rate = kilobits * 1000 / 8
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate})


def slow_processor(page, times=4):
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


@contextlib.contextmanager
def cut_network(page):
    """Gone for all pages of the context while this goes on."""
    page.context.set_offline(True)
    try:
        yield
    finally:
        page.context.set_offline(False)
