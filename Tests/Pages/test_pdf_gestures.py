"""Fingers and wheels, by raw events of the browser."""

import pytest
from playwright.sync_api import expect
from viewing import hidden

PHONE = {"viewport": {"width": 390, "height": 760}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TABLET = {**PHONE, "viewport": {"width": 1024, "height": 760}}


def top(viewer):
    return viewer.page.evaluate("document.querySelector('.pdf-scroller').scrollTop")


def scroll(viewer, start, end):
    """Where a finger leads, once the pages stand still again."""
    viewer.page.evaluate("""() => {
      const scroller = document.querySelector(".pdf-scroller");
      globalThis.still = new Promise((resolve) => scroller.addEventListener("scrollend", resolve, { once: true }));
    }""")
    viewer.fingers.swipe(start, end)
    viewer.page.evaluate("still")
    return top(viewer)


@pytest.mark.core
def test_a_finger_scrolls_through_the_pages(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    viewer.open()
    assert 300 < scroll(viewer, (195, 650), (195, 250)) < 900


def test_double_tap_changes_between_the_fits(pdf_viewer):
    viewer = pdf_viewer(**TABLET)
    page = viewer.open()
    for expected in ("width", "height", "width"):
        viewer.double_tap(200, 400, expected)
        assert abs(viewer.box(int(viewer.data("page")))["y"] - 12) <= 1


def test_double_tap_doubles_and_takes_back_where_both_fits_are_the_same(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    scale = float(viewer.data("scale"))
    for expected, times in (("custom", 2), ("height", 1), ("custom", 2)):
        viewer.double_tap(200, 400, expected)
        assert abs(float(viewer.data("scale")) / scale - times) < 0.01


def test_one_tap_changes_nothing(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    page.touchscreen.tap(200, 400)
    # That it was no double tap is known by now.
    hidden(page)
    assert viewer.data("zoom") == "height"


def test_pinching_zooms_around_the_fingers_and_a_double_tap_then_fits_the_height(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    scale = float(viewer.data("scale"))
    view = page.locator(".pdf-scroller").bounding_box()
    before = viewer.box(1)
    fraction = ((200 - view["x"] - before["x"]) / before["width"], (400 - view["y"] - before["y"]) / before["height"])
    viewer.fingers.pinch((200, 400), 100, 200)
    expect(viewer.root).to_have_attribute("data-zoom", "custom")
    assert abs(float(viewer.data("scale")) / scale - 2) < 0.15, (viewer.data("scale"), scale)
    after = viewer.box(1)
    assert abs(after["x"] + fraction[0] * after["width"] - (200 - view["x"])) < 4
    assert abs(after["y"] + fraction[1] * after["height"] - (400 - view["y"])) < 4
    viewer.double_tap(200, 400, "height")
    assert page.evaluate("visualViewport.scale") == 1


def test_pinching_keeps_within_the_limits(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    viewer.open("short")
    for _ in range(4):
        viewer.fingers.pinch((200, 400), 60, 300)
    expect(viewer.root).to_have_attribute("data-scale", "4.0000")
    for _ in range(6):
        viewer.fingers.pinch((200, 400), 300, 60)
    expect(viewer.root).to_have_attribute("data-scale", "0.2500")


def test_control_and_wheel_zoom_around_the_pointer(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    scale = float(viewer.data("scale"))
    page.mouse.move(640, 500)
    page.keyboard.down("Control")
    for _ in range(5):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(viewer.root).to_have_attribute("data-zoom", "custom")
    viewer.until(f"Number(document.querySelector('.pdf').dataset.scale) > {scale * 1.5}")
    assert page.evaluate("visualViewport.scale") == 1


def test_a_wheel_alone_scrolls(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    page.mouse.move(640, 500)
    page.mouse.wheel(0, 900)
    expect(viewer.root).to_have_attribute("data-page", "2")
    assert viewer.data("zoom") == "height"


def test_a_swipe_from_the_left_edge_shows_the_pages_and_back_hides_them(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    viewer.fingers.swipe((6, 400), (160, 410))
    panel = page.get_by_role("region", name="Pages")
    expect(panel).to_be_visible()
    viewer.fingers.swipe((150, 600), (20, 604))
    expect(panel).to_be_hidden()
    assert top(viewer) == 0


def test_a_swipe_from_the_right_edge_shows_the_information_and_back_hides_it(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    viewer.fingers.swipe((384, 400), (230, 396))
    panel = page.get_by_role("region", name="Information")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("long.pdf")
    viewer.fingers.swipe((200, 600), (340, 604))
    expect(panel).to_be_hidden()


@pytest.mark.parametrize("start, end", [((6, 400), (160, 410)), ((384, 400), (230, 396))])
def test_a_swipe_that_opened_a_panel_is_kept_from_the_browser_up_to_its_end(pdf_viewer, start, end):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    page.evaluate("""() => { globalThis.left = [];
      addEventListener("touchmove", (event) => { if (!event.defaultPrevented) left.push(event.touches[0].clientX); }, { passive: true }); }""")
    viewer.fingers.swipe(start, end)
    expect(page.locator(".pdf-panel:not([hidden])")).to_have_count(1)
    assert page.evaluate("left") == []


def test_swipes_elsewhere_or_upwards_at_the_edge_open_nothing(pdf_viewer):
    viewer = pdf_viewer(**PHONE)
    page = viewer.open()
    viewer.fingers.swipe((120, 400), (330, 405))
    assert scroll(viewer, (6, 600), (10, 300)) > 150
    expect(page.get_by_role("region", name="Pages")).to_be_hidden()


def test_a_change_of_height_waits_while_a_finger_is_down(pdf_viewer):
    viewer = pdf_viewer(**TABLET)
    page = viewer.open()
    scale = viewer.data("scale")
    fingers = viewer.fingers
    fingers.send("touchStart", (200, 400))
    page.evaluate("""async () => {
      document.querySelector(".viewer").style.blockSize = "700px";
      for (let n = 0; n < 5; n += 1) await nextFrame();
    }""")
    assert viewer.data("scale") == scale
    fingers.send("touchEnd")
    expect(viewer.root).not_to_have_attribute("data-scale", scale)
