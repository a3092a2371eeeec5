"""The viewer under real fingers: raw touches through the browser's own input path."""

import re

import pytest
from library import wait_for_module
from playwright.sync_api import expect
from viewing import Fingers, hidden, play, started, visible

DETAIL = re.compile(r"/documents/[0-9a-f-]+(\?[^/]*)?$")
PHONE = {"width": 390, "height": 844, "touch": True}
# What is shown, as matrix: scale, x, y.
SHOWN = """() => { const it = [...document.querySelectorAll('.viewer-image')].find((one) => !one.hidden);
  const matrix = new DOMMatrix(getComputedStyle(it).transform); return [matrix.a, matrix.e, matrix.f]; }"""
CONTENT = """() => { const matrix = new DOMMatrix(getComputedStyle(document.querySelector('.viewer-content')).transform);
  return [matrix.e, matrix.f]; }"""
AT_REST = """async (selector) => { await nextFrame(2);
  await Promise.all(document.querySelector(selector).getAnimations({ subtree: true }).map((one) => one.finished.catch(() => {}))); }"""
LATER = "(time) => new Promise((done) => setTimeout(done, time))"


def phone(window, address):  # noqa: F811
    page = window(address, **PHONE)
    if page.locator("img.viewer-image").count():
        expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    if page.locator(".pdf").count():
        expect(page.locator(".pdf canvas").first).to_be_visible()
    return page, Fingers(page)


def shown(page):
    page.evaluate(AT_REST, ".viewer-content")
    return page.evaluate(SHOWN)


@pytest.mark.core
def test_a_pinch_zooms_up_to_five_times_and_back_to_the_whole(window, site):
    page, fingers = phone(window, site.view("mixed", 1))
    fingers.pinch((195, 400), 80, 200)
    scale = shown(page)[0]
    assert 2.3 < scale < 2.7
    expect(page.locator(".zoom-value")).to_have_text(f"{round(scale * 100)}%")
    fingers.pinch((195, 400), 60, 380)
    fingers.pinch((195, 400), 60, 380)
    assert shown(page)[0] == pytest.approx(5)
    fingers.pinch((195, 400), 380, 40)
    fingers.pinch((195, 400), 380, 40)
    assert shown(page) == pytest.approx([1, 0, 0])
    visible(page)
    expect(page).to_have_url(site.view("mixed", 1))


def test_a_pinch_keeps_what_lies_under_the_fingers(window, site):
    page, fingers = phone(window, site.view("mixed", 6))
    box = page.locator(".viewer-content").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    place = (middle[0] + 80, middle[1] + 60)
    fingers.pinch(place, 60, 180)
    scale, x, y = shown(page)
    assert (80 - x) / scale == pytest.approx(80, abs=12)
    assert (60 - y) / scale == pytest.approx(60, abs=12)


def test_a_double_tap_doubles_and_takes_back(window, site):
    page, fingers = phone(window, site.view("mixed", 1))
    for expected in (2, 1):
        fingers.tap((195, 400), (197, 402))
        page.wait_for_selector(f".zoom-value:text-is('{expected}00%')")
        assert shown(page)[0] == pytest.approx(expected)
    visible(page)


def test_a_tap_toggles_the_bars_of_an_image(window, site):
    page, fingers = phone(window, site.view("mixed", 1))
    fingers.tap((195, 400))
    hidden(page)
    page.evaluate(LATER, 400)
    fingers.tap((30, 30))  # where the hidden button lies: it does nothing else
    visible(page)
    expect(page).to_have_url(site.view("mixed", 1))


def test_zoomed_a_finger_moves_the_image_and_never_the_viewer(window, site):
    page, fingers = phone(window, site.view("mixed", 6))
    page.keyboard.press("z")
    page.wait_for_selector(".zoom-value:text-is('200%')")
    before = shown(page)
    fingers.drag((195, 300), (195, 420), lift=False)
    assert page.evaluate(CONTENT) == [0, 0]
    assert page.evaluate(SHOWN)[2] == pytest.approx(before[2] + 120, abs=15)
    fingers.send("touchEnd", rest=0.2)
    fingers.drag((195, 200), (195, 800), steps=5)  # fast and far
    assert page.evaluate(CONTENT) == [0, 0]
    fingers.drag((380, 400), (10, 400), steps=5)
    assert page.evaluate(CONTENT) == [0, 0]
    page.evaluate(LATER, 400)
    expect(page).to_have_url(site.view("mixed", 6))
    scale, x, y = shown(page)
    frame, size = page.evaluate("""() => { const { clientWidth: w, clientHeight: h } = document.querySelector('.viewer-content');
      const factor = Math.min(w / 1200, h / 1800); return [[w, h], [1200 * factor, 1800 * factor]]; }""")
    assert abs(x) <= max(0, (size[0] * 2 - frame[0]) / 2) + 1 and abs(y) <= max(0, (size[1] * 2 - frame[1]) / 2) + 1


def test_after_zooming_in_and_out_swipes_work_again(window, site):
    page, fingers = phone(window, site.view("mixed", 1))
    fingers.pinch((195, 400), 80, 200)
    fingers.pinch((195, 400), 300, 60)
    assert shown(page)[0] == 1
    fingers.drag((350, 400), (100, 400))
    page.wait_for_url(site.view("mixed", 2))


@pytest.mark.core
@pytest.mark.parametrize(("start", "position", "target"), [((350, 60), 5, 6), ((60, 350), 5, 4)])
def test_a_swipe_turns(window, site, start, position, target):
    page, fingers = phone(window, site.view("mixed", position))
    fingers.drag((start[0], 300), (start[1], 300))
    page.wait_for_url(site.view("mixed", target))


def test_a_swipe_follows_the_finger_and_comes_back(window, site):
    page, fingers = phone(window, site.view("many", 5))
    fingers.drag((300, 400), (200, 400), lift=False)
    assert page.evaluate(CONTENT)[0] == pytest.approx(-100, abs=15)
    fingers.send("touchEnd", rest=0.3)
    page.evaluate(AT_REST, ".viewer-content")
    assert page.evaluate(CONTENT) == [0, 0]
    page.evaluate(LATER, 400)
    expect(page).to_have_url(site.view("many", 5))


def test_at_the_last_document_a_swipe_pulls_elastically(window, site):
    page, fingers = phone(window, site.view("many", 40))
    fingers.drag((300, 400), (100, 400), lift=False)
    assert -90 < page.evaluate(CONTENT)[0] < -40
    fingers.send("touchEnd")
    page.evaluate(LATER, 600)
    assert page.evaluate(CONTENT) == [0, 0]
    expect(page).to_have_url(site.view("many", 40))


def test_ten_quick_swipes_land_ten_further(window, site):
    page, fingers = phone(window, site.view("many", 5))
    for _ in range(10):
        fingers.drag((320, 400), (80, 400), steps=3)
    page.wait_for_url(site.view("many", 15))


@pytest.mark.core
@pytest.mark.parametrize("position", [1, 2, 5])
def test_a_swipe_down_follows_and_closes(window, site, position):
    page, fingers = phone(window, site.view("mixed", position))
    fingers.drag((195, 150), (195, 350), lift=False)
    assert page.evaluate(CONTENT)[1] == pytest.approx(120, abs=15)
    fingers.send("touchEnd", rest=0)
    page.wait_for_url(DETAIL)


def test_a_short_pull_comes_back_elastically(window, site):
    page, fingers = phone(window, site.view("mixed", 1))
    fingers.drag((195, 200), (195, 280), lift=False)
    assert page.evaluate(CONTENT)[1] > 30
    fingers.send("touchEnd", rest=0.3)
    page.evaluate(AT_REST, ".viewer-content")
    assert page.evaluate(CONTENT) == [0, 0]
    page.evaluate(LATER, 400)
    expect(page).to_have_url(site.view("mixed", 1))


def test_a_second_finger_ends_a_pull(window, site):
    page, fingers = phone(window, site.view("mixed", 1))
    fingers.drag((195, 200), (195, 500), lift=False)
    fingers.send("touchStart", (195, 500), (100, 300))
    fingers.send("touchEnd", (195, 500))
    fingers.send("touchEnd")
    page.evaluate(LATER, 500)
    assert page.evaluate(CONTENT) == [0, 0]
    expect(page).to_have_url(site.view("mixed", 1))


@pytest.mark.parametrize("position", [3, 4])
def test_a_scrolled_document_scrolls_and_closes_only_from_its_top(window, site, position):
    page, fingers = phone(window, site.view("mixed", position))
    scroller = page.locator(".pdf-scroller, .viewer-text")
    top = "(node) => node.scrollTop"
    fingers.drag((195, 600), (195, 200))
    page.evaluate(LATER, 300)
    assert scroller.evaluate(top) > 100
    fingers.drag((195, 200), (195, 800), steps=20)  # scrolls to the top, and no further
    page.evaluate(LATER, 600)
    expect(page).to_have_url(site.view("mixed", position))
    scroller.evaluate("(node) => node.scrollTo(0, 0)")
    fingers.drag((195, 200), (195, 700))
    page.wait_for_url(DETAIL)


def test_a_pdf_is_not_swiped_to_the_side(window, site):
    page, fingers = phone(window, site.view("mixed", 3))
    fingers.drag((380, 400), (20, 400))
    fingers.drag((20, 400), (380, 400))
    page.evaluate(LATER, 600)
    visible(page)
    assert page.evaluate(CONTENT) == [0, 0]
    expect(page).to_have_url(site.view("mixed", 3))


def test_a_tap_toggles_the_bars_of_a_pdf_and_a_double_tap_does_not(window, site):
    page, fingers = phone(window, site.view("mixed", 3))
    fingers.tap((195, 400))
    hidden(page)
    expect(page.locator(".pdf-toolbar")).to_have_css("opacity", "0")
    page.evaluate(LATER, 400)
    fingers.tap((195, 400))
    visible(page)
    expect(page.locator(".pdf-toolbar")).to_have_css("opacity", "1")
    page.evaluate(LATER, 400)
    fingers.tap((195, 400))
    fingers.tap((195, 400))
    page.evaluate(LATER, 600)
    visible(page)


def test_a_tap_on_a_control_of_a_pdf_and_a_click_toggle_nothing(window, site):
    page, fingers = phone(window, site.view("mixed", 3))
    fingers.tap((30, 80))
    page.mouse.click(195, 400)
    page.evaluate(LATER, 600)
    visible(page)


# The image of a document's page


PREVIEW = """() => { const image = document.querySelector('.preview-image a > :not([hidden])');
  const matrix = new DOMMatrix(getComputedStyle(image).transform); return [matrix.a, matrix.e, matrix.f, scrollY]; }"""


def preview(window, site):
    page = window(**PHONE)
    page.goto(site.document("mixed", 1))
    wait_for_module(page, "preview-image")
    page.evaluate("() => document.querySelector('.preview-image img').decode()")
    page.locator(".preview-image").evaluate("(node) => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = page.locator(".preview-image").bounding_box()
    return page, Fingers(page), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_whole_preview_lets_the_page_scroll_and_leads_to_the_viewer(window, site):
    page, fingers, (x, y) = preview(window, site)
    before = page.evaluate(PREVIEW)
    fingers.drag((x, y), (x, y - 80))
    after = page.evaluate(PREVIEW)
    assert after[0] == 1 and after[3] > before[3] + 40
    page.locator(".preview-image").tap()
    expect(page).to_have_url(site.view("mixed", 1))


def test_two_fingers_make_a_preview_larger_and_one_then_moves_it(window, site):
    page, fingers, (x, y) = preview(window, site)
    fingers.pinch((x, y), 80, 200)
    expect(page.locator(".preview-image.is-zoomed")).to_be_visible()
    page.evaluate(AT_REST, ".preview-image")
    before = page.evaluate(PREVIEW)
    assert 2.2 < before[0] < 2.8 and page.evaluate("visualViewport.scale") == 1
    fingers.drag((x, y), (x + 40, y + 20))
    page.evaluate(AT_REST, ".preview-image")
    after = page.evaluate(PREVIEW)
    assert after[1] > before[1] + 20 and after[2] > before[2] + 5 and after[3] == before[3]
    fingers.pinch((x, y), 200, 30)
    expect(page.locator(".preview-image.is-zoomed")).to_have_count(0)
    expect(page).to_have_url(site.document("mixed", 1))


def test_what_somebody_inside_takes_is_left_to_them(window, site):
    page, fingers = phone(window, site.view("mixed", 3))
    page.evaluate("""() => document.querySelector('.pdf-scroller').addEventListener('touchmove', (event) => event.preventDefault(), { passive: false })""")
    fingers.drag((195, 200), (195, 700))
    page.evaluate(LATER, 500)
    assert page.evaluate(CONTENT) == [0, 0]
    expect(page).to_have_url(site.view("mixed", 3))


# Video


def ready(page):
    page.evaluate("""() => new Promise((done) => { const film = document.querySelector('video');
      if (film.readyState > 0) done(); else film.addEventListener('loadedmetadata', done, { once: true }); })""")


@pytest.mark.parametrize("end", [(30, -30), (380, -30), (195, 60)])
def test_a_swipe_on_the_players_controls_does_nothing(window, site, end):
    page, fingers = phone(window, site.view("mixed", 2))
    ready(page)
    box = page.locator("video").bounding_box()
    bottom = box["y"] + box["height"]
    fingers.drag((195, bottom - 30), (end[0], bottom + end[1]))
    page.evaluate(LATER, 600)
    assert page.evaluate(CONTENT) == [0, 0]
    expect(page).to_have_url(site.view("mixed", 2))


def test_a_tap_on_a_film_is_the_players(window, site):
    page, fingers = phone(window, site.view("mixed", 2))
    ready(page)
    fingers.tap((195, 200))
    page.evaluate(LATER, 500)
    visible(page)


def test_swipes_on_a_films_picture_turn(window, site):
    page, fingers = phone(window, site.view("mixed", 2))
    ready(page)
    fingers.drag((350, 200), (60, 200))
    page.wait_for_url(site.view("mixed", 3))


def test_keys_play_a_film_unless_a_control_has_the_focus(window, site):
    page = window(site.view("mixed", 2))
    ready(page)
    page.evaluate("() => { document.querySelector('video').muted = true; }")
    paused = "() => document.querySelector('video').paused"
    assert page.evaluate(paused)  # nothing plays by itself
    states = []
    for key in ("k", "k", " ", " "):
        page.keyboard.press(key)
        states.append(page.evaluate(paused))
    assert states == [False, True, False, True]
    page.get_by_role("link", name="Share document").focus()
    page.keyboard.press("k")
    assert page.evaluate(paused)
    page.locator("video").focus()
    page.keyboard.press("k")
    assert not page.evaluate(paused)
    page.keyboard.press("ArrowRight")  # the player's: it seeks
    page.evaluate(LATER, 500)
    expect(page).to_have_url(site.view("mixed", 2))
    page.keyboard.press("f")
    page.evaluate("""() => new Promise((done) => { if (document.fullscreenElement) done();
      else document.addEventListener('fullscreenchange', done, { once: true }); })""")
    assert page.evaluate("() => document.fullscreenElement.tagName") == "VIDEO"
    page.keyboard.press("f")


@pytest.mark.core
def test_a_film_is_read_in_ranges_and_seeks(window, site):
    page = window(site.view("mixed", 2))
    ready(page)
    assert any(part for _, path, part in site.requests if path == site.content("mixed", 2))
    page.evaluate("""() => new Promise((done) => { const film = document.querySelector('video');
      film.addEventListener('seeked', done, { once: true }); film.currentTime = 15; })""")
    assert page.evaluate("() => document.querySelector('video').disablePictureInPicture") is False


def test_a_film_pauses_when_it_is_left_and_begins_anew(window, site):
    page = window()
    page.goto(site.url + "/documents")
    page.goto(site.view("mixed", 2))
    started(page)
    ready(page)
    play(page)
    paused = page.evaluate("""() => { const film = document.querySelector('video'); film.currentTime = 5;
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })); return [film.paused, film.currentTime]; }""")
    assert paused == [True, 0]
    page.go_back()
    page.go_forward()
    assert page.evaluate("() => [document.querySelector('video').paused, document.querySelector('video').currentTime]") == [True, 0]


def test_a_film_that_waits_for_bytes_says_so(window, site):
    page = window(site.view("mixed", 2))
    ready(page)
    page.evaluate("() => { Object.defineProperty(document.querySelector('video'), 'paused', { get: () => false, configurable: true }); document.querySelector('video').dispatchEvent(new Event('waiting')); }")
    expect(page.locator(".viewer-wait")).to_have_text("Buffering…")
    page.evaluate("() => document.querySelector('video').dispatchEvent(new Event('playing'))")
    expect(page.locator(".viewer-wait")).to_have_count(0)


# Image


def test_twenty_megapixels_are_shown_as_a_bitmap_of_the_screens_size_until_zoomed(window, site):
    page = window(site.view("mixed", 1), width=800, height=600)
    canvas = page.locator("canvas.viewer-image")
    expect(canvas).to_be_visible()
    expect(page.locator("img.viewer-image")).to_be_hidden()
    width, height = canvas.evaluate("(node) => [node.width, node.height]")
    assert width <= 800 and width / height == pytest.approx(1.5, abs=0.01)
    expect(page.get_by_role("img", name="Evening at Memorial Stadium")).to_have_count(1)
    page.keyboard.press("+")
    expect(page.locator("img.viewer-image")).to_be_visible()
    expect(canvas).to_be_hidden()
    page.keyboard.press("0")
    expect(canvas).to_be_visible()
    page.set_viewport_size({"width": 1200, "height": 700})
    page.evaluate(LATER, 600)
    assert canvas.evaluate("(node) => node.width") > width


def test_a_turned_photograph_stands_upright(window, site):
    page = window(site.view("turned", 1), width=600, height=700)
    expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    assert page.evaluate("() => { const { naturalWidth: w, naturalHeight: h } = document.querySelector('img'); return w < h; }")


def test_buttons_keys_and_wheel_zoom_and_say_the_value(window, site):
    page = window(site.view("mixed", 1))
    value = page.locator(".zoom-value")
    expect(value).to_have_text("100%")
    expect(page.get_by_role("button", name="Zoom out")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Zoom in").click()
    expect(value).to_have_text("150%")
    for key, text in (("+", "200%"), ("=", "300%"), ("-", "200%"), ("z", "100%"), ("z", "200%"), ("0", "100%")):
        page.keyboard.press(key)
        expect(value).to_have_text(text)
    for _ in range(6):
        page.keyboard.press("+")
    expect(value).to_have_text("500%")
    expect(page.get_by_role("button", name="Zoom in")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".viewer-news[role=status]")).to_have_text("Zoom 500%")
    value.click()
    expect(value).to_have_text("100%")
    page.mouse.move(700, 300)
    page.mouse.wheel(0, -300)
    expect(value).to_have_text("212%")
    page.mouse.wheel(0, 2000)
    expect(value).to_have_text("100%")


def test_arrows_move_a_zoomed_image_and_turn_otherwise(window, site):
    page = window(site.view("many", 5))
    expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    page.keyboard.press("z")
    page.wait_for_selector(".zoom-value:text-is('200%')")
    before = shown(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    after = shown(page)
    assert after[1] < before[1] and after[2] < before[2]
    page.evaluate(LATER, 400)
    expect(page).to_have_url(site.view("many", 5))
    page.keyboard.press("0")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(site.view("many", 6))


def test_the_mouse_drags_a_zoomed_image(window, site):
    page = window(site.view("mixed", 1))
    expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    page.keyboard.press("z")
    page.wait_for_selector(".zoom-value:text-is('200%')")
    before = shown(page)
    page.mouse.move(640, 400)
    page.mouse.down()
    page.mouse.move(560, 360, steps=8)
    after = page.evaluate(SHOWN)
    assert after[1] == pytest.approx(before[1] - 80, abs=2) and after[2] == pytest.approx(before[2] - 40, abs=2)
    page.mouse.up()


def test_a_double_click_doubles_and_takes_back(window, site):
    page = window(site.view("mixed", 1))
    expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    for text in ("200%", "100%"):
        page.mouse.dblclick(640, 400)
        page.wait_for_selector(f".zoom-value:text-is('{text}')")
    visible(page)
