"""axe-core, keyboard, narrow screens."""

import pytest
from playwright.sync_api import expect


@pytest.mark.core
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("fit", ["height", "width"])
@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing(pdf_viewer, axe, scheme, fit, width):
    viewer = pdf_viewer(scheme=scheme, viewport={"width": width, "height": 800})
    page = viewer.open("links", fit)
    page.locator(".pdf-link").first.wait_for()
    axe(page)
    page.get_by_role("button", name="Pages", exact=True).click()
    page.locator(".pdf-thumbnail canvas").first.wait_for()
    axe(page)
    page.get_by_role("button", name="Close pages").click()
    if fit == "height":
        page.get_by_role("button", name="Information", exact=True).click()
    page.get_by_role("button", name="Find in text").click()
    page.get_by_role("searchbox").fill("second")
    page.locator(".pdf-hit").first.wait_for(state="attached")
    axe(page)


@pytest.mark.parametrize("fit", ["height", "width"])
@pytest.mark.parametrize("doc, state", [("garbage", "error"), ("encrypted", "password")])
def test_axe_finds_nothing_in_messages(pdf_viewer, axe, doc, state, fit):
    axe(pdf_viewer().open(doc, fit, state=state))


def test_names_tell_what_things_are(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    page.get_by_role("region", name="short", exact=True).wait_for()
    page.get_by_role("group", name="Page 2 of 3").wait_for()
    controls = page.get_by_role("group", name="Document controls")
    snapshot = controls.aria_snapshot()
    for name in ('button "Pages"', 'textbox "Page, of 3"', 'button "Zoom out"', 'combobox "Zoom"', 'button "Zoom in"',
                 'button "Find in text"', 'button "Information"'):
        assert name in snapshot, snapshot


def test_tab_goes_through_the_controls_to_the_pages_and_out_again(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.tagName"))
    expected = ["Close document viewer", "Pages", "Page, of 3", "Zoom out", "Zoom", "Zoom in", "Find in text", "Information",
                "short, pages"]
    assert seen[:9] == expected and "View next document" in seen[9:], seen


def test_buttons_are_large_enough_for_fingers(pdf_viewer):
    viewer = pdf_viewer(viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True)
    page = viewer.open("short")
    sizes = page.locator(".pdf-toolbar :is(button, select, input):visible").evaluate_all(
        "(all) => all.map((e) => [e.getBoundingClientRect().width, e.getBoundingClientRect().height])")
    assert all(width >= 44 and height >= 44 for width, height in sizes), sizes


@pytest.mark.parametrize("width", [320, 390, 600, 1280])
def test_the_bar_fits_into_narrow_screens(pdf_viewer, width):
    viewer = pdf_viewer(viewport={"width": width, "height": 700})
    for fit in ("height", "width"):
        page = viewer.open("long", fit)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        edges = page.locator(".pdf-toolbar :is(button, select, input):visible").evaluate_all(
            "(all) => all.map((e) => [e.getBoundingClientRect().left, e.getBoundingClientRect().right])")
        assert all(left >= 0 and right <= width for left, right in edges), edges


def test_works_with_forced_colours_and_reduced_motion(pdf_viewer):
    viewer = pdf_viewer(forced_colors="active", reduced_motion="reduce")
    page = viewer.open("short")
    expect(page.locator(".pdf-page").first).to_have_css("border-top-width", "1px")
