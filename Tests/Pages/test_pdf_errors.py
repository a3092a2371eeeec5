"""What goes wrong is said, with ways out."""

import json

import pytest
from pdf_samples import PASSWORD

from pdf_standalone import *  # noqa: F403 - fixtures
from playwright.sync_api import expect


def message(viewer):
    return viewer.page.get_by_role("alert").locator("p")


@pytest.mark.parametrize("doc, fault, text", [
    ("garbage", None, "Unable to load file. File may be corrupt."),
    ("truncated", None, "Unable to load file. File may be corrupt."),
    ("empty", None, "Unable to load file. File may be corrupt."),
    ("nowhere", None, "Document not found."),
    ("short", 410, "File no longer available."),
    ("short", 403, "You may not see this document. Sign in again or ask its owner."),
    ("short", 503, "Server error. Unable to load document."),
    ("short", json.dumps({"detail": "The storage is full."}).encode(), "Unable to load document. The storage is full."),
])
def test_failures_become_messages_with_retry_and_download(pdf_viewer, pdf_site, doc, fault, text):
    pdf_site.faults = {doc: fault} if fault else {}
    viewer = pdf_viewer()
    page = viewer.open(doc, state="error")
    expect(message(viewer)).to_have_text(text)
    expect(page.get_by_role("link", name="Download")).to_have_attribute("href", f"/documents/{doc}?download=true")
    pdf_site.faults = {}
    if doc == "short":
        page.get_by_role("button", name="Retry").click()
        page.wait_for_selector(".pdf-page canvas")
    assert viewer.problems() == []


def test_silence_of_ten_seconds_is_a_timeout_and_can_be_retried(pdf_viewer, pdf_site):
    pdf_site.faults = {"short": "hang"}
    viewer = pdf_viewer()
    page = viewer.page
    # It stands still but for what is told below, however long the machine takes.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    viewer.open("short", state="loading")
    page.wait_for_selector(".pdf-waiting")
    page.clock.fast_forward(9000)
    assert viewer.data("state") == "loading"
    page.clock.fast_forward(2000)
    expect(message(viewer)).to_have_text("Connection timed out.")
    pdf_site.faults = {}
    page.clock.resume()
    page.get_by_role("button", name="Retry").click()
    page.wait_for_selector(".pdf-page canvas")
    assert viewer.problems() == []


def test_offline_at_the_start_says_so(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.page
    page.route("**/documents/**", lambda route: route.abort("internetdisconnected"))
    viewer.open("short", state="error")
    expect(message(viewer)).to_have_text("No internet connection. Please check your connection.")
    page.unroute("**/documents/**")
    page.get_by_role("button", name="Retry").click()
    page.wait_for_selector(".pdf-page canvas")
    assert viewer.errors == []


def test_a_missing_part_of_pdf_js_says_so(pdf_viewer):
    for part in ("pdf.js", "pdf.worker.js"):
        viewer = pdf_viewer()
        page = viewer.page
        page.route(f"**/assets/{part}", lambda route: route.fulfill(status=404))
        viewer.open("short", state="error")
        expect(message(viewer)).to_contain_text("did not start")
        page.unroute(f"**/assets/{part}")
        page.get_by_role("button", name="Retry").click()
        page.wait_for_selector(".pdf-page canvas")
        assert viewer.errors == []


def test_a_lost_connection_while_reading_is_told_above_the_pages_and_reading_goes_on_after_retry(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.context.set_offline(True)
    page.locator(".pdf-number").fill("400")
    page.keyboard.press("Enter")
    expect(message(viewer)).to_have_text("No internet connection. Please check your connection.")
    expect(page.locator(".pdf-interruption").get_by_role("link", name="Download")).to_be_visible()
    assert viewer.data("state") == "ready"
    page.context.set_offline(False)
    page.get_by_role("button", name="Retry").click()
    page.locator(".pdf-page").nth(399).locator("canvas").wait_for()
    expect(page.locator(".pdf-interruption")).to_have_count(0)
    assert viewer.data("page") == "400" and viewer.errors == []


def test_a_file_that_changed_meanwhile_is_loaded_again(pdf_viewer, pdf_site):
    viewer = pdf_viewer()
    page = viewer.open()
    original = pdf_site.samples["long"]
    pdf_site.samples["long"] = original + b"\n"
    try:
        page.locator(".pdf-number").fill("400")
        page.keyboard.press("Enter")
        expect(message(viewer)).to_contain_text("has changed meanwhile")
        page.get_by_role("button", name="Retry").click()
        page.locator(".pdf-page").nth(399).locator("canvas").wait_for()
        assert viewer.data("page") == "400"
    finally:
        pdf_site.samples["long"] = original


def test_a_server_without_ranges_works_too(pdf_viewer, pdf_site):
    pdf_site.faults = {"long": "whole"}
    viewer = pdf_viewer()
    viewer.open()
    assert len(pdf_site.requests) == 1


def test_a_protected_document_asks_for_its_password(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("encrypted", state="password")
    field = page.get_by_label("Password")
    expect(page.get_by_text("This document is protected by a password.")).to_be_visible()
    expect(page.get_by_role("link", name="Download")).to_be_visible()
    field.fill("wrong")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("This password does not fit. Try again.")
    field = page.get_by_label("Password")
    expect(field).to_be_focused()
    field.fill(PASSWORD)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector(".pdf-page canvas")
    expect(page.locator(".pdf-text").first).to_contain_text("Chapter 1")
    assert viewer.problems() == []


def test_leaving_while_a_document_opens_or_asks_leaves_nothing_behind(pdf_viewer, pdf_site):
    for doc, state in (("encrypted", "password"), ("short", "loading")):
        pdf_site.faults = {"short": "hang"}
        viewer = pdf_viewer()
        page = viewer.open(doc, state=state)
        page.evaluate("leave()")
        viewer.frame()
        assert page.locator(".pdf-frame").count() == 0 and viewer.problems() == []
