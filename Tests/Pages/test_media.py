"""What pages show of films and pictures: small pictures, lengths, and the form of a film that plays everywhere."""

import subprocess

import pytest
from library import documents_of, wait_for_module
from PIL import Image
from playwright.sync_api import expect
from viewing import AS_IS

FILM, PDF = "Junior Season Highlights", "Athletic Résumé"


def card(page, title):
    return page.locator(".document").filter(has=page.locator(".document-title").get_by_text(title, exact=True))


def is_drawn(image):
    return image.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")


@pytest.fixture
def old_film(workspace, tmp_path):
    """A film that no browser plays, by its id; its bytes are in `old.avi`."""
    file = tmp_path / "old.avi"
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=2", "-c:v", "mpeg4", "-q:v", "8", file],
        check=True, timeout=60)
    workspace.compass("run", "highlight-video", str(file), "-i", "title=The Old Film", "-i", "user=jordan")
    found = [one["id"] for one in documents_of(workspace) if one["title"] == "The Old Film"]
    assert len(found) == 1
    return found[0], file.read_bytes()


@pytest.fixture
def photograph(workspace, tmp_path):
    """A photograph as telephones store it, of which a form for browsers was made, by its id; its bytes are in the second."""
    drawing, file = tmp_path / "drawing.png", tmp_path / "Grades of autumn.heic"
    Image.new("RGB", (1200, 800), "teal").save(drawing)
    subprocess.run(["heif-enc", drawing, "-o", file], check=True, timeout=60, stdout=subprocess.DEVNULL)
    pipeline = AS_IS.replace("name: as-is", "name: photographs") + "  - uses: web-rendition\n"
    (workspace.folder / "pipelines/photographs.yaml").write_text(pipeline, encoding="utf-8")
    workspace.compass("run", "photographs", str(file), "-i", "type=transcript")
    [found] = [one["id"] for one in documents_of(workspace) if one["title"] == "Grades of autumn"]
    return found, file.read_bytes()


@pytest.mark.both_browsers
@pytest.mark.reads
def test_cards_show_small_pictures_of_films_and_drawings_of_others(admin_page):
    page = admin_page
    page.goto("/documents?view=grid")
    wait_for_module(page, "documents")
    picture = card(page, FILM).locator("img.thumbnail")
    picture.scroll_into_view_if_needed()
    assert is_drawn(picture)
    # The title stands beside it.
    expect(picture).to_have_attribute("alt", "")
    expect(card(page, PDF).locator("img.thumbnail")).to_have_count(0)
    expect(card(page, PDF).locator("svg").first).to_be_visible()
    page.goto("/documents?view=list")
    row = card(page, FILM)
    row.scroll_into_view_if_needed()
    assert is_drawn(row.locator("img.thumbnail"))
    expect(row).to_contain_text("0:30")


@pytest.mark.core
def test_a_film_that_browsers_cannot_play_is_played_in_another_form_and_downloaded_as_it_came(admin_page, old_film):
    page, (id, contents) = admin_page, old_film
    page.goto(f"/documents/{id}")
    wait_for_module(page, "document")
    film = page.locator("video").first
    film.scroll_into_view_if_needed()
    address = film.evaluate("(film) => new Promise((done) => {"
                            " const tell = () => done(film.currentSrc);"
                            " film.readyState > 0 ? tell() : film.addEventListener('loadedmetadata', tell); })")
    assert address.endswith(f"/api/v1/documents/{id}/renditions/web")
    assert film.evaluate("(film) => [film.videoWidth, film.videoHeight, Math.round(film.duration)]") == [320, 240, 2]
    page.goto(f"/documents/{id}/view")
    expect(page.locator("video").first).to_have_attribute("src", f"/api/v1/documents/{id}/renditions/web")
    answer = page.request.get(f"/api/v1/documents/{id}/content?download=true")
    assert answer.body() == contents
    assert "The Old Film.avi" in answer.headers["content-disposition"]


@pytest.mark.core
def test_a_heic_photograph_is_shown_in_another_form_and_downloaded_as_it_came(admin_page, photograph):
    page, (id, contents) = admin_page, photograph
    for address, picture in ((f"/documents/{id}", ".preview-image img"), (f"/documents/{id}/view", ".viewer-image")):
        page.goto(address)
        image = page.locator(picture).first
        image.scroll_into_view_if_needed()
        expect(image).to_have_attribute("src", f"/api/v1/documents/{id}/renditions/web")
        assert is_drawn(image)
        assert image.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1200, 800]
    answer = page.request.get(f"/api/v1/documents/{id}/content?download=true")
    assert answer.body() == contents


@pytest.mark.reads
def test_versions_have_small_pictures_of_their_own(admin_page, documents):
    page = admin_page
    page.goto(f"/documents/{documents[FILM]}")
    wait_for_module(page, "document")
    pictures = page.locator("#versions img.thumbnail")
    pictures.first.scroll_into_view_if_needed()
    assert pictures.count() == 3
    assert len({picture.get_attribute("src") for picture in pictures.all()}) == 3
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        assert is_drawn(picture)


@pytest.mark.reads
def test_a_picture_that_cannot_be_fetched_leaves_the_card_as_it_is(admin_page, violations):
    page = admin_page
    violations.allow("Failed to load resource: net::ERR_FAILED")
    violations.allow("request failed: GET .*/renditions/.* net::ERR_FAILED")
    page.route("**/renditions/**", lambda route: route.abort())
    page.goto("/documents?view=grid")
    wait_for_module(page, "documents")
    card(page, FILM).scroll_into_view_if_needed()
    expect(card(page, FILM).locator(".document-title")).to_be_visible()
    before = card(page, FILM).bounding_box()
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    wait_for_module(page, "documents")
    card(page, FILM).locator("img.thumbnail").evaluate("(image) => image.decode()")
    assert card(page, FILM).bounding_box()["height"] == before["height"]


@pytest.mark.reads
def test_the_viewer_shows_what_lies_near_as_small_pictures_that_lead_there(people, server, documents):
    page = people.page(server, "jordan", width=1440)
    page.goto(f"/documents/{documents[FILM]}/view")
    wait_for_module(page, "viewer")
    near = page.locator(".viewer-strip a")
    assert [link.get_attribute("data-steps") for link in near.all()] == ["-3", "-2", "-1", "1", "2", "3"]
    place = page.locator("nav.viewer-bottom")
    number, count = int(place.get_attribute("data-position")), place.get_attribute("data-count")
    wanted = near.nth(4).get_attribute("title")
    near.nth(4).click()
    expect(page.locator(".viewer-position")).to_have_text(f"{number + 2} of {count}")
    expect(page.locator(".viewer-title")).to_have_text(wanted)
    pictures = page.locator(".viewer-strip img")
    assert pictures.count() > 0 and is_drawn(pictures.first)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(near.first).to_be_hidden()


@pytest.mark.reads
def test_the_viewers_small_pictures_are_links_without_scripts(no_script_page, documents):
    page = no_script_page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/documents/{documents[FILM]}/view")
    link = page.locator(".viewer-strip a").last
    wanted = link.get_attribute("title")
    link.click()
    expect(page.locator(".viewer-title")).to_have_text(wanted)
