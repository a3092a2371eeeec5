"""What the tests of the pages have at hand. See scripts/check-pages, which runs them."""

import contextlib
import json
import os
import pathlib
import signal

import pytest
from barriers import check_barriers
from browsers import SIZES, Browsers
from example import ExampleServer, ExampleWorkspace, ids_by_title, make_link, sign_in_all
from fingers import Fingers
from library import add_documents
from limits import limit_evaluations, write_stacks_when_asked
from metrics import read_metrics
from network import cut_network as cut
from network import slow_network as slow
from odd_files import OddFiles
from pages import resolve_all
from pdf_viewing import pdf_server, pdf_site, pdf_viewer  # noqa: F401
from people import TIMEOUT, People
from playwright.sync_api import expect, sync_playwright
from shots import Shots
from viewing import site, viewer_server, window  # noqa: F401
from violations import Violations

FAILURES = pathlib.Path(__file__).resolve().parent.parent.parent / ".build/pages"


def pytest_addoption(parser):
    parser.addoption("--browser", choices=("chromium", "firefox"), default="chromium")
    parser.addoption("--update-snapshots", action="store_true")
    parser.addoption("--home", choices=("test", "nightly", "all"), default="all")


def pytest_configure(config):
    write_stacks_when_asked()
    limit_evaluations()


def pytest_collection_modifyitems(config, items):
    """Each test has one home, `make test` or `make nightly`; CONTRIBUTING.md has the rule."""
    home, browser = config.getoption("home"), config.getoption("browser")
    seen, chosen = set(), []
    for item in items:
        core = item.get_closest_marker("core")
        # Of a table, the first row.
        table = item.nodeid.split("[")[0]
        is_core = core is not None and table not in seen
        seen.add(table)
        if browser == "firefox":
            is_core = is_core and browser in core.args
            if not is_core and not item.get_closest_marker("both_browsers"):
                continue
        if home == "all" or (home == "test") == is_core:
            chosen.append(item)
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.has_failed = report.failed
    return report


class Failures:
    """Of all workers, for scripts/check-pages."""

    def __init__(self, file):
        self.file = file

    def pytest_runtest_logreport(self, report):
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            # A worker that has ended tells no more than that.
            failure = crash.message if crash else str(report.longrepr)
            with open(self.file, "a", encoding="utf-8") as file:
                file.write(json.dumps({"test": report.nodeid, "failure": failure[:2_000]}) + "\n")


def pytest_sessionstart(session):
    # Where there are workers, they tell the process that started them.
    if not hasattr(session.config, "workerinput"):
        folder = pathlib.Path(os.environ["COMPASS_PAGES"])
        session.config.pluginmanager.register(Failures(folder / "failed.ndjson"))
        if (folder / "workspace").exists() and not (folder / "sessions.json").exists():
            sign_in_all()


@pytest.fixture(scope="session")
def browsers(pytestconfig):
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        started = Browsers(playwright, pytestconfig.getoption("browser"))
        yield started
        started.close()


@pytest.fixture
def workspace(request, tmp_path):
    """A fresh copy of the example's workspace, or for tests marked `reads` one that they share. `workspace.compass(…)` runs a
    command in it."""
    if marker := request.node.get_closest_marker("reads"):
        return request.getfixturevalue("many_server" if "many" in marker.args else "read_server").workspace
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
    if workspace.is_shared:
        yield workspace.server
        return
    with _running(ExampleServer(workspace), request, people) as running:
        yield running


@pytest.fixture(scope="session")
def read_server(tmp_path_factory):
    """`server` of the tests marked `reads`: what would change something in it fails."""
    with _sharing(ExampleWorkspace(tmp_path_factory.mktemp("read") / "workspace")) as running:
        yield running


@pytest.fixture(scope="session")
def many_server(tmp_path_factory):
    """The same with 149 documents, of which `Match 120` is the newest, for the tests marked `reads("many")`."""
    workspace = ExampleWorkspace(tmp_path_factory.mktemp("many") / "workspace")
    add_documents(workspace, 120)
    with _sharing(workspace) as running:
        yield running


@contextlib.contextmanager
def _sharing(workspace):
    with ExampleServer(workspace) as running:
        workspace.is_shared, workspace.server = True, running
        yield running


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    """`server` for the tests that look at every page. What they show is made beforehand; the one-time link stays unused."""
    with ExampleServer(ExampleWorkspace(tmp_path_factory.mktemp("shared") / "workspace")) as running:
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
    """Of Jordan, an admin, who is signed in."""
    return people.page(server, "jordan")


@pytest.fixture
def owner_page(people, server):
    """Of Casey, an owner, who is signed in."""
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
