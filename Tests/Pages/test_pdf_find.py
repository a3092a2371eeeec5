"""Finding text."""

import pytest
from playwright.sync_api import expect

# Milliseconds in which 600 pages are searched by a busy machine.
ALL_PAGES = 60_000


def search(page, text):
    page.keyboard.press("Control+f")
    page.get_by_role("searchbox", name="Find in text").fill(text)


@pytest.mark.core
def test_find_goes_through_all_pages_counts_and_marks(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.locator(".pdf-scroller").focus()
    search(page, "WALRUS")
    state = page.locator(".pdf-find-state")
    expect(state).to_have_text("1 of 4", timeout=ALL_PAGES)
    expect(page.locator(".pdf-hit-current")).to_have_text("walrus")
    expect(viewer.root).to_have_attribute("data-page", "3")
    page.get_by_role("button", name="Next hit").click()
    expect(state).to_have_text("2 of 4")
    expect(viewer.root).to_have_attribute("data-page", "450")
    expect(page.locator(".pdf-hit-current")).to_have_text("Walrus")
    expect(page.locator(".pdf-hit-current")).to_be_in_viewport()
    page.get_by_role("searchbox").press("Enter")
    expect(state).to_have_text("3 of 4")
    # How many other pages are drawn depends on the window.
    expect(page.locator(".pdf-page").filter(has=page.locator(".pdf-hit-current")).locator(".pdf-hit")).to_have_count(2)
    page.get_by_role("searchbox").press("Enter")
    page.get_by_role("searchbox").press("Enter")
    expect(state).to_have_text("1 of 4")
    page.get_by_role("button", name="Previous hit").click()
    expect(state).to_have_text("4 of 4")
    expect(page.get_by_role("status").get_by_text("4 of 4")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".pdf-hit")).to_have_count(0)
    expect(page.get_by_role("searchbox")).to_be_hidden()


def test_find_shows_hits_before_the_last_page_is_searched_and_can_be_stopped(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.locator(".pdf-scroller").focus()
    search(page, "walrus")
    state = page.locator(".pdf-find-state")
    expect(state).to_contain_text("of 600")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    text = state.inner_text()
    # What was asked of the worker before is answered by then.
    viewer.go_to(300)
    viewer.wait_drawn(300)
    assert state.inner_text() == text and "4" not in text


def test_another_word_ends_the_search_before(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.locator(".pdf-scroller").focus()
    search(page, "letter")
    expect(page.locator(".pdf-find-state")).to_contain_text("of 600")
    page.get_by_role("searchbox").fill("no such word anywhere")
    expect(page.locator(".pdf-find-state")).to_have_text("Nothing found", timeout=ALL_PAGES)
    expect(page.locator(".pdf-hit")).to_have_count(0)


def test_find_sees_through_accents_line_ends_and_hyphens(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    page.locator(".pdf-scroller").focus()
    for query in ("resume of", "recruiting", "green  field"):
        search(page, query)
        expect(page.locator(".pdf-find-state")).to_have_text("1 of 3")
    expect(page.locator(".pdf-hit-current")).to_have_count(2)
    assert page.locator(".pdf-hit-current").all_inner_texts() == ["green", "field"]


def test_find_starts_at_the_page_in_view(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    viewer.go_to(440)
    search(page, "walrus")
    expect(viewer.root).to_have_attribute("data-page", "450")
    expect(page.locator(".pdf-find-state")).to_have_text("2 of 4")


def test_a_scan_says_that_it_has_no_text(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("blank")
    page.get_by_role("button", name="Find in text").click()
    page.get_by_role("searchbox").fill("anything")
    expect(page.locator(".pdf-find-state")).to_have_text("This document has no text to search")


def test_closing_gives_the_focus_back(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    page.get_by_role("button", name="Find in text").click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("button", name="Close find").click()
    expect(page.get_by_role("button", name="Find in text")).to_be_focused()
