"""The viewer as people meet it: bars, closing, turning, messages, downloads, sharing. Under the real policy."""

import re
import threading

import pytest
from library import wait_for_module
from playwright.sync_api import expect
from viewing import hidden, play, started, visible

CLOSE = "Close document viewer"
MAIN = ".viewer"
DETAIL = re.compile(r"/documents/[0-9a-f-]+(\?[^/]*)?$")


# Without script


@pytest.mark.core
@pytest.mark.both_browsers
def test_without_script_everything_is_a_link(window, site):
    page = window(script=False)
    page.goto(site.view("mixed", 1))
    expect(page.get_by_role("link", name="View next document")).to_have_attribute("href", re.compile(site.path("mixed", 2)))
    expect(page.get_by_role("link", name=CLOSE)).to_have_attribute("href", re.compile(f"/documents/{site.id('mixed', 1)}"))
    expect(page.get_by_role("img", name="Evening at Memorial Stadium")).to_be_visible()
    page.get_by_role("link", name="View next document").click()
    expect(page.locator("video")).to_have_attribute("controls", "")


# Names, focus, keys


@pytest.mark.core
@pytest.mark.parametrize(("position", "width"), [(1, 320), (2, 320), (3, 320), (4, 320), (5, 320), (1, 1280), (3, 1280)])
def test_axe_finds_nothing(window, site, position, width, axe):
    page = window(site.view("mixed", position), width=width, height=640)
    if position == 1:
        expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('.viewer').scrollWidth <= innerWidth")
    for name in (CLOSE, "Share document", "Download document to device"):
        box = page.get_by_role("link", name=name).bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= width


@pytest.mark.parametrize("opening", ["s", "?"])
def test_axe_finds_nothing_in_dialogs(window, site, opening, axe):
    page = window(site.view("mixed", 1))
    page.keyboard.press(opening)
    expect(page.get_by_role("dialog")).to_be_visible()
    axe(page)


def test_axe_finds_nothing_in_messages_and_transfers(window, site, axe):
    page = window(site.view("bad", 1))
    expect(page.get_by_role("alert")).to_be_visible()
    axe(page)
    site.slow[site.content("mixed", 1)] = 0.3
    page.goto(site.view("mixed", 6))
    started(page)
    site.slow[site.content("mixed", 6)] = 5
    page.get_by_role("link", name="Download document to device").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Cancel").click()


def test_text_of_twice_the_size_still_fits(window, site):
    page = window(site.view("mixed", 1), width=320, height=640)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    expect(page.get_by_role("button", name="Zoom in")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="View next document")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.querySelector('.viewer').scrollWidth <= innerWidth")


def test_the_tab_key_stops_once_in_the_toolbar_and_arrows_walk_in_it(window, site):
    page = window(site.view("mixed", 1))
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    name = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName"
    walk = []
    for key in ("Tab", "Tab", "Tab", "Tab", "Tab"):
        page.keyboard.press(key)
        walk.append(page.evaluate(name))
    assert walk == [CLOSE, "View next document", "Zoom out", "100%, show the whole image", "Zoom in"]
    page.get_by_role("link", name=CLOSE).focus()
    walk = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "End", "ArrowLeft", "Home", "ArrowLeft"):
        page.keyboard.press(key)
        walk.append(page.evaluate(name))
    assert walk == ["Share document", "Download document to device", "Keyboard shortcuts", CLOSE, "Keyboard shortcuts",
                    "Download document to device", CLOSE, "Keyboard shortcuts"]
    expect(page).to_have_url(site.view("mixed", 1))  # the arrows turned nothing
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(name) == "Keyboard shortcuts"  # the place in the toolbar is remembered


def test_focus_is_visible_on_every_stop(window, site):
    page = window(site.view("mixed", 1))
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    for _ in range(5):
        page.keyboard.press("Tab")
        assert page.evaluate("() => getComputedStyle(document.activeElement).outlineWidth") == "3px"


def test_reading_order_has_the_names_of_the_specification(window, site):
    page = window(site.view("mixed", 2))
    snapshot = page.locator(MAIN).aria_snapshot()
    for line in ('toolbar "Document"', f'link "{CLOSE}"', 'heading "Freshman Highlights 2025" [level=1]', 'link "Share document"',
                 'link "Download document to device"', 'navigation "Documents"', 'link "View previous document"', 'link "View next document"'):
        assert line in snapshot, snapshot
    expect(page.locator(".viewer-position")).to_have_accessible_name("Document 2 of 6")


# Closing


@pytest.mark.core
@pytest.mark.both_browsers
def test_escape_goes_back_to_the_document_that_opened_the_viewer(window, site):
    page = window(width=500, height=500)
    page.goto(site.list("mixed"))
    page.get_by_role("link", name=re.compile("^Evening at Memorial Stadium")).click()
    page.wait_for_url(DETAIL)
    page.get_by_role("link", name="Full screen").scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    assert before > 0
    address = page.url
    page.get_by_role("link", name="Full screen").click()
    started(page)
    length = page.evaluate("() => history.length")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**{site.path('mixed', 2)}**")
    started(page)
    assert page.evaluate("() => history.length") == length
    page.keyboard.press("Escape")
    page.wait_for_url(address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Evening at Memorial Stadium")
    assert page.evaluate("() => scrollY") == pytest.approx(before, abs=2)


@pytest.mark.both_browsers
def test_close_follows_its_link_when_nothing_lies_behind(window, site):
    page = window(site.view("mixed", 1))
    page.get_by_role("link", name=CLOSE).click()
    page.wait_for_url(DETAIL)


def test_escape_twice_goes_back_once(window, site):
    page = window()
    page.goto(site.list("many"))
    page.goto(f"{site.url}/documents/{site.id('mixed', 1)}")
    page.get_by_role("link", name="Full screen").click()
    started(page)
    page.evaluate("""() => { setTimeout(() => { for (let n = 0; n < 3; n += 1)
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })); }); }""")
    page.wait_for_url(f"{site.url}/documents/{site.id('mixed', 1)}")


@pytest.mark.both_browsers
def test_after_pressing_next_by_keyboard_the_focus_is_there_and_escape_closes(window, site):
    page = window(site.view("mixed", 4))
    page.get_by_role("link", name="View next document").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(site.view("mixed", 5))
    started(page)
    expect(page.get_by_role("link", name="View next document")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(site.view("mixed", 6))
    started(page)
    expect(page.get_by_role("link", name="View previous document")).to_be_focused()  # there is no next any more
    page.keyboard.press("Escape")
    page.wait_for_url(DETAIL)


@pytest.mark.both_browsers
def test_after_clicking_next_escape_closes(window, site):
    page = window(site.view("mixed", 4))
    page.get_by_role("link", name="View next document").click()
    page.wait_for_url(site.view("mixed", 5))
    started(page)
    page.keyboard.press("Escape")
    page.wait_for_url(DETAIL)


# Turning


def test_thirty_quick_presses_land_thirty_further_with_one_navigation(window, site):
    page = window(site.view("many", 3))
    pages = []
    page.on("framenavigated", lambda frame: pages.append(frame.url))
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".viewer-position")).to_have_text("33 of 40")
    page.wait_for_url(site.view("many", 33))
    started(page)
    assert set(pages) == {site.view("many", 33)}
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(site.view("many", 22))


def test_presses_beyond_the_end_stop_at_the_last(window, site):
    page = window(site.view("many", 30))
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(site.view("many", 40))
    started(page)
    expect(page.get_by_label("View next document")).to_have_attribute("aria-disabled", "true")


def test_there_and_back_again_stays(window, site):
    page = window(site.view("many", 5))
    page.evaluate("() => { window.same = true; }")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".viewer-position")).to_have_text("5 of 40")
    page.evaluate("() => new Promise((done) => setTimeout(done, 500))")
    expect(page).to_have_url(site.view("many", 5))
    assert page.evaluate("() => window.same")


def test_turning_that_fails_says_so_and_tries_again(window, site):
    site.statuses[site.path("many", 6)] = 500
    page = window(site.view("many", 5))
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    expect(page.locator(".viewer-position")).to_have_text("5 of 40")
    site.statuses.clear()
    page.get_by_role("button", name="Retry").click()
    page.wait_for_url(site.view("many", 7))


def test_neighbours_are_read_ahead(window, site):
    page = window(site.view("many", 5))
    page.evaluate("""(paths) => new Promise((done) => {
      const wanted = new Set(paths);
      new PerformanceObserver((list) => {
        for (const { name } of list.getEntries()) wanted.delete(new URL(name).pathname);
        if (wanted.size === 0) done();
      }).observe({ type: "resource", buffered: true });
    })""", [site.path("many", 4), site.path("many", 6)])


# Bars


def test_bars_hide_three_seconds_into_a_film_and_come_back_with_a_key(window, site):
    page = window(site.view("mixed", 2))
    page.mouse.move(640, 400)
    play(page)
    visible(page)
    hidden(page)
    expect(page.locator(".viewer-top")).to_have_css("opacity", "0")
    page.keyboard.press("Shift")
    visible(page)
    hidden(page)
    page.mouse.move(600, 300)
    visible(page)
    page.evaluate("() => document.querySelector('video').pause()")
    page.evaluate("() => new Promise((done) => setTimeout(done, 3500))")
    visible(page)


@pytest.mark.parametrize("reason", ["focus", "hover", "dialog", "image", "pdf"])
def test_bars_stay_while_they_are_needed(window, site, reason):
    page = window(site.view("mixed", {"image": 1, "pdf": 3}.get(reason, 2)))
    if reason not in ("image", "pdf"):
        play(page)
    if reason == "focus":
        page.get_by_role("link", name="Share document").focus()
    if reason == "hover":
        page.get_by_role("link", name="Share document").hover()
    if reason == "dialog":
        page.keyboard.press("?")
    page.evaluate("() => new Promise((done) => setTimeout(done, 3600))")
    visible(page)


def test_a_click_on_an_image_toggles_the_bars_and_the_mouse_brings_them_back(window, site):
    page = window(site.view("mixed", 1))
    page.mouse.click(640, 400)
    hidden(page)
    page.mouse.click(640, 400)
    visible(page)
    page.mouse.click(640, 400)
    hidden(page)
    page.evaluate("() => new Promise((done) => setTimeout(done, 650))")
    page.mouse.move(660, 420, steps=4)
    page.mouse.move(700, 450, steps=4)
    visible(page)


def test_bars_that_are_hidden_come_back_with_the_focus(window, site):
    page = window(site.view("mixed", 1))
    page.mouse.click(640, 400)
    hidden(page)
    page.evaluate("() => document.querySelector('[data-action=close]').focus()")
    visible(page)


def test_with_reduced_motion_nothing_fades_or_slides(window, site):
    page = window(site.view("mixed", 1), reduced_motion="reduce")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.viewer-top')).transitionDuration") in ("0s", "0s, 0s")
    expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    page.keyboard.press("z")
    assert page.evaluate("() => document.querySelector('canvas.viewer-image, img.viewer-image').style.transition").startswith("none")
    page.keyboard.press("0")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(site.view("mixed", 2))
    started(page)
    assert page.evaluate("() => document.getAnimations().filter((one) => one.animationName !== undefined).length") == 0


# Messages


@pytest.mark.core
@pytest.mark.parametrize(("position", "text"), [
    (1, "Unable to load file. File may be corrupt."), (2, "Unable to play video. "),
    (3, "Unable to play video. This browser does not know the format."),
    (4, "Unable to play video. This browser does not know the format."), (5, "Unable to play video. This browser can only play its sound."),
])
def test_files_that_cannot_be_shown_say_so_and_can_be_downloaded(window, site, position, text):
    page = window(site.view("bad", position))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(text)
    with page.expect_download() as download:
        alert.get_by_role("link", name="Download to view").click()
    assert download.value.suggested_filename.startswith(f"bad {position}")
    expect(page.get_by_role("link", name=CLOSE)).to_be_visible()


@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize(("status", "text", "retries"), [
    (404, "File no longer available", False), (503, "Server error. Unable to load document.", True), (401, "You are signed out", True),
])
def test_what_the_server_answers_is_told_apart(window, site, position, status, text, retries):
    path = site.content("mixed", position)
    site.statuses[path] = status
    page = window(site.view("mixed", position))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(text)
    expect(alert.get_by_role("button", name="Retry")).to_have_count(1 if retries else 0)
    if retries:
        site.statuses.clear()
        alert.get_by_role("button", name="Retry").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        ready = ("() => new Promise((done) => { const timer = setInterval(() => { const it = document.querySelector('img.viewer-image, video');"
                 " if (it?.naturalWidth > 0 || it?.videoWidth > 0) { clearInterval(timer); done(true); } }, 20); })")
        assert page.evaluate(ready)


@pytest.mark.parametrize("position", [1, 2])
def test_what_takes_ten_seconds_timed_out(window, site, position):
    path = site.content("mixed", position)
    site.held[path] = threading.Event()
    page = window()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(site.view("mixed", position), wait_until="commit")
    started(page)
    page.clock.run_for(300)
    expect(page.locator(".viewer-wait")).to_contain_text("Loading")
    page.clock.run_for(9000)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.clock.run_for(1500)
    expect(page.get_by_role("alert")).to_contain_text("Connection timed out")
    page.get_by_role("button", name="Retry").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.clock.run_for(12_000)
    expect(page.get_by_role("alert")).to_contain_text("Connection timed out")
    site.held.pop(path).set()
    expect(page.get_by_role("alert")).to_have_count(0)  # it came after all


def test_without_connection_it_is_lost(window, site):
    page = window(site.view("bad", 1))
    page.context.set_offline(True)
    page.evaluate("() => { document.querySelector('img.viewer-image').src += '?again'; }")
    expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    expect(page.get_by_role("button", name="Retry")).to_be_visible()
    page.context.set_offline(False)


# Download


@pytest.mark.core
def test_a_small_file_downloads_with_progress_and_says_when_it_is_there(window, site):
    site.tell_size("mixed", 2, 7_000_000)
    page = window(site.view("mixed", 2))
    site.slow[site.content("mixed", 2)] = 0.01
    with page.expect_download() as download:
        page.get_by_role("link", name="Download document to device").click()
        expect(page.locator(".viewer-transfer-percent")).to_have_text(re.compile(r"^[1-9]\d?%$"))
        expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("group", name="Download")).to_contain_text("Downloaded Freshman Highlights 2025.mp4")
    assert download.value.suggested_filename == "Freshman Highlights 2025.mp4"
    assert download.value.path().stat().st_size == (site.folder / "Freshman Highlights 2025.mp4").stat().st_size


def test_a_download_can_be_cancelled_and_the_focus_returns(window, site):
    page = window(site.view("mixed", 2))
    site.slow[site.content("mixed", 2)] = 0.05
    page.get_by_role("link", name="Download document to device").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Cancel").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("link", name="Download document to device")).to_be_focused()
    expect(page.locator(".viewer-news[role=status]")).to_have_text("Download cancelled")


@pytest.mark.parametrize(("status", "text"), [(500, "Download failed. Please try again."), (0, "Download failed. Check your connection.")])
def test_a_download_that_fails_says_so_and_tries_again(window, site, status, text):
    page = window(site.view("mixed", 1))
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    if status:
        site.statuses[site.content("mixed", 1)] = status
    else:
        page.route("**/content?download=true", lambda route: route.abort())
    page.get_by_role("link", name="Download document to device").click()
    expect(page.get_by_role("group", name="Download")).to_contain_text(text)
    site.statuses.clear()
    page.unroute_all()
    with page.expect_download():
        page.get_by_role("button", name="Retry").click()


def test_a_large_file_is_left_to_the_browser(window, site):
    site.tell_size("mixed", 1, 65_000_000)
    page = window(site.view("mixed", 1))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download document to device").click()
    assert download.value.url.startswith("http")


def test_too_little_room_is_said_before(window, site):
    page = window()
    page.add_init_script("navigator.storage.estimate = async () => ({ quota: 1000, usage: 900 });")
    page.goto(site.view("mixed", 1))
    started(page)
    page.get_by_role("link", name="Download document to device").click()
    expect(page.get_by_role("group", name="Download")).to_contain_text("Not enough storage space")
    with page.expect_download():
        page.get_by_role("button", name="Download anyway").click()


def test_offline_the_download_is_disabled_with_a_reason_and_comes_back(window, site):
    page = window(site.view("mixed", 1))
    link = page.locator("a[data-action=download]")
    page.context.set_offline(True)
    expect(link).to_have_attribute("aria-disabled", "true")
    expect(link).to_have_accessible_description(re.compile("You are offline"))
    expect(page.get_by_role("group", name="Download")).to_contain_text("You are offline")
    page.context.set_offline(False)
    expect(link).not_to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("group", name="Download")).to_have_count(0)
    with page.expect_download():
        link.click()


# Sharing


def test_the_address_is_copied_with_confirmation_and_focus_returns(window, site):
    page = window(permissions=["clipboard-read", "clipboard-write"])
    page.goto(site.view("mixed", 1))
    started(page)
    page.get_by_role("link", name="Share document").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Share document")
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_role("status")).to_have_text("Link copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == site.view("mixed", 1)
    expect(dialog.get_by_role("link", name="Share with schools")).to_have_attribute("href", re.compile(f"/documents/{site.id('mixed', 1)}/share\\?"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(site.view("mixed", 1))  # Escape closed the dialog only
    expect(page.get_by_role("link", name="Share document")).to_be_focused()


@pytest.mark.parametrize("outcome", ["shared", "AbortError", "NotAllowedError"])
def test_the_device_shares_the_address_where_it_can(window, site, outcome):
    page = window()
    page.add_init_script("""navigator.share = async (what) => { window.shared = what;
      if ("%s" !== "shared") throw new DOMException("no", "%s"); };""" % (outcome, outcome))
    page.goto(site.view("mixed", 1))
    started(page)
    page.keyboard.press("s")
    page.get_by_role("button", name="Share link…").click()
    if outcome == "shared":
        expect(page.get_by_role("dialog")).to_have_count(0)
    elif outcome == "AbortError":
        expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("")
    else:
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Sharing did not work")
    assert page.evaluate("() => window.shared") == {"title": "Evening at Memorial Stadium", "url": site.view("mixed", 1)}


# What a device does with a file; a file that it does not take is one without a type.
SHARING = """window.shared = [];
  navigator.canShare = ({ files }) => files.every((file) => file.type !== "");
  navigator.share = async ({ files, title }) => {
    window.shared.push([title, files[0].name, files[0].type, files[0].size]);
    if (window.shared.length <= %d) throw new DOMException("no", "NotAllowedError");
  };"""


def shared_file(window, site, position, refusals=0):
    """A page whose device was asked to share the file, which it refuses so often."""
    page = window()
    page.add_init_script(SHARING % refusals)
    page.goto(site.view("mixed", position))
    started(page)
    page.keyboard.press("s")
    page.get_by_role("button", name="Share file…").click()
    return page


def test_the_device_shares_the_file_where_it_can(window, site):
    page = shared_file(window, site, position=6)
    expect(page.get_by_role("dialog")).to_have_count(0)
    [[title, name, kind, size]] = page.evaluate("() => window.shared")
    assert (title, name, kind) == ("Stadium upright", "Stadium upright.jpg", "image/jpeg")
    assert size == (site.folder / "Stadium upright.jpg").stat().st_size


def test_a_file_that_took_long_to_read_is_shared_by_a_second_press(window, site):
    page = shared_file(window, site, position=4, refusals=1)
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("The file is ready. Press again to share it.")
    page.get_by_role("button", name="Share file…").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert site.count("GET", f"{site.content('mixed', 4)}?download=true") == 1


def test_a_file_that_cannot_be_read_is_not_shared(window, site):
    page = window()
    page.add_init_script(SHARING % 0)
    page.goto(site.view("mixed", 4))
    started(page)
    site.statuses[site.content("mixed", 4)] = 500
    page.keyboard.press("s")
    page.get_by_role("button", name="Share file…").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("The file can be downloaded instead")
    assert page.evaluate("() => window.shared") == []


def test_large_files_and_devices_without_files_share_the_link_alone(window, site):
    for size, script in ((30_000_000, SHARING % 0), (100, "navigator.share = async () => {}; navigator.canShare = () => false;")):
        site.tell_size("mixed", 4, size)
        page = window()
        page.add_init_script(script)
        page.goto(site.view("mixed", 4))
        started(page)
        page.keyboard.press("s")
        expect(page.get_by_role("button", name="Share link…")).to_be_visible()
        expect(page.get_by_role("button", name="Share file…")).to_have_count(0)


# Leaving nothing behind


def test_stopping_takes_everything_back(window, site):
    page = window()
    page.goto(site.view("mixed", 1))
    started(page)
    expect(page.get_by_role("group", name="Zoom")).to_be_visible()
    expect(page.locator("canvas")).to_have_count(1)
    page.evaluate("async (address) => (await import(address)).stopModules(document.body)", wait_for_module(page, "modules"))
    assert page.locator("canvas, .zoom-group, .viewer-help, .viewer-transfer, .viewer-news").count() == 0
    page.keyboard.press("s")
    page.keyboard.press("ArrowRight")
    page.mouse.click(640, 400)
    page.evaluate("() => new Promise((done) => setTimeout(done, 600))")
    visible(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(site.view("mixed", 1))
