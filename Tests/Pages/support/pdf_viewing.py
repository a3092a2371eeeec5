"""The viewer of PDFs: `compass serve` with a document for each of the samples, behind a proxy that also hears of violations.

Every test with `pdf_viewer` fails for what the pages' policy stopped, in the page and in the worker of pdf.js, and for uncaught errors.
"""

import contextlib

import pytest
from example import CopiedWorkspace, ExampleServer, ids_by_title, make_once
from fingers import Fingers
from library import module_address
from metrics import read_metrics
from pdf_samples import all_samples
from playwright.sync_api import expect
from proxy import Proxy
from viewing import AS_IS, started

REPORTS = "/violations"
LEAVE = """
async (address) => {
  const { startModules, stopModules } = await import(address);
  const root = document.querySelector(".pdf");
  globalThis.leave = () => stopModules(root);
  globalThis.begin = () => startModules(root);
}
"""


class PdfSite(Proxy):
    """The proxy, and where the documents are behind it: by the names of `all_samples`, which are their titles."""

    def __init__(self, server):
        self.ids = ids_by_title(server.workspace)
        self.added = []
        super().__init__(server)

    def reset(self):
        super().reset()
        while self.added:
            # The next test finds the list as it was.
            self.server.workspace.compass("documents", "delete", self.ids.pop(self.added.pop()), "--yes")
        self.heard[REPORTS] = []
        self.set_policy(str)

    @property
    def reports(self):
        """Violations of the policy, of pages and of workers."""
        return self.heard[REPORTS]

    def set_policy(self, change):
        """What is told of the pages' policy; of violations of what is left of it we hear."""

        def told(policy):
            changed = change(policy)
            return changed and f"{changed}; report-uri {REPORTS}"

        self.policy = told

    def add(self, name, data):
        """A document more, until the test has ended."""
        folder = self.server.workspace.folder
        (folder / f"{name}.pdf").write_bytes(data)
        self.server.workspace.compass("run", "as-is", f"{name}.pdf", "-i", "type=resume")
        self.ids = ids_by_title(self.server.workspace)
        self.added.append(name)

    def remove(self, name):
        """Deletes a document that was added."""
        self.server.workspace.compass("documents", "delete", self.ids[name], "--yes")
        self.added.remove(name)

    def path(self, name, part=""):
        """Of a document's page, or of its viewer with `/view`. Its neighbours are those of the list by names."""
        return f"/documents/{self.ids[name]}{part}?sort=name"

    def content(self, name):
        return f"/api/v1/documents/{self.ids[name]}/content"

    def tell_size(self, name, size):
        """The page of the viewer says that a document has so many bytes."""
        self.changes[f"/documents/{self.ids[name]}/view"] = (r'data-size="\d+"', f'data-size="{size}"')

    def parts(self, name):
        """The ranges of a document that were asked for, in their order."""
        return [wanted for _, path, wanted in self.requests if path == self.content(name)]


def fill(workspace):
    (workspace.folder / "pipelines/as-is.yaml").write_text(AS_IS, encoding="utf-8")
    samples = all_samples()
    for name, data in samples.items():
        (workspace.folder / f"{name}.pdf").write_bytes(data)
    workspace.compass("run", "as-is", *(f"{name}.pdf" for name in samples), "-i", "type=resume")


@pytest.fixture(scope="session")
def pdf_server(tmp_path_factory):
    make_once("pdf", fill)
    with ExampleServer(CopiedWorkspace(tmp_path_factory.mktemp("pdf") / "workspace", "pdf")) as server:
        site = PdfSite(server)
        yield site
        site.stop()


@pytest.fixture
def pdf_site(pdf_server):
    pdf_server.reset()
    yield pdf_server
    pdf_server.reset()


class Viewer:
    """A page of Jordan's with a PDF in it."""

    def __init__(self, site, page):
        self.site = site
        self.page = page

    def open(self, doc="long", fit="height", state="ready"):
        """The viewer, or with `fit="width"` the document's page, where there is less around the PDF."""
        self.page.goto(self.site.path(doc, "/view" if fit == "height" else ""))
        if state:
            self.page.wait_for_selector(f".pdf[data-state={state}]")
        if state == "ready":
            self.page.wait_for_selector(".pdf-page canvas")
            if fit == "height":
                started(self.page)
        return self.page

    def let_leave(self):
        """Scripts can call `leave()` and `begin()`, which the page itself does where a part of it comes and goes."""
        self.page.evaluate(LEAVE, module_address(self.page, "modules"))

    @property
    def root(self):
        return self.page.locator(".pdf")

    def double_tap(self, x, y, zoom):
        """Zooms by it. Two taps that a busy machine keeps apart are single ones and change nothing: then they come again."""
        for _ in range(5):
            self.page.touchscreen.tap(x, y)
            self.page.touchscreen.tap(x + 3, y + 2)
            with contextlib.suppress(AssertionError):
                expect(self.root).to_have_attribute("data-zoom", zoom, timeout=4_000)
                return
        expect(self.root).to_have_attribute("data-zoom", zoom)

    @property
    def fingers(self):
        return Fingers(self.page)

    def data(self, name):
        return self.root.get_attribute(f"data-{name}")

    def shifts(self):
        return read_metrics(self.page)["cls"]

    def box(self, number):
        """A page's rectangle, relative to the scroller's corner."""
        return self.page.evaluate("""(number) => {
          const page = document.querySelectorAll(".pdf-page")[number - 1].getBoundingClientRect();
          const view = document.querySelector(".pdf-scroller").getBoundingClientRect();
          return { x: page.x - view.x, y: page.y - view.y, width: page.width, height: page.height,
                   viewWidth: view.width, viewHeight: view.height };
        }""", number)

    def go_to(self, number):
        self.page.locator(".pdf-number").fill(str(number))
        self.page.keyboard.press("Enter")

    def wait_drawn(self, number):
        sheet = self.page.locator(".pdf-page").nth(number - 1)
        sheet.locator("canvas").wait_for()
        sheet.locator(".pdf-text").wait_for(state="attached")

    def until(self, condition):
        """Waits frame by frame for what a script says, within the page: of what Playwright waits for it keeps hold."""
        self.page.evaluate(f"""async () => {{
          const end = performance.now() + 20_000;
          while (!({condition})) {{
            if (performance.now() > end) throw new Error("not within 20 s");
            await nextFrame();
          }}
        }}""")

    def frame(self):
        self.page.evaluate("nextFrame(2)")


@pytest.fixture
def pdf_viewer(people, pdf_site):
    """Makes viewers: `pdf_viewer(viewport=…, has_touch=True)`. Reports that a test expects it takes out of `pdf_site.reports`."""

    def make(**options):
        return Viewer(pdf_site, people.page(pdf_site.server, "jordan", **{
            "base_url": pdf_site.url, "viewport": {"width": 1280, "height": 860}, "reduced_motion": "no-preference", **options}))

    yield make
    assert pdf_site.reports == []
