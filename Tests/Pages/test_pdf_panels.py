"""Thumbnails and information at the edges."""

import pytest
from playwright.sync_api import expect


def test_buttons_and_keys_open_and_close_both_panels(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    pages, information = page.get_by_role("region", name="Pages"), page.get_by_role("region", name="Information")
    for key, button, panel in [("t", "Pages", pages), ("i", "Information", information)]:
        opener = page.get_by_role("button", name=button, exact=True)
        opener.click()
        expect(panel).to_be_visible()
        expect(opener).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(opener).to_be_focused()
        page.keyboard.press(key)
        expect(panel).to_be_visible()
        page.keyboard.press(key)
        expect(panel).to_be_hidden()


def test_letters_do_nothing_while_typing_or_when_switched_off(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    page.locator(".pdf-number").focus()
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="Pages")).to_be_hidden()
    for works in (False, True):
        page.get_by_role("button", name="Keyboard shortcuts").click()
        page.get_by_label("Use shortcuts of a single character").set_checked(works)
        page.get_by_role("button", name="Close keyboard shortcuts").click()
        page.locator(".pdf-scroller").focus()
        page.keyboard.press("t")
        expect(page.get_by_role("region", name="Pages")).to_be_visible(visible=works)


def test_keys_of_a_pdf_are_in_the_list_of_keys(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keyboard shortcuts")
    for does, key in [("Next page", "PageDown"), ("Zoom in", "+"), ("Show or hide the pages", "T")]:
        row = listed.locator("dl > div").filter(has_text=does)
        expect(row.locator("kbd")).to_have_text([key])


@pytest.mark.core
def test_thumbnails_are_drawn_in_view_only_and_lead_to_pages(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.keyboard.press("Tab")
    page.keyboard.press("t")
    page.get_by_role("button", name="Page 1", exact=True).locator("canvas").wait_for()
    assert page.locator(".pdf-thumbnail").count() == 600
    assert page.locator(".pdf-thumbnail canvas").count() < 20
    page.get_by_role("button", name="Page 4", exact=True).click()
    expect(viewer.root).to_have_attribute("data-page", "4")
    expect(page.locator(".pdf-thumbnail[aria-current=page]")).to_have_attribute("aria-label", "Page 4")


def test_thumbnails_follow_scrolling_and_keep_their_number_down(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.get_by_role("button", name="Pages", exact=True).click()
    for number in range(50, 600, 50):
        viewer.go_to(number)
        page.locator(".pdf-thumbnail").nth(number - 1).locator("canvas").wait_for()
        expect(page.locator(".pdf-thumbnail").nth(number - 1)).to_be_in_viewport()
    assert page.locator(".pdf-thumbnail canvas").count() <= 60


def test_arrow_keys_move_between_thumbnails(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.get_by_role("button", name="Pages", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Page 1", exact=True)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(viewer.root).to_have_attribute("data-page", "3")


def test_panels_stand_beside_the_pages_where_there_is_room_and_over_them_otherwise(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    before = viewer.box(1)["viewWidth"]
    page.get_by_role("button", name="Information", exact=True).click()
    viewer.frame()
    assert viewer.box(1)["viewWidth"] < before - 200
    narrow = pdf_viewer(viewport={"width": 600, "height": 800})
    page = narrow.open()
    before = narrow.box(1)
    page.get_by_role("button", name="Information", exact=True).click()
    narrow.frame()
    assert narrow.box(1) == before


def test_without_information_there_is_no_button_for_it(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short", fit="width")
    page.locator(".pdf-scroller").focus()
    page.keyboard.press("i")
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="Pages")).to_be_visible()
    expect(page.get_by_role("button", name="Information")).to_have_count(0)


def test_keys_work_wherever_the_focus_is_in_the_viewer_and_escape_closes_one_thing_at_a_time(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("PageDown")
    expect(viewer.root).to_have_attribute("data-page", "2")
    page.get_by_role("link", name="Close document viewer").focus()
    page.keyboard.press("z")
    expect(viewer.root).to_have_attribute("data-zoom", "width")
    page.keyboard.press("z")
    expect(viewer.root).to_have_attribute("data-zoom", "height")
    page.keyboard.press("i")
    expect(page.get_by_role("region", name="Information")).to_be_visible()
    page.get_by_role("link", name="View next document").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Information")).to_be_hidden()
    expect(viewer.root).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(viewer.site.url + viewer.site.path("long"))


def test_keys_are_those_of_the_preview_only_while_the_focus_is_in_it(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open(fit="width")
    page.keyboard.press("t")
    page.locator(".pdf-scroller").focus()
    page.keyboard.press("End")
    expect(viewer.root).to_have_attribute("data-page", "600")
    expect(page.get_by_role("region", name="Pages")).to_be_hidden()


def test_arrows_to_the_sides_turn_to_the_next_document_unless_the_page_is_wider_than_the_view(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.get_by_label("Zoom", exact=True).select_option("400%")
    page.locator(".pdf-scroller").focus()
    left = page.evaluate("document.querySelector('.pdf-scroller').scrollLeft")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.querySelector('.pdf-scroller').scrollLeft") == left + 48
    page.get_by_label("Zoom", exact=True).select_option("Fit page")
    page.locator(".pdf-scroller").focus()
    page.keyboard.press("ArrowRight")
    # The one after it; had the first press turned as well, it would be another.
    expect(page).to_have_url(viewer.site.url + viewer.site.path("mixed", "/view"))


def test_choosing_a_thumbnail_closes_the_panel_only_where_it_covers_the_pages(pdf_viewer):
    for width, stays in ((390, False), (1280, True)):
        viewer = pdf_viewer(viewport={"width": width, "height": 800})
        page = viewer.open()
        page.get_by_role("button", name="Pages", exact=True).click()
        page.get_by_role("button", name="Page 3", exact=True).click()
        expect(viewer.root).to_have_attribute("data-page", "3")
        expect(page.get_by_role("region", name="Pages")).to_be_visible(visible=stays)
