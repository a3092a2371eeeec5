"""Both locks against CVE-2024-4367, each also alone, and the page's policy."""

import re

import pytest

from pdf_standalone import *  # noqa: F403 - fixtures

UNLOCKED = {"pdf-document.js": [("isEvalSupported: false", "isEvalSupported: true")]}
NO_EVALUATION_LOCK = ""


def drawn(viewer):
    viewer.open("cve", state=None)
    viewer.page.locator(".pdf-page canvas, .pdf-page-error").first.wait_for()
    viewer.page.locator(".pdf-text, .pdf-page-error").first.wait_for(state="attached")
    viewer.frame()


def ran(viewer):
    return viewer.page.evaluate("globalThis.hacked === true") or viewer.site.beacons > 0


def test_code_in_a_font_does_not_run_behind_both_locks(pdf_viewer):
    viewer = pdf_viewer()
    drawn(viewer)
    assert not ran(viewer)
    assert viewer.problems() == []


def test_code_in_a_font_does_not_run_behind_the_option_alone(pdf_viewer, pdf_site):
    pdf_site.policy = NO_EVALUATION_LOCK
    viewer = pdf_viewer()
    drawn(viewer)
    assert not ran(viewer)


@pytest.mark.parametrize("part", ["whole", "without trusted types"])
def test_code_in_a_font_does_not_run_behind_the_policy_alone(pdf_viewer, pdf_site, part):
    pdf_site.replacements = UNLOCKED
    if part != "whole":
        pdf_site.policy = POLICY.replace("require-trusted-types-for 'script'; ", "")
        assert "require-trusted" not in pdf_site.policy
    viewer = pdf_viewer()
    drawn(viewer)
    assert not ran(viewer)
    # The attempt was made and reported, so it was the policy that stopped it.
    problems = viewer.problems()
    assert any("eval" in problem or "trusted-types-sink" in problem for problem in problems), problems


def test_code_in_a_font_does_run_without_both_locks_so_that_these_tests_show_something(pdf_viewer, pdf_site):
    pdf_site.policy = NO_EVALUATION_LOCK
    pdf_site.replacements = UNLOCKED
    viewer = pdf_viewer()
    drawn(viewer)
    assert ran(viewer)


def test_the_worker_may_not_evaluate_either(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    [worker] = page.workers
    # What the tests evaluate is exempt from the policy; a string for a timer is not.
    answer = worker.evaluate("""() => new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.violatedDirective));
      try { setTimeout("globalThis.hacked = true; postMessage(1)", 0); } catch (error) { resolve(error.name); }
      setTimeout(() => resolve(globalThis.hacked ? "ran" : "nothing"), 500);
    })""")
    assert answer in ("TypeError", "script-src", "require-trusted-types-for")


def test_getdocument_is_called_at_one_place_with_evaluation_off():
    sources = {path.name: path.read_text() for path in (ASSETS / "scripts").glob("*.js")}
    calls = [(name, call) for name, text in sources.items() for call in re.findall(r"\bgetDocument\(", text)]
    assert [name for name, _ in calls] == ["pdf-document.js"]
    assert "isEvalSupported: false," in sources["pdf-document.js"] and "enableXfa: false," in sources["pdf-document.js"]
    assert not any("pdf.sandbox" in text for text in sources.values())


@pytest.mark.parametrize("doc", ["long", "mixed", "short", "links", "tagged", "blank"])
def test_no_document_offends_the_policy(pdf_viewer, doc):
    viewer = pdf_viewer()
    page = viewer.open(doc)
    page.locator(".pdf-text").first.wait_for(state="attached")
    page.keyboard.press("Tab")
    page.keyboard.press("t")
    page.locator(".pdf-thumbnail canvas").first.wait_for()
    assert viewer.problems() == []


@pytest.mark.parametrize("address", [
    "https://example.org/assets/x.js", "/documents/x.js", "data:text/javascript,1", "/assets/../x.js"])
def test_only_our_assets_become_trusted_addresses(pdf_viewer, address):
    viewer = pdf_viewer()
    page = viewer.open("short")
    answer = page.evaluate("""async (address) => {
      const { scriptURL } = await import("/assets/trusted.js");
      try { return String(scriptURL(address)); } catch (error) { return error.name; }
    }""", address)
    assert answer == "TypeError"
