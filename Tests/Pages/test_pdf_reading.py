"""Showing, scrolling and zooming."""

import pytest
from playwright.sync_api import expect

PAGES_SHOWN = "[...document.querySelectorAll('.pdf-page')].flatMap((e, i) => e.querySelector('canvas') ? [i + 1] : [])"


@pytest.mark.core
def test_viewer_first_view_is_fit_to_height_with_the_whole_first_page(pdf_viewer):
    viewer = pdf_viewer()
    viewer.open()
    box = viewer.box(1)
    assert viewer.data("zoom") == "height"
    assert abs(box["height"] - (box["viewHeight"] - 24)) <= 2 and abs(box["y"] - 12) <= 1


def test_fit_to_height_shows_the_whole_page_on_an_upright_phone(pdf_viewer):
    viewer = pdf_viewer(viewport={"width": 390, "height": 760})
    viewer.open()
    box = viewer.box(1)
    assert viewer.data("zoom") == "height"
    assert 12 <= box["x"] and box["x"] + box["width"] <= box["viewWidth"] - 12, box
    assert box["height"] <= box["viewHeight"] - 24, box


def test_paper_waits_where_the_first_page_comes_and_nothing_moves(pdf_viewer):
    for width, fit in ((1280, "height"), (390, "height"), (1280, "width")):
        viewer = pdf_viewer(viewport={"width": width, "height": 800})
        paper = []
        viewer.page.expose_function("note", lambda place: paper.append(place))
        viewer.page.add_init_script("""new MutationObserver(() => {
          const paper = document.querySelector(".pdf-waiting > .pdf-blank")?.getBoundingClientRect();
          if (paper?.width > 0 && !window.noted) { window.noted = true; note([paper.x + paper.width / 2, paper.y, paper.width]); }
        }).observe(document, { childList: true, subtree: true });""")
        page = viewer.open(fit=fit)
        viewer.wait_drawn(1)
        sheet = page.locator(".pdf-page").first.bounding_box()
        middle, top, size = paper[0]
        assert abs(sheet["x"] + sheet["width"] / 2 - middle) < 12 and abs(sheet["y"] - top) < 2, (sheet, paper)
        assert abs(sheet["width"] / size - 1) < 0.12, (sheet, paper)
        assert viewer.shifts() < 0.01


def test_preview_first_view_is_fit_to_width(pdf_viewer):
    viewer = pdf_viewer()
    viewer.open(fit="width")
    box = viewer.box(1)
    assert viewer.data("zoom") == "width"
    assert box["viewWidth"] - 16 - 20 <= box["width"] <= box["viewWidth"] - 16 and abs(box["y"] - 8) <= 1


def test_double_click_changes_between_the_fits_and_shows_the_page_from_its_top(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    viewer.go_to(7)
    page.mouse.dblclick(640, 500)
    expect(viewer.root).to_have_attribute("data-zoom", "width")
    assert abs(viewer.box(7)["y"] - 12) <= 1 and viewer.data("page") == "7"
    page.mouse.dblclick(640, 500)
    expect(viewer.root).to_have_attribute("data-zoom", "height")
    assert abs(viewer.box(7)["y"] - 12) <= 1 and viewer.data("page") == "7"


def test_after_a_custom_zoom_a_double_click_goes_to_fit_height(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.get_by_label("Zoom", exact=True).select_option("150%")
    assert viewer.data("zoom") == "custom" and viewer.data("scale") == "1.5000"
    page.mouse.dblclick(640, 500)
    expect(viewer.root).to_have_attribute("data-zoom", "height")


def test_zoom_stays_while_scrolling_to_other_pages(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.get_by_label("Zoom", exact=True).select_option("Fit width")
    scale = viewer.data("scale")
    page.evaluate("document.querySelector('.pdf-scroller').scrollTop = 9000")
    expect(viewer.root).not_to_have_attribute("data-page", "1")
    assert viewer.data("scale") == scale and viewer.data("zoom") == "width"


def test_zoom_buttons_step_and_end_at_the_limits(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    larger, smaller = page.get_by_role("button", name="Zoom in"), page.get_by_role("button", name="Zoom out")
    page.get_by_label("Zoom", exact=True).select_option("100%")
    larger.click()
    assert viewer.data("scale") == "1.1000"
    expect(page.locator(".pdf-zoom option:checked")).to_have_text("110%")
    page.get_by_label("Zoom", exact=True).select_option("400%")
    expect(larger).to_be_disabled()
    page.get_by_label("Zoom", exact=True).select_option("50%")
    for _ in range(2):
        smaller.click()
    expect(smaller).to_be_disabled()


def test_zoom_offers_fits_and_percentages(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    options = page.locator(".pdf-zoom option:not([hidden])").all_inner_texts()
    assert options == ["Fit page", "Fit width", "50%", "75%", "100%", "125%", "150%", "200%", "300%", "400%"]


def test_picture_is_drawn_anew_after_zooming(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    page.get_by_label("Zoom", exact=True).select_option("200%")
    expect(page.locator(".pdf-page canvas").first).to_have_js_property("width", 1587)


def test_a_page_number_leads_to_that_page_and_nonsense_changes_nothing(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    field = page.get_by_label("Page, of 600")
    field.fill("500")
    field.press("Enter")
    viewer.wait_drawn(500)
    assert viewer.data("page") == "500" and abs(viewer.box(500)["y"] - 12) <= 1
    assert "Chapter 500" in page.locator(".pdf-page").nth(499).inner_text()
    field.fill("walrus")
    field.press("Enter")
    expect(field).to_have_value("500")
    field.fill("9999")
    field.press("Enter")
    assert viewer.data("page") == "600"


def test_keys_move_through_the_document(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.locator(".pdf-scroller").focus()
    for key, expected in [("PageDown", "2"), ("PageDown", "3"), ("PageUp", "2"), ("End", "600"), ("Home", "1")]:
        page.keyboard.press(key)
        expect(viewer.root).to_have_attribute("data-page", expected)
    before = page.evaluate("document.querySelector('.pdf-scroller').scrollTop")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.querySelector('.pdf-scroller').scrollTop") == before + 48
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.querySelector('.pdf-scroller').scrollTop") == before


def test_600_pages_keep_at_most_ten_canvases(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    assert page.locator(".pdf-page").count() == 600
    for number in range(20, 600, 45):
        viewer.go_to(number)
        viewer.wait_drawn(number)
        assert len(page.evaluate(PAGES_SHOWN)) <= 11
    # Fewer where a drawing was given up, since the reader was further already.
    viewer.until("document.querySelectorAll('.pdf-page canvas').length <= 10")
    assert page.locator(".pdf-page canvas").count() >= 8


def test_only_pages_in_view_and_their_neighbours_are_drawn(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    viewer.wait_drawn(2)
    viewer.frame()
    assert page.evaluate(PAGES_SHOWN) == [1, 2]


def test_canvases_keep_below_what_browsers_can_do(pdf_viewer):
    viewer = pdf_viewer(device_scale_factor=3)
    page = viewer.open("short")
    page.get_by_label("Zoom", exact=True).select_option("400%")
    expect(page.locator(".pdf-page canvas").first).to_have_js_property("width", 3444)
    area = page.evaluate("(c => c.width * c.height)(document.querySelector('.pdf-page canvas'))")
    assert 16_000_000 < area <= 16_777_216


def test_mixed_sizes_change_the_scale_at_most_twice_in_a_scroll_through_everything(pdf_viewer):
    for width in (1280, 700):
        for fit in ("Fit page", "Fit width"):
            viewer = pdf_viewer(viewport={"width": width, "height": 860})
            page = viewer.open("mixed")
            page.get_by_label("Zoom", exact=True).select_option(fit)
            changes = page.evaluate("""async () => {
              let changes = 0;
              const root = document.querySelector(".pdf"), scroller = document.querySelector(".pdf-scroller");
              let last = root.dataset.scale;
              const watch = new MutationObserver(() => { if (root.dataset.scale !== last) { changes += 1; last = root.dataset.scale; } });
              watch.observe(root, { attributes: true });
              const until = performance.now() + 20000;
              while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 2 && performance.now() < until) {
                scroller.scrollTop += 220;
                await nextFrame();
              }
              await nextFrame();
              return changes;
            }""")
            assert changes <= 2 and viewer.data("page") in ("39", "40"), (changes, viewer.data("page"))


def test_every_page_of_mixed_sizes_fits_into_the_view(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("mixed")
    page.get_by_label("Zoom", exact=True).select_option("Fit width")
    for number in range(1, 11):
        viewer.go_to(number)
        viewer.wait_drawn(number)
        box = viewer.box(number)
        assert box["width"] <= box["viewWidth"] - 24 and abs(box["y"] - 12) <= 2, (number, box)


def test_no_loop_where_a_scroll_bar_comes_and_goes(pdf_viewer):
    # Fit to height in a narrow window, where the page's width decides.
    viewer = pdf_viewer(viewport={"width": 420, "height": 800})
    page = viewer.open()
    seen = page.evaluate("""async () => {
      const seen = new Set(), root = document.querySelector(".pdf");
      for (let n = 0; n < 60; n += 1) { await nextFrame(); seen.add(root.dataset.scale); }
      return seen.size;
    }""")
    box = viewer.box(1)
    assert seen == 1 and abs(box["x"] + box["width"] / 2 - (box["viewWidth"] - 15) / 2) <= 9


def test_a_change_of_the_window_keeps_the_page_in_view(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    viewer.go_to(300)
    scale = viewer.data("scale")
    page.set_viewport_size({"width": 900, "height": 600})
    expect(viewer.root).not_to_have_attribute("data-scale", scale)
    assert viewer.data("page") == "300"
    assert abs(viewer.box(300)["y"] - 12) <= 3


@pytest.mark.core
def test_text_can_be_selected_and_is_read_in_order(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    viewer.wait_drawn(1)
    text = page.evaluate("""() => {
      const layer = document.querySelector(".pdf-text");
      getSelection().selectAllChildren(layer);
      return getSelection().toString();
    }""")
    assert text.index("Résumé") < text.index("recruit-") < text.index("field.")
    tree = page.get_by_role("group", name="Page 1 of 3").aria_snapshot()
    assert "Résumé of a pitcher, sheet 1" in tree, tree


def test_text_lies_over_its_picture(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    viewer.wait_drawn(1)
    for zoom in ("Fit page", "200%"):
        page.get_by_label("Zoom", exact=True).select_option(zoom)
        place = page.evaluate("""() => {
          const sheet = document.querySelector(".pdf-page").getBoundingClientRect();
          const span = document.querySelector(".pdf-text span").getBoundingClientRect();
          return [(span.left - sheet.left) / sheet.width, (span.bottom - sheet.top) / sheet.height, span.width / sheet.width];
        }""")
        assert abs(place[0] - 72 / 595) < 0.005 and abs(place[1] - (842 - 716.5) / 842) < 0.01, place
        assert abs(place[2] - 178.9 / 595) < 0.005, place


def test_tagged_headings_and_pictures_are_told_to_screen_readers(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("tagged")
    expect(page.get_by_role("heading", name="Season report", level=2)).to_be_attached()
    expect(page.get_by_role("img", name="Bar chart of wins")).to_be_attached()
    expect(page.locator(".pdf-scroller")).to_have_attribute("lang", "en-US")


@pytest.mark.core
def test_only_links_to_the_web_and_to_mail_can_be_followed(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("links")
    page.locator(".pdf-link").first.wait_for()
    links = page.locator("a.pdf-link")
    assert links.evaluate_all("(all) => all.map((a) => a.href)") == [
        "https://example.org/team", "http://example.org/plain", "mailto:coach@example.org"]
    assert set(links.evaluate_all("(all) => all.map((a) => a.rel)")) == {"noopener noreferrer"}
    place = page.evaluate("""() => {
      const sheet = document.querySelector(".pdf-page").getBoundingClientRect();
      const link = document.querySelector(".pdf-link").getBoundingClientRect();
      return [(link.left - sheet.left) / sheet.width * 595, (link.top - sheet.top) / sheet.height * 842, link.width / sheet.width * 595];
    }""")
    assert [round(x) for x in place] == [72, 842 - 776, 300], place
    page.locator("button.pdf-link").click()
    expect(viewer.root).to_have_attribute("data-page", "2")


def test_nothing_moves_while_a_document_opens(pdf_viewer):
    for fit in ("height", "width"):
        viewer = pdf_viewer()
        page = viewer.open(fit=fit)
        viewer.wait_drawn(1)
        assert viewer.shifts() < 0.01


def test_leaving_takes_everything_back(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    viewer.let_leave()
    page.evaluate("leave()")
    assert page.locator(".pdf-frame").count() == 0 and page.locator("canvas").count() == 0
    expect(page.locator(".pdf-fallback a")).to_be_visible()
    expect(page.locator(".pdf > aside[data-pdf-information]")).to_be_visible()
    assert viewer.data("state") is None
    page.evaluate("begin()")
    page.wait_for_selector(".pdf-page canvas")


def test_without_script_there_is_a_link_to_download(pdf_viewer):
    viewer = pdf_viewer(script=False)
    page = viewer.open(state=None)
    expect(page.get_by_role("link", name="Download", exact=True)).to_be_visible()
    expect(page.get_by_text("long.pdf")).to_be_visible()
