"""What pages may cost at most. Times are only printed, by scripts/bench-pages: machines differ."""

import pytest
from budgets import KINDS, measure, open_slowly, transferred
from library import add_documents
from pages import Page, resolve

# Bytes of the list's first visit, compressed, with 50 documents; and of its style sheets among them.
LIST_BYTES = 60_000
STYLE_BYTES = 10_000
LIST_REQUESTS = 25
# Of a layout that shifts while a page is loaded.
SHIFT = 0.02


def test_first_visit_of_a_full_list_is_small(people, server, workspace):
    add_documents(workspace, 30)
    page = people.page(server, "jordan")
    page.goto("/documents?view=grid", wait_until="networkidle")
    assert page.locator(".document").count() == 50
    fetched = transferred(page)
    listed = "\n".join(f"  {one['bytes']:>7} {one['path']}" for one in fetched)
    assert sum(one["bytes"] for one in fetched) <= LIST_BYTES, listed
    assert len(fetched) <= LIST_REQUESTS, listed
    assert sum(one["bytes"] for one in fetched if one["path"].endswith(".css")) <= STYLE_BYTES, listed


# Scripts that the head of a page names, and those that it has fetched.
SCRIPTS = """() => [
  [...document.querySelectorAll("script[src], link[rel=modulepreload], link[as=script]")].map((one) => one.src || one.href),
  performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.endsWith(".js")),
].map((names) => names.map((name) => new URL(name).pathname).sort())"""


@pytest.mark.parametrize("path", [
    "/documents", "/documents/{document:Athletic Résumé}/view", "/documents/{document:Junior Season Highlights}",
    "/quarantine", "/legal/privacy",
])
def test_head_of_a_page_names_its_scripts_so_that_none_waits_for_another(people, server, links, documents, path):
    page = people.page(server, "jordan")
    page.goto(resolve(Page("scripts", path), server, links, documents), wait_until="networkidle")
    named, fetched = page.evaluate(SCRIPTS)
    late = [name for name in fetched if name not in named and "pdf.worker" not in name]
    assert (late, [name for name in named if name not in fetched]) == ([], [])
    # A worker is not made of what is named for scripts, and Chromium warns of what it has fetched in vain.
    assert [name for name in named if "pdf.worker" in name] == []


def test_texts_are_compressed_with_brotli(people, server):
    page = people.page(server, "jordan")
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/documents", wait_until="networkidle")
    texts = [one for one in answers if one.status == 200 and not one.url.endswith(".svg") and "/api/" not in one.url]
    long = [one for one in texts if int(one.headers.get("content-length", 0)) > 1000]
    plain = [one.url for one in long if one.headers.get("content-encoding") != "br"]
    assert len(texts) > 3 and plain == []


@pytest.mark.core
def test_second_visit_fetches_no_asset(people, server):
    page = people.page(server, "jordan")
    page.goto("/documents", wait_until="networkidle")
    asked = []
    page.on("response", lambda answer: asked.append(answer) if "/assets/" in answer.url else None)
    page.goto("/documents", wait_until="networkidle")
    fetched = [one["path"] for one in transferred(page) if "/assets/" in one["path"] and one["bytes"] > 0]
    assert fetched == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_nothing_moves_while_a_page_is_loaded_slowly(people, server, links, documents, kind):
    path = resolve(Page(kind.name, kind.path), server, links, documents)
    for width in (390, 1440):
        page = people.page(server, "jordan", width=width)
        assert measure(page, kind, path)["cls"] <= SHIFT


def test_further_documents_make_no_page_of_thousands_of_elements(people, server, workspace):
    add_documents(workspace, 30)
    page = people.page(server, "jordan")
    open_slowly(page, "/documents?view=grid")
    assert page.locator(".document").count() == 50
    assert page.evaluate("document.querySelectorAll('*').length") <= 3000
