"""What goes wrong is said, with ways out."""

import re
import threading

import pytest
from pdf_samples import PASSWORD, short_pdf
from playwright.sync_api import expect


@pytest.fixture(autouse=True)
def faults(violations):
    """What is refused and what does not come is the tests' own to look at."""
    violations.allow(r"^(status \d+|request failed|console: Failed to load resource)")


def message(viewer):
    return viewer.page.get_by_role("alert").locator("p")


def check_failure(viewer, doc, text):
    expect(message(viewer)).to_have_text(text)
    download = viewer.page.get_by_role("alert").get_by_role("link", name="Download")
    expect(download).to_have_attribute("href", f"{viewer.site.content(doc)}?download=true")


def retry(viewer):
    viewer.page.get_by_role("button", name="Retry").click()
    viewer.page.wait_for_selector(".pdf-page canvas")


@pytest.mark.core
@pytest.mark.parametrize("doc", ["garbage", "truncated"])
def test_a_damaged_document_is_told_with_retry_and_download(pdf_viewer, doc):
    viewer = pdf_viewer()
    page = viewer.open(doc, state="error")
    check_failure(viewer, doc, "Unable to load file. File may be corrupt.")
    expect(page.get_by_role("button", name="Retry")).to_be_visible()


@pytest.mark.parametrize("status, detail, text", [
    # What answers to a range of an empty file.
    (416, "", "Unable to load file. File may be corrupt."),
    (404, "", "Document not found."),
    (410, "", "File no longer available."),
    (403, "", "You may not see this document. Sign in again or ask its owner."),
    (503, "", "Server error. Unable to load document."),
    (422, "The storage is full.", "Unable to load document. The storage is full."),
])
def test_failures_become_messages_with_retry_and_download(pdf_viewer, pdf_site, status, detail, text):
    pdf_site.answer("GET", status, detail)
    viewer = pdf_viewer()
    viewer.open("short", state="error")
    check_failure(viewer, "short", text)
    retry(viewer)


def test_a_document_that_is_removed_while_it_opens_is_not_found(pdf_viewer, pdf_site):
    pdf_site.add("removed", short_pdf())
    content = pdf_site.content("removed")
    held = pdf_site.held[content] = threading.Event()
    viewer = pdf_viewer()
    with viewer.page.expect_request(f"**{content}"):
        viewer.open("removed", state="loading")
    pdf_site.remove("removed")
    held.set()
    check_failure(viewer, "removed", "Document not found.")


def test_who_is_signed_out_while_a_document_opens_may_not_see_it(pdf_viewer, pdf_site):
    pdf_site.asked[pdf_site.content("short")] = {"cookie": None}
    viewer = pdf_viewer()
    viewer.open("short", state="error")
    check_failure(viewer, "short", "You may not see this document. Sign in again or ask its owner.")


def test_silence_of_ten_seconds_is_a_timeout_and_can_be_retried(pdf_viewer, pdf_site):
    content = pdf_site.content("short")
    held = pdf_site.held[content] = threading.Event()
    viewer = pdf_viewer()
    page = viewer.page
    # It stands still but for what is told below, however long the machine takes.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    with page.expect_request(f"**{content}"):
        viewer.open("short", state="loading")
    page.clock.fast_forward(9000)
    assert viewer.data("state") == "loading"
    page.clock.fast_forward(2000)
    expect(message(viewer)).to_have_text("Connection timed out.")
    held.set()
    page.clock.resume()
    retry(viewer)


def test_offline_at_the_start_says_so(pdf_viewer, pdf_site):
    content = f"**{pdf_site.content('short')}"
    viewer = pdf_viewer()
    viewer.page.route(content, lambda route: route.abort("internetdisconnected"))
    viewer.open("short", state="error")
    expect(message(viewer)).to_have_text("No internet connection. Please check your connection.")
    viewer.page.unroute(content)
    retry(viewer)


@pytest.mark.parametrize("part", ["pdf", "pdf.worker"])
def test_a_missing_part_of_pdf_js_says_so(pdf_viewer, part):
    viewer = pdf_viewer()
    path = re.compile(rf"/assets/{re.escape(part)}-[0-9a-f]{{10}}\.js$")
    viewer.page.route(path, lambda route: route.fulfill(status=404))
    viewer.open("short", state="error")
    expect(message(viewer)).to_contain_text("did not start")
    viewer.page.unroute(path)
    retry(viewer)


def test_a_lost_connection_while_reading_is_told_above_the_pages_and_reading_goes_on_after_retry(pdf_viewer, cut_network):
    viewer = pdf_viewer()
    page = viewer.open()
    with cut_network(page):
        viewer.go_to(400)
        expect(message(viewer)).to_have_text("No internet connection. Please check your connection.")
        expect(page.locator(".pdf-interruption").get_by_role("link", name="Download")).to_be_visible()
        assert viewer.data("state") == "ready"
    page.get_by_role("button", name="Retry").click()
    viewer.wait_drawn(400)
    expect(page.locator(".pdf-interruption")).to_have_count(0)
    assert viewer.data("page") == "400"


def test_a_file_that_changed_meanwhile_is_loaded_again(pdf_viewer, pdf_site):
    viewer = pdf_viewer()
    page = viewer.open()
    pdf_site.add("other", (pdf_site.server.workspace.folder / "long.pdf").read_bytes() + b"\n")
    pdf_site.instead[pdf_site.content("long")] = pdf_site.content("other")
    viewer.go_to(400)
    expect(message(viewer)).to_contain_text("has changed meanwhile")
    page.get_by_role("button", name="Retry").click()
    viewer.wait_drawn(400)
    assert viewer.data("page") == "400"


def test_a_server_without_ranges_works_too(pdf_viewer, pdf_site):
    pdf_site.asked[pdf_site.content("long")] = {"range": None}
    viewer = pdf_viewer()
    viewer.open()
    viewer.go_to(400)
    viewer.wait_drawn(400)
    # The beginning and the end are asked for at the same time; what comes then is everything.
    assert len(pdf_site.parts("long")) <= 2


def test_a_protected_document_asks_for_its_password(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("encrypted", state="password")
    field = page.get_by_label("Password")
    expect(field).to_be_focused()
    expect(page.get_by_text("This document is protected by a password.")).to_be_visible()
    expect(page.locator(".pdf-question").get_by_role("link", name="Download")).to_be_visible()
    field.fill("wrong")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("This password does not fit. Try again.")
    field = page.get_by_label("Password")
    expect(field).to_be_focused()
    field.fill(PASSWORD)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector(".pdf-page canvas")
    expect(page.locator(".pdf-text").first).to_contain_text("Chapter 1")


@pytest.mark.parametrize("doc, state", [("encrypted", "password"), ("short", "loading")])
def test_leaving_while_a_document_opens_or_asks_leaves_nothing_behind(pdf_viewer, pdf_site, doc, state):
    pdf_site.held[pdf_site.content("short")] = threading.Event()
    viewer = pdf_viewer()
    page = viewer.open(doc, state=state)
    viewer.let_leave()
    page.evaluate("leave()")
    viewer.frame()
    assert page.locator(".pdf-frame").count() == 0
