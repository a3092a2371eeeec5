"""What coaches see who were given a link."""

import json
import urllib.request

import pytest
from example import make_link
from library import add_carelessly, documents_of
from odd_files import png
from playwright.sync_api import expect

TITLES = ["Athletic Résumé", "Junior Season Highlights", "Senior Season Statistics"]


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
def test_link_shows_the_documents_that_it_names_without_scripts(people, server, links):
    page = people.page(server, script=False)
    page.goto(links(*TITLES))
    assert sorted(page.get_by_role("heading", level=2).all_inner_texts()) == TITLES
    # Where a PDF cannot be shown, there is one more.
    assert page.get_by_role("link", name="Download").count() >= 3


@pytest.mark.core
@pytest.mark.both_browsers
def test_view_is_what_a_browser_shows_also_without_scripts_and_not_what_a_program_fetches(people, server, workspace, links):
    # Of a text the page asks for no bytes.
    path = links("Senior Season Statistics")

    def views():
        lines = workspace.compass("links", "list", "--json").splitlines()
        return next(link["views"] for link in map(json.loads, lines) if link["id"] == path.split("/")[2].split(".")[0])

    with urllib.request.urlopen(server.url + path) as answer:
        assert answer.status == 200
    assert views() == 0
    people.page(server, script=False).goto(path)
    assert views() == 1


@pytest.mark.core
@pytest.mark.both_browsers
def test_download_has_the_title_as_its_name(stranger_page, links):
    stranger_page.goto(links("Senior Season Statistics"))
    with stranger_page.expect_download() as download:
        stranger_page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "Senior Season Statistics-v12.csv"
    assert download.value.path().read_bytes().startswith(b"Date,Opponent,")


def test_image_that_does_not_come_says_so_with_the_download(stranger_page, workspace, tmp_path, violations):
    file = tmp_path / "team.png"
    file.write_bytes(png(size=(64, 48)))
    add_carelessly(workspace, file)
    [document] = [one for one in documents_of(workspace) if one["name"] == "team.png"]
    path = make_link(workspace, [document["id"]])
    stranger_page.goto(path)
    image = stranger_page.locator("img")
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") == 64
    violations.allow("status 500: (GET|HEAD)")
    stranger_page.route("**/l/*/1", lambda route: route.fulfill(status=500, body=""))
    stranger_page.goto(path)
    expect(stranger_page.get_by_role("alert")).to_contain_text("Server error. Unable to load document.")
    expect(image).to_be_hidden()
    expect(stranger_page.get_by_role("link", name="Download to view")).to_have_attribute("href", f"{path}/1?download=true")


@pytest.mark.core
def test_video_of_a_link_plays_and_seeks(stranger_page, links, violations):
    path = links("Junior Season Highlights")
    stranger_page.goto(path)
    # A page of the same site: the document of bytes itself is in a sandbox.
    stranger_page.route("**/player", lambda route: route.fulfill(body=f"<video muted src='{path}/1'></video>", headers={
        "Content-Type": "text/html"}))
    stranger_page.goto("/player")
    seen = stranger_page.evaluate("""async () => {
      const video = document.querySelector("video");
      const event = (name) => new Promise((done, fail) => {
        video.addEventListener(name, done, {once: true});
        video.addEventListener("error", () => fail(video.error.message), {once: true});
      });
      if (video.readyState < 1) await event("loadedmetadata");
      const sought = event("seeked");
      video.currentTime = video.duration - 4;
      await sought;
      await video.play();
      return [video.videoWidth, Math.round(video.duration)];
    }""")
    assert seen == [960, 30]


@pytest.mark.core
def test_link_that_was_revoked_shows_nothing(stranger_page, workspace, links, violations):
    path = links("SAT Score Report")
    workspace.compass("links", "revoke", path.split("/")[2].split(".")[0])
    violations.expect("status 404|status 410")
    answer = stranger_page.goto(path)
    assert answer.status in (404, 410)
    assert "SAT Score Report" not in stranger_page.content()


def test_page_of_a_link_fits_and_has_no_barriers(people, server, links, look, axe):
    page = people.page(server, **look)
    page.goto(links(*TITLES))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
