"""That the tests' own instruments see what they are there for."""

import subprocess

import pytest
from barriers import find_barriers
from network import slow_processor
from odd_files import NAMES
from PIL import Image
from playwright.sync_api import expect
from serving import wait_until
from shots import compare

TOUCHED = """
<!doctype html><html lang=en><title>touched</title><meta name=viewport content="width=device-width">
<body style="height: 4000px; margin: 0"><h1>Touched</h1><script>
  window.seen = []; let most = 0;
  for (const name of ["touchstart", "touchmove", "touchend"]) addEventListener(name, (event) => {
    most = Math.max(most, event.touches.length); window.seen.push(name); window.most = most; });
</script>
"""


def page_count(path):
    """As poppler sees it; None where it may not look."""
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=False)
    return int(told.stdout.split("Pages:")[1].split()[0]) if told.returncode == 0 else None


def made_page(page, body, path="/made"):
    page.route(f"**{path}", lambda route: route.fulfill(body=body, headers={"Content-Type": "text/html; charset=utf-8"}))
    page.goto(path)
    return page


def test_a_swipe_scrolls_and_a_pinch_has_two_fingers(people, server, touch):
    page = made_page(people.page(server, width=390, touch=True), TOUCHED)
    fingers = touch(page)
    fingers.swipe((195, 700), (195, 300))
    expect(page.locator("h1")).not_to_be_in_viewport()
    assert page.evaluate("scrollY") > 200
    fingers.pinch((195, 400), 80, 240)
    assert page.evaluate("window.most") == 2
    assert page.evaluate("window.seen.at(-1)") == "touchend"


@pytest.mark.core
def test_a_page_with_a_barrier_is_found(stranger_page, server):
    page = made_page(stranger_page, "<!doctype html><html lang=en><title>x</title><main><h1>x</h1><button></button>")
    assert any(text.startswith("button-name") for text in find_barriers(page))


@pytest.mark.core
def test_blocked_content_is_a_violation(stranger_page, server, violations):
    stranger_page.goto("/")
    stranger_page.evaluate("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/x.png'}))")
    violations.expect("blocked: img-src")
    violations.allow("Content Security Policy|request failed: .*x.png csp")
    stranger_page.evaluate("new Promise((done) => setTimeout(done))")


def test_a_missing_address_is_a_violation(stranger_page, violations):
    violations.expect("status 404: GET .*/not-there")
    stranger_page.goto("/not-there")


def test_metrics_tell_of_paint_movement_and_input(people, server, metrics):
    page = people.page(server)
    slow_processor(page)
    made_page(page, """<!doctype html><html lang=en><title>x</title><main><h1>A heading</h1><button>Wait</button><p>text</p></main>
      <script>document.querySelector("button").onclick = () => { const end = performance.now() + 120; while (performance.now() < end); };</script>""")
    # Before there is input: what moves soon after it is what somebody wanted.
    page.evaluate("""async () => {
      await nextFrame(2);
      document.querySelector("h1").style.marginTop = "200px";
      await nextFrame(2);
    }""")
    page.get_by_role("button").click()
    seen = metrics(page)
    assert seen["lcp"] > 0 and seen["inp"] >= 100 and seen["cls"] > 0.01, seen


def test_a_slow_network_is_slow_and_a_cut_one_is_gone(admin_page, slow_network, cut_network, violations, documents):
    admin_page.goto("/")
    address = f"/api/v1/documents/{documents['Junior Season Highlights']}/content"
    made_page(admin_page, "<!doctype html><title>x</title>")
    fetched = "async (address) => { const start = performance.now(); const bytes = (await (await fetch(address, {cache: " \
        "'no-store'})).arrayBuffer()).byteLength; return [bytes, performance.now() - start]; }"
    slow_network(admin_page, kilobits=8_000, latency=200)
    size, time = admin_page.evaluate(fetched, address)
    assert size > 300_000 and time > size * 8 / 8_000, (size, time)
    violations.expect("request failed")
    violations.allow("ERR_INTERNET_DISCONNECTED")
    with cut_network(admin_page), pytest.raises(Exception, match="Failed to fetch"):
        admin_page.evaluate(fetched, address)
    assert admin_page.evaluate(fetched, address)[0] == size


def test_pictures_that_differ_are_told_apart():
    one, other = Image.new("RGB", (100, 100), "white"), Image.new("RGB", (100, 100), "white")
    assert compare(one, other) is None
    other.paste("black", (0, 0, 10, 10))
    assert compare(one, other) == "100 pixels (1.00%) are off"
    assert "instead of" in compare(one, Image.new("RGB", (100, 101)))


def test_odd_files_are_as_odd_as_they_say(odd_files):
    assert page_count(odd_files.pdf_600_pages) == 600
    assert page_count(odd_files.pdf_mixed_pages) == 12
    assert page_count(odd_files.pdf_encrypted) is None
    photo = Image.open(odd_files.photo_20_megapixels)
    assert photo.size == (5472, 3648) and photo.getexif().get_ifd(0x8825)[1] == "N" and photo.getexif()[0x0112] == 6
    assert odd_files.film_truncated.stat().st_size < odd_files.film.stat().st_size
    data = odd_files.film_index_at_end.read_bytes()
    assert data.index(b"moov") > data.index(b"mdat")
    assert odd_files.empty.stat().st_size == 0
    assert [file.name for file in odd_files.named.values()] == list(NAMES.values())


def test_service_shows_films_that_wait(people, service):
    page = people.page(service, "jordan")
    page.goto("/")

    def waiting():
        watches = page.request.get("/api/v1/watches").text()
        return "2026-11-06 Horsetooth.mp4" in watches and "semifinal.mp4.part" in watches

    wait_until("the films are seen", waiting)
