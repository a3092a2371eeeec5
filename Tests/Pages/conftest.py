"""What the tests of the pages have at hand. See scripts/check-pages, which runs them."""

import contextlib
import signal
import pathlib

import pytest
from barriers import check_barriers
from browsers import SIZES, Browsers
from example import ExampleServer, ExampleWorkspace, ids_by_title, make_link
from fingers import Fingers
from metrics import read_metrics
from network import cut_network as cut
from network import slow_network as slow
from odd_files import OddFiles
from pages import resolve_all
from people import People
from playwright.sync_api import expect, sync_playwright
from shots import Shots
from violations import Violations

# Nothing that a page does for one person takes as long.
TIMEOUT = 10_000
FAILURES = pathlib.Path(__file__).resolve().parent.parent.parent / ".build/pages"


def pytest_addoption(parser):
    parser.addoption("--browser", choices=("chromium", "firefox"), default="chromium")
    parser.addoption("--update-snapshots", action="store_true")


def pytest_collection_modifyitems(config, items):
    if config.getoption("browser") == "chromium":
        return
    chosen = [item for item in items if item.get_closest_marker("both_browsers")]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.has_failed = report.failed
    return report


@pytest.fixture(scope="session")
def browsers(pytestconfig):
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        started = Browsers(playwright, pytestconfig.getoption("browser"))
        yield started
        started.close()


@pytest.fixture
def workspace(tmp_path):
    """A fresh copy of the example's workspace. `workspace.compass(…)` runs a command in it."""
    return ExampleWorkspace(tmp_path / "workspace")


@contextlib.contextmanager
def _running(server, request, people):
    server.start()
    try:
        yield server
    finally:
        # No page asks a server that is gone.
        people.close()
        if getattr(request.node, "has_failed", False):
            print(f"The server's log ends with:\n{server.log()}")
            if server.process.poll() is None:
                server.kill()
        elif server.process.poll() != -signal.SIGKILL:
            # Fails where the log has errors, and where the server has ended by itself. One that a test has killed is left alone.
            server.stop()


@pytest.fixture
def server(workspace, request, people):
    """`compass serve` of the workspace: `.url`, `.kill()`, `.restart()`, `.stop()`, `.log_text()`, `.link`."""
    with _running(ExampleServer(workspace), request, people) as running:
        yield running


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    """`server` for all tests that look and change nothing. Who is in it has a password; the one-time link stays unused."""
    with ExampleServer(ExampleWorkspace(tmp_path_factory.mktemp("shared") / "workspace")) as running:
        running.keeps_link = True
        yield running


@pytest.fixture(scope="session")
def paths(shared_server):
    """The paths of `pages.PAGES` in `shared_server`, by the pages' names."""
    return resolve_all(shared_server)


@pytest.fixture
def service(workspace, request, people):
    """The same with watched folders and schedules, as `compass up` has them. Without a one-time link."""
    with _running(ExampleServer(workspace, everything=True), request, people) as running:
        yield running


@pytest.fixture
def violations():
    """Fails the test for every violation that it did not `expect` or `allow`."""
    collected = Violations()
    yield collected
    collected.check()


@pytest.fixture
def people(browsers, violations):
    """Opens pages: `people.page(server, "casey", width=390, scheme="dark", script=False, touch=True)`."""
    opened = People(browsers, violations)
    yield opened
    opened.close()


@pytest.fixture
def stranger_page(people, server):
    """Of somebody who is not signed in."""
    return people.page(server)


@pytest.fixture
def admin_page(people, server):
    """Of Jordan, an admin, signed in by the one-time link."""
    return people.page(server, "jordan")


@pytest.fixture
def owner_page(people, server):
    """Of Casey, an owner, signed in by password."""
    return people.page(server, "casey")


@pytest.fixture
def no_script_page(people, server):
    """Of Jordan, without scripts."""
    return people.page(server, "jordan", script=False)


@pytest.fixture(params=SIZES)
def width(request):
    """Each width that pages are looked at in."""
    return request.param


@pytest.fixture(params=[{"width": 320, "scheme": "light"}, {"width": 1440, "scheme": "dark"}], ids=["320-light", "1440-dark"])
def look(request):
    """Two ways in which pages are looked at that are not of `pages.PAGES`: `people.page(server, **look)`."""
    return request.param


@pytest.fixture
def axe():
    """`axe(page, without=[…])` fails for barriers that a program can find."""
    return check_barriers


@pytest.fixture
def touch():
    """`touch(page)` has fingers: `.tap`, `.double_tap`, `.swipe`, `.pinch`."""
    return Fingers


@pytest.fixture
def slow_network():
    return slow


@pytest.fixture
def cut_network():
    """`with cut_network(page): …`"""
    return cut


@pytest.fixture
def metrics():
    return read_metrics


@pytest.fixture
def shot(pytestconfig):
    """`shot(page, "name")` compares with `snapshots/name.png`."""
    return Shots(FAILURES, pytestconfig.getoption("update_snapshots"))


@pytest.fixture(scope="session")
def odd_files(tmp_path_factory):
    """Files that are made to break things, by what is odd about them."""
    return OddFiles(tmp_path_factory.mktemp("odd"))


@pytest.fixture
def documents(workspace):
    """The ids of the documents that there were at the beginning, by their titles."""
    return ids_by_title(workspace)


@pytest.fixture
def links(workspace, documents):
    """Makes a link for coaches of documents by their titles, and returns its path."""
    return lambda *titles: make_link(workspace, [documents[title] for title in titles])
