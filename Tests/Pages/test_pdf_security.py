"""Both locks against CVE-2024-4367, each also alone, and the page's policy."""

import pathlib
import re

import pytest
from library import module_address
from serving import wait_until

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Sources/8-faces/WebServer/Assets/scripts"


@pytest.fixture(autouse=True)
def faulty_fonts(violations):
    """Firefox tells that it refuses a font whose matrix is no matrix."""
    violations.allow(r'script error: .*\(font-family: "g_d\d+_f\d+"')


def without_policy(policy):
    return ""


def without_trusted_types(policy):
    return policy.replace("require-trusted-types-for 'script'; ", "")


def unlock(viewer):
    """The script that opens documents comes with the option the other way."""
    text = viewer.page.request.get(viewer.site.path("cve", "/view")).text()
    path = re.search(r"/assets/pdf-document-[0-9a-f]+\.js", text)[0]
    before, after = "isEvalSupported: false", "isEvalSupported: true"
    assert viewer.page.request.get(path).text().count(before) == 1
    viewer.site.changes[path] = (before, after)


def ran(viewer):
    """Whether the code in the font did something, once the page with it is drawn."""
    beacons = viewer.site.heard["/beacon"] = []
    viewer.open("cve", state=None)
    viewer.page.locator(".pdf-page canvas, .pdf-page-error").first.wait_for()
    viewer.page.locator(".pdf-text, .pdf-page-error").first.wait_for(state="attached")
    viewer.frame()
    return viewer.page.evaluate("globalThis.hacked === true") or len(beacons) > 0


@pytest.mark.core("firefox")
def test_code_in_a_font_does_not_run_behind_both_locks(pdf_viewer):
    assert not ran(pdf_viewer())


@pytest.mark.core
@pytest.mark.both_browsers
def test_code_in_a_font_does_not_run_behind_the_option_alone(pdf_viewer, pdf_site):
    pdf_site.set_policy(without_policy)
    assert not ran(pdf_viewer())


@pytest.mark.core
@pytest.mark.both_browsers
@pytest.mark.parametrize("change", [str, without_trusted_types])
def test_code_in_a_font_does_not_run_behind_the_policy_alone(pdf_viewer, pdf_site, violations, change):
    pdf_site.set_policy(change)
    viewer = pdf_viewer()
    unlock(viewer)
    assert not ran(viewer)
    policy = viewer.page.request.get(viewer.page.url).headers["content-security-policy"]
    assert "script-src 'self'" in policy and ("require-trusted-types-for" in policy) == (change is str)
    # The attempt was made, so it was the policy that stopped it.
    violations.expect(r"blocked: (script-src eval|require-trusted-types-for trusted-types-sink)")
    violations.allow(r"console: .*(Content Security Policy|TrustedScript)|script error: .*settings blocked")
    wait_until("the attempt is reported", lambda: pdf_site.reports)
    pdf_site.reports.clear()


@pytest.mark.both_browsers
def test_code_in_a_font_does_run_without_both_locks_so_that_these_tests_show_something(pdf_viewer, pdf_site):
    pdf_site.set_policy(without_policy)
    viewer = pdf_viewer()
    unlock(viewer)
    assert ran(viewer)


@pytest.mark.core
def test_the_worker_may_not_evaluate_either(pdf_viewer, pdf_site):
    viewer = pdf_viewer()
    page = viewer.open("short")
    [worker] = page.workers
    # What the tests evaluate is exempt from the policy; a string for a timer is not.
    answer = worker.evaluate("""() => new Promise((resolve) => {
      globalThis.ran = () => resolve("ran");
      addEventListener("securitypolicyviolation", (event) => resolve(event.violatedDirective));
      try { setTimeout("ran()", 0); } catch (error) { resolve(error.name); }
    })""")
    assert answer in ("TypeError", "script-src", "require-trusted-types-for")
    wait_until("the violation is reported", lambda: pdf_site.reports)
    pdf_site.reports.clear()


@pytest.mark.core
def test_getdocument_is_called_at_one_place_with_evaluation_off():
    sources = {path.name: path.read_text() for path in SCRIPTS.glob("*.js")}
    calls = [(name, call) for name, text in sources.items() for call in re.findall(r"\bgetDocument\(", text)]
    assert [name for name, _ in calls] == ["pdf-document.js"]
    assert "isEvalSupported: false," in sources["pdf-document.js"] and "enableXfa: false," in sources["pdf-document.js"]
    assert not any("pdf.sandbox" in text for text in sources.values())


@pytest.mark.core
@pytest.mark.parametrize("doc", ["long", "mixed", "short", "links", "tagged", "blank"])
def test_no_document_offends_the_policy(pdf_viewer, doc):
    viewer = pdf_viewer()
    page = viewer.open(doc)
    page.locator(".pdf-text").first.wait_for(state="attached")
    page.keyboard.press("Tab")
    page.keyboard.press("t")
    page.locator(".pdf-thumbnail canvas").first.wait_for()


@pytest.mark.core
@pytest.mark.parametrize("address", [
    "https://example.org/assets/x.js", "/documents/x.js", "data:text/javascript,1", "/assets/../x.js"])
def test_only_our_assets_become_trusted_addresses(pdf_viewer, address):
    viewer = pdf_viewer()
    page = viewer.open("short")
    answer = page.evaluate("""async ([trusted, address]) => {
      const { scriptURL } = await import(trusted);
      try { return String(scriptURL(address)); } catch (error) { return error.name; }
    }""", [module_address(page, "trusted"), address])
    assert answer == "TypeError"
