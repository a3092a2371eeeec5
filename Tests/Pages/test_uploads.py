"""Uploads from a page, through everything that may come between."""

import os
import pathlib
import re
import threading

import pytest
from client import Client
from example import ExampleServer
from library import module_address, wait_for_module
from playwright.sync_api import expect
from proxy import Proxy
from serving import Workspace, film, wait_until

MB = 1_000_000
SLOW = 30_000
FORM = "/documents/new"
# A page without a form.
OTHER = "/account"
LISTEN = """() => {
  window.changed = [];
  document.addEventListener("compass:document-changed", (event) => window.changed.push(event.detail.document));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    workspace = Workspace(pathlib.Path(os.environ["COMPASS_PROGRAM"]), tmp_path_factory.mktemp("uploads") / "workspace")
    with (workspace.folder / "compass.yaml").open("a", encoding="utf-8") as file:
        file.write("document-types: { highlight_video: { max-size: 2GB } }\n")
    workspace.add_person("jordan", "admin")
    running = ExampleServer(workspace).start()
    try:
        running.client = Client(running, workspace.token("jordan", "documents:read"))
        yield running
    finally:
        # Its log is not looked at: it has what became of the connections that are cut here.
        running.kill()


@pytest.fixture
def site(server):
    proxy = Proxy(server)
    yield proxy
    proxy.stop()


@pytest.fixture
def context(people, server, site, violations):
    """Of Jordan. What is answered and what does not come is each test's own to look at."""
    violations.allow(r"^(status \d+|request failed|console: Failed to load resource)")
    return people.context(
        server, "jordan", base_url=site.url, viewport={"width": 1100, "height": 800}, reduced_motion="no-preference")


@pytest.fixture
def make(tmp_path):
    """Makes films that nothing else has, as files."""

    def make(name, size=12 * MB):
        path = tmp_path / name
        path.write_bytes(film(size, f"{tmp_path} {name}"))
        return path

    return make


@pytest.fixture
def page(context, site):
    return opened(context, site)


def opened(context, site, path=FORM):
    page = context.new_page()
    show(page, site, path)
    return page


def show(page, site, path=FORM):
    page.goto(site.url + path)
    if page.locator(".upload-form").count():
        wait_for_module(page, "upload")
    page.evaluate(LISTEN)


def add(page, *paths, title=None, type="highlight_video", press=lambda button: button.click()):
    page.locator("#type").select_option(type)
    page.locator("#file").set_input_files(paths)
    if len(paths) == 1:
        page.locator("#title").fill(title or paths[0].stem)
    press(page.get_by_role("button", name="Upload", exact=True))


def row(page, name):
    return page.locator(".upload-row").filter(has=page.get_by_text(name, exact=True))


def expect_state(page, name, state, timeout=SLOW):
    expect(row(page, name)).to_have_attribute("data-state", state, timeout=timeout)


def expect_stored(server, title, path):
    """Its document is there once, in one version, with these bytes."""
    return server.client.expect_stored_once(title, path.read_bytes())


# The way it should go


def test_version_that_is_no_positive_whole_number_is_told_below_its_field(page):
    page.get_by_role("button", name="Upload", exact=True).press("Enter")
    version, message = page.locator("#version"), page.locator("#version-error")
    for wrong in ["0", "-5", "1.5", "e"]:
        version.fill("")
        version.press_sequentially(wrong)
        page.get_by_role("button", name="Upload", exact=True).press("Enter")
        expect(message).to_have_text("Enter a whole number from 1, or nothing.")
    version.fill("2")
    page.get_by_role("button", name="Upload", exact=True).press("Enter")
    expect(message).to_have_count(0)


def test_counters_begin_again_with_a_form_that_was_answered(page, make):
    page.locator("#description").fill("Words.")
    expect(page.locator("[data-counts=description]")).to_have_text("6 of 500")
    add(page, make("counted.mp4", 1 * MB))
    expect(page.locator("#description")).to_have_value("")
    expect(page.locator("[data-counts=description]")).to_have_text("0 of 500")
    expect(page.locator("[data-counts=title]")).to_have_text("0 of 100")


@pytest.mark.core
def test_three_files_are_sent_two_at_a_time_and_become_documents(page, site, server, make):
    films = [make(f"match-day_{number}.mp4") for number in (1, 2, 3)]
    gate, second = site.hold(4 * MB), site.hold(4 * MB)
    add(page, *films)
    gate.wait()
    second.wait()
    expect_state(page, films[2].name, "queued")
    gate.release()
    second.release()
    for path in films:
        expect_state(page, path.name, "ready")
        expect_stored(server, path.stem.replace("-", " ").replace("_", " "), path)
    assert site.most == 2
    assert len(page.evaluate("window.changed")) == 3
    row(page, films[0].name).get_by_role("link", name="Open match day 1").click()
    page.wait_for_url(f"**/documents/{server.client.document('match day 1')['id']}")


def test_school_and_description_are_on_the_document(page, server, make):
    path = make("described.mp4", 100_000)
    page.locator("#school").select_option("stanford")
    page.locator("#description").fill("Against the rivals")
    page.locator("#version").fill("7")
    add(page, path)
    expect_state(page, path.name, "ready")
    document = expect_stored(server, "described", path)
    assert (document["school"], document["description"], document["version"]) == ("stanford", "Against the rivals", 1)
    expect(row(page, path.name)).to_contain_text("Stored as version 1, which is the next one.")


def test_progress_is_shown_as_it_comes_and_announced_by_quarters_only(page, site, make):
    path = make("quarters.mp4", 30 * MB)
    said = page.evaluate_handle(
        """() => {
          const said = [];
          new MutationObserver((changes) => {
            for (const change of changes) {
              if (!change.target.matches?.("[role=status].upload-news")) continue;
              for (const node of change.addedNodes) said.push(node.textContent);
            }
          }).observe(document, { childList: true, subtree: true });
          return said;
        }""")
    gates = [site.hold(7 * MB) for _ in range(3)]
    add(page, path)
    bar = page.get_by_role("progressbar", name=path.name)
    for gate, least in zip(gates, [1, 28, 56], strict=True):
        gate.wait()
        wait_until("the bar moves", lambda least=least: least <= bar.evaluate("bar => bar.value") <= least + 28)
        figures = row(page, path.name).locator(".upload-figures")
        expect(figures).to_have_text(re.compile(r"^[1-9]\d%\s*[\d.]+ MB of 30 MB"))
        gate.release()
    expect_state(page, path.name, "ready")
    expect(page.locator("[role=status].upload-news")).to_contain_text("is ready")
    numbers = [int(found[1]) for text in said.json_value() if (found := re.search(r": (\d+)%", text))]
    assert numbers == sorted(set(numbers)) and set(numbers) <= {0, 25, 50, 75, 100} and 100 in numbers
    expect(page.locator("[role=alert].upload-news")).to_be_empty()


@pytest.mark.core
def test_a_new_version_joins_its_document(context, site, server, make):
    first, second = make("season.mp4", 100_000), make("season-better.mp4", 110_000)
    page = opened(context, site)
    add(page, first, title="Versioned")
    expect_state(page, first.name, "ready")
    document = server.client.document("Versioned")
    page = opened(context, site, f"/documents/{document['id']}/versions/new")
    page.locator("#file").set_input_files(second)
    page.get_by_role("button", name="Upload", exact=True).click()
    expect_state(page, second.name, "ready")
    versions = server.client.get(f"/api/v1/documents/{document['id']}/versions")["versions"]
    assert [(one["version"], one["size"]) for one in versions] == [(2, 110_000), (1, 100_000)]


def test_rapid_clicks_add_a_file_once(page, server, make):
    path = make("rapid.mp4", 100_000)
    page.locator("#type").select_option("highlight_video")
    page.locator("#title").fill("rapid")
    page.locator("#file").set_input_files(path)
    page.get_by_role("button", name="Upload", exact=True).click(click_count=5, delay=5)
    expect_state(page, path.name, "ready")
    expect(page.locator(".upload-row")).to_have_count(1)
    expect(page.locator(".field-error:visible")).to_have_count(0)
    expect_stored(server, "rapid", path)


# People's hands


def test_a_paused_file_waits_and_goes_on_where_it_was(page, site, server, make):
    path = make("paused.mp4", 20 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    page.get_by_role("button", name="Pause paused.mp4").click()
    expect_state(page, path.name, "paused")
    expect(page.get_by_role("button", name="Resume paused.mp4")).to_be_focused()
    gate.cut()
    page.get_by_role("button", name="Resume paused.mp4").click()
    expect_state(page, path.name, "ready")
    expect_stored(server, "paused", path)
    assert site.count("POST", "/api/v1/uploads") == 1


def test_a_cancelled_file_is_given_up_on_the_server(page, site, server, make):
    path = make("cancelled.mp4", 20 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    page.get_by_role("button", name="Cancel cancelled.mp4").click()
    expect(page.locator(".upload-row")).to_have_count(0)
    gate.cut()
    wait_until(
        "the upload is gone",
        lambda: not [one for one in server.client.get("/api/v1/uploads")["uploads"] if one["name"] == path.name])


def test_finished_rows_are_cleared(page, make):
    path = make("cleared.mp4", 100_000)
    add(page, path)
    expect_state(page, path.name, "ready")
    page.get_by_role("button", name="Clear finished").click()
    expect(page.locator(".upload-row")).to_have_count(0)
    expect(page.locator("#uploads")).to_be_hidden()
    page.reload()
    wait_for_module(page, "upload")
    expect(page.locator(".upload-row")).to_have_count(0)


# What comes between


def test_a_killed_server_costs_nothing_but_time(page, site, server, make):
    path = make("killed.mp4", 30 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    server.restart()
    gate.release()
    expect_state(page, path.name, "ready")
    expect_stored(server, "killed", path)
    assert site.count("POST", "/api/v1/uploads") == 1


@pytest.mark.core
def test_a_lost_answer_and_a_killed_server_after_the_last_byte_store_a_file_once(page, site, server, make):
    path = make("answered.mp4", 5 * MB)
    gate = site.lose_answer()
    add(page, path)
    gate.wait()
    expect_state(page, path.name, "verifying")
    server.restart()
    gate.release()
    expect_state(page, path.name, "ready")
    expect_stored(server, "answered", path)
    assert site.count("POST", "/api/v1/uploads") == 1
    assert site.sent < 11 * MB


@pytest.mark.core
def test_a_page_closed_in_the_middle_goes_on_when_it_is_opened_again(context, site, server, make):
    path = make("closed.mp4", 30 * MB)
    page = opened(context, site)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    page.close()
    gate.cut()
    page = opened(context, site, OTHER)
    expect_state(page, path.name, "ready")
    expect_stored(server, "closed", path)
    assert site.count("POST", "/api/v1/uploads") == 1
    assert site.sent < 30 * MB + 9 * MB


def test_a_large_file_is_asked_for_again_and_goes_on(context, site, server, make):
    path = make("large.mp4", 210 * MB)
    page = opened(context, site)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    page.close()
    gate.cut()
    page = opened(context, site, OTHER)
    expect_state(page, path.name, "missing")
    expect(row(page, path.name)).to_contain_text("Choose large.mp4 again to go on.")
    other = make("other.mp4", 100_000)
    for file, state in [(other, "missing"), (path, "uploading")]:
        with page.expect_file_chooser() as choice:
            page.get_by_role("button", name="Choose large.mp4 again").click()
        choice.value.set_files(file)
        if state == "missing":
            expect(page.get_by_text("is not the file that was chosen before").first).to_be_visible()
    expect_state(page, path.name, "ready", timeout=60_000)
    expect_stored(server, "large", path)
    assert site.count("POST", "/api/v1/uploads") == 1


def test_a_connection_cut_in_the_middle_of_a_piece_is_tried_again(page, site, server, make):
    path = make("cut.mp4", 20 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    # Chromium sends a request again by itself when a connection breaks that was used before: that is refused, and not meant.
    again = site.hold(1 * MB, resumes=True)
    gate.cut()
    expect(row(page, path.name)).to_contain_text(re.compile("The connection was (lost|interrupted)"))
    expect(page.locator("[role=alert].upload-news")).to_contain_text("Trying again.")
    again.wait()
    expect_state(page, path.name, "uploading")
    expect(row(page, path.name)).not_to_contain_text("The connection was")
    again.release()
    expect_state(page, path.name, "ready")
    expect_stored(server, "cut", path)
    assert site.count("POST", "/api/v1/uploads") == 1


def test_offline_waits_for_the_connection_and_says_so(context, page, site, server, make):
    path = make("offline.mp4", 20 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    context.set_offline(True)
    gate.cut()
    expect(row(page, path.name)).to_contain_text("Waiting for the connection")
    expect(page.locator(".upload-notice")).to_contain_text("You are offline.")
    context.set_offline(False)
    expect(page.locator(".upload-notice")).to_be_hidden()
    expect_state(page, path.name, "ready")
    expect_stored(server, "offline", path)


def test_a_stalled_file_is_sent_again_with_a_note(context, site, server, make):
    path = make("stalled.mp4", 20 * MB)
    page = context.new_page()
    page.clock.install()
    show(page, site)
    gate = site.hold(1 * MB)
    add(page, path)
    gate.wait()
    page.clock.fast_forward(31_000)
    expect(row(page, path.name)).to_contain_text("No progress for 30 seconds.")
    gate.cut()
    page.clock.fast_forward(5_000)
    expect_state(page, path.name, "ready")
    expect_stored(server, "stalled", path)


def test_a_file_that_was_changed_meanwhile_is_asked_for_again_and_sent_whole(page, site, server, make):
    path = make("changed.mp4", 30 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    make("changed.mp4", 12 * MB)
    gate.cut()
    expect_state(page, path.name, "missing")
    expect(row(page, path.name)).to_contain_text(
        "The file has changed since it was chosen. Choose changed.mp4 again to go on.")
    with page.expect_file_chooser() as choice:
        page.get_by_role("button", name="Choose changed.mp4 again").click()
    choice.value.set_files(path)
    expect_state(page, path.name, "ready")
    expect_stored(server, "changed", path)


def test_an_upload_that_the_server_has_forgotten_begins_anew(page, site, server, make):
    path = make("forgotten.mp4", 20 * MB)
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    page.get_by_role("button", name="Pause forgotten.mp4").click()
    expect_state(page, path.name, "paused")
    site.answer("HEAD", 410, "It has expired or was cancelled.")
    gate.release()
    page.get_by_role("button", name="Resume forgotten.mp4").click()
    expect_state(page, path.name, "ready")
    expect_stored(server, "forgotten", path)
    assert site.count("POST", "/api/v1/uploads") == 2


def test_two_tabs_send_a_file_once_and_show_the_same(context, site, server, make):
    first, second = opened(context, site), opened(context, site)
    films = [make("tab-one.mp4", 20 * MB), make("tab-two.mp4", 20 * MB)]
    gate = site.hold(4 * MB)
    add(first, films[0])
    gate.wait()
    expect_state(second, films[0].name, "uploading")
    add(second, films[1])
    expect_state(second, films[1].name, "ready")
    expect_state(first, films[1].name, "ready")
    # What the other tab sends can be paused here, and goes on here when the other one is closed.
    second.get_by_role("button", name="Pause tab-one.mp4").click()
    expect_state(first, films[0].name, "paused")
    gate.cut()
    first.close()
    second.get_by_role("button", name="Resume tab-one.mp4").click()
    expect_state(second, films[0].name, "ready")
    for path in films:
        expect_stored(server, path.stem, path)
    assert site.count("POST", "/api/v1/uploads") == 2


# What the tab says is in `window.said`; it hears others only as long as `window.hears`, and the rest once that is so again.
LATE = """
window.said = [];
window.hears = true;
window.BroadcastChannel = class extends BroadcastChannel {
  #waiting = [];
  postMessage(message) {
    window.said.push(message);
    super.postMessage(message);
  }
  set onmessage(hear) {
    window.hearAll = () => { window.hears = true; this.#waiting.splice(0).forEach(hear); };
    super.onmessage = (event) => window.hears ? hear(event) : this.#waiting.push(event);
  }
};"""


def test_a_tab_that_hears_late_takes_nothing_back_of_what_another_one_has_done(context, site, server, make):
    first, second = opened(context, site), context.new_page()
    second.add_init_script(LATE)
    show(second, site)
    films = [make("early.mp4", 20 * MB), make("late.mp4", 20 * MB)]
    gate = site.hold(4 * MB)
    add(first, films[0])
    gate.wait()
    expect_state(second, films[0].name, "uploading")
    # The first tab begins the second file; the second tab keeps it, and does not know that it is begun.
    begun = site.held["/api/v1/uploads"] = threading.Event()
    second.evaluate("window.hears = false")
    add(second, films[1])
    wait_until("the second upload is announced", lambda: site.count("POST", "/api/v1/uploads") == 2)
    wait_until(
        "the second tab keeps the file", lambda: second.evaluate("said.some((message) => message.entry?.isKept)"))
    begun.set()
    expect_state(first, films[1].name, "ready")
    second.evaluate("hearAll()")
    expect_state(second, films[1].name, "ready")
    gate.release()
    for path in films:
        expect_state(second, path.name, "ready")
        expect_stored(server, path.stem, path)
    assert site.count("POST", "/api/v1/uploads") == 2


def test_a_tab_takes_over_what_a_closed_one_was_sending(context, site, server, make):
    first, second = opened(context, site), opened(context, site, OTHER)
    path = make("taken-over.mp4", 30 * MB)
    gate = site.hold(4 * MB)
    add(first, path)
    gate.wait()
    first.close()
    gate.cut()
    expect_state(second, path.name, "ready")
    expect_stored(server, "taken-over", path)
    assert site.count("POST", "/api/v1/uploads") == 1


# Refusals


@pytest.mark.core
def test_a_film_that_is_none_is_refused_with_the_pipelines_reason(page, server, tmp_path):
    path = tmp_path / "letter.mp4"
    path.write_text("Dear coach\n" * 100, encoding="utf-8")
    add(page, path, title="No film")
    expect_state(page, path.name, "refused")
    expect(row(page, path.name)).to_contain_text("letter.mp4 is plain text (text/plain), not a video")
    expect(page.locator("[role=alert].upload-news")).to_contain_text("letter.mp4 is plain text")
    expect(row(page, path.name).get_by_role("button", name="Retry letter.mp4")).to_have_count(0)
    assert server.client.get("/api/v1/documents?search=film")["documents"] == []


def test_bytes_that_are_stored_already_lead_to_their_document(page, server, make):
    path = make("twice.mp4", 100_000)
    add(page, path, title="Twice")
    expect_state(page, path.name, "ready")
    page.get_by_role("button", name="Remove twice.mp4").click()
    add(page, path, title="Twice again")
    expect_state(page, path.name, "ready")
    expect(row(page, path.name)).to_contain_text("The server has had this very file before")
    expect(row(page, path.name)).to_contain_text("so nothing was added. It is known as Twice.")
    expect(row(page, path.name).get_by_role("link", name="Open Twice")).to_be_visible()
    expect_stored(server, "Twice", path)


@pytest.mark.parametrize(
    ("status", "state", "detail"), [
        (507, "failed", "There is no room for it."),
        (413, "refused", "The file is larger than those of its type may be."),
        (403, "failed", "Only admins upload for others.")])
def test_an_answer_that_will_not_pass_is_shown_and_not_asked_again(page, site, make, status, state, detail):
    path = make(f"answered-{status}.mp4", 100_000)
    site.answer("POST", status, detail)
    add(page, path)
    expect_state(page, path.name, state)
    expect(row(page, path.name)).to_contain_text(detail)
    assert site.count("POST", "/api/v1/uploads") == 1


def test_a_file_that_failed_is_tried_again_by_hand(page, site, server, make):
    films = [make("by-hand-1.mp4", 100_000), make("by-hand-2.mp4", 100_000)]
    site.answer("POST", 507, "There is no room for it.", times=2)
    add(page, *films)
    for path in films:
        expect_state(page, path.name, "failed")
    page.get_by_role("button", name="Retry all failed").click()
    for path in films:
        expect_state(page, path.name, "ready")
        expect_stored(server, path.stem.replace("-", " "), path)


def test_too_many_requests_wait_as_long_as_the_server_says(page, site, server, make):
    path = make("patient.mp4", 100_000)
    site.answer("POST", 429, "Too many.", Retry_After="3")
    began = page.evaluate("performance.now()")
    add(page, path)
    expect(row(page, path.name)).to_contain_text("Too many.")
    expect_state(page, path.name, "ready")
    assert page.evaluate("performance.now()") - began >= 3000
    expect_stored(server, "patient", path)


def test_a_server_that_stays_broken_is_asked_five_times_more(context, site, make):
    path = make("broken.mp4", 100_000)
    page = context.new_page()
    page.clock.install()
    show(page, site)
    site.answer("POST", 500, "It broke.", times=6)
    add(page, path)
    for number in range(1, 6):
        expect(row(page, path.name)).to_contain_text(f"Trying again ({number} of 5)")
        page.clock.fast_forward(30_000)
    expect_state(page, path.name, "failed")
    expect(row(page, path.name)).to_contain_text("Upload failed. Please try again. It broke.")
    assert site.count("POST", "/api/v1/uploads") == 6


@pytest.mark.core
def test_an_expired_sign_in_stops_the_queue_until_somebody_signs_in(context, page, site, server, make):
    path = make("signed-out.mp4", 20 * MB)
    cookies = context.cookies()
    gate = site.hold(4 * MB)
    add(page, path)
    gate.wait()
    context.clear_cookies()
    gate.release()
    expect(row(page, path.name)).to_contain_text("Waiting for you to sign in")
    link = page.get_by_role("link", name="Sign in in a new tab")
    expect(link).to_have_attribute("href", "/sign-in")
    context.add_cookies(cookies)
    page.get_by_role("button", name="Go on").click()
    expect_state(page, path.name, "ready")
    expect_stored(server, "signed-out", path)


# Choosing


def test_upload_is_disabled_until_there_is_something_to_upload(page, tmp_path):
    button = page.get_by_role("button", name="Upload", exact=True)
    expect(button).to_have_attribute("aria-disabled", "true")
    page.locator("#type").select_option("transcript")
    page.locator("#title").fill("Grades")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute("title", "Choose a file.")
    wrong, good = tmp_path / "grades.mp4", tmp_path / "grades.txt"
    for file in (wrong, good):
        file.write_text("Grades.", encoding="utf-8")
    page.locator("#file").set_input_files(wrong)
    expect(button).to_have_attribute("aria-disabled", "true")
    page.locator("#file").set_input_files(good)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute("title", "")
    page.locator("#version").fill("0")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.locator("#version").fill("")
    expect(button).not_to_have_attribute("aria-disabled", "true")


def test_missing_fields_are_told_below_them_and_the_first_has_the_focus(page):
    page.get_by_role("button", name="Upload", exact=True).press("Enter")
    for name, message in [
        ("type", "Choose a document type."), ("title", "Enter a title."), ("file", "Choose a file.")]:
        expect(page.locator(f"#{name}")).to_have_attribute("aria-invalid", "true")
        expect(page.locator(f"#{name}")).to_have_accessible_description(re.compile(re.escape(message)))
    expect(page.locator("#type")).to_be_focused()
    page.locator("#type").select_option("transcript")
    expect(page.locator("#type")).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.core
@pytest.mark.parametrize(
    ("name", "size", "message"), [
        ("film.mkv", 10, "Invalid file type. Highlight Video requires .mp4, .mov, .avi."),
        ("film.mp4", 0, "film.mp4 is empty (0 bytes). A document needs contents."),
        ("film.mp4", 1_000_001, "File exceeds 1MB limit. Please compress or choose a smaller file.")])
def test_a_file_that_cannot_be_taken_is_refused_before_it_is_sent(context, site, tmp_path, name, size, message):
    site.changes[FORM] = (r"(highlight_video[^:]*:)2000000000", r"\g<1>1000000")
    page = opened(context, site)
    path = tmp_path / name
    path.write_bytes(b"x" * size)
    add(page, path, press=lambda button: button.press("Enter"))
    expect(page.locator(".upload-file .field-error")).to_have_text(message)
    expect(page.locator("#file")).to_have_accessible_description(re.compile(re.escape(message)))
    expect(page.locator("#file")).to_be_focused()
    assert site.count("POST") == 0


def test_of_several_files_only_the_wrong_one_is_refused(page, server, make, tmp_path):
    good, wrong = make("good.mp4", 100_000), tmp_path / "wrong.txt"
    wrong.write_text("x", encoding="utf-8")
    add(page, good, wrong)
    expect_state(page, good.name, "ready")
    expect(page.locator(".upload-row")).to_have_count(1)
    message = "Invalid file type. Highlight Video requires .mp4, .mov, .avi."
    expect(page.locator(".upload-file")).to_contain_text(message)
    expect_stored(server, "good", good)


def test_titles_of_several_files_come_from_their_names_and_can_be_edited(page, server, make):
    films = [make("junior-year_cuts.mp4", 100_000), make("b.mp4", 100_000)]
    page.locator("#type").select_option("highlight_video")
    page.locator("#file").set_input_files(films)
    expect(page.locator("#title")).to_be_hidden()
    expect(page.get_by_label("Title of junior-year_cuts.mp4")).to_have_value("junior year cuts")
    page.get_by_label("Title of b.mp4").fill("")
    page.get_by_role("button", name="Upload", exact=True).press("Enter")
    expect(page.get_by_label("Title of b.mp4")).to_be_focused()
    expect(page.get_by_label("Title of b.mp4")).to_have_accessible_description("Enter a title.")
    page.get_by_label("Title of b.mp4").fill("Edited title")
    page.get_by_role("button", name="Upload", exact=True).click()
    for path, title in zip(films, ["junior year cuts", "Edited title"], strict=True):
        expect_state(page, path.name, "ready")
        expect_stored(server, title, path)


def test_two_files_of_one_name_do_not_become_one_document(page, make):
    page.locator("#file").set_input_files([make("cut.mp4", 100_000), make("cut.mov", 100_000)])
    expect(page.get_by_label("Title of cut.mp4")).to_have_value("cut")
    expect(page.get_by_label("Title of cut.mov")).to_have_value("cut 2")


DRAG = """([names, kind, type]) => {
  const transfer = new DataTransfer();
  for (const name of names) {
    if (type === "Files") transfer.items.add(new File(["x".repeat(1000)], name, { lastModified: 1 }));
    else transfer.items.add("words", "text/plain");
  }
  const event = new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector("h1").dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_files_dropped_anywhere_are_chosen(page):
    page.evaluate(DRAG, [["a.csv"], "dragenter", "Files"])
    expect(page.locator(".drop-overlay")).to_be_visible()
    expect(page.get_by_text("Drop files to upload them")).to_be_visible()
    assert page.evaluate(DRAG, [["a.csv"], "dragover", "Files"])
    assert page.evaluate(DRAG, [["a.csv", "b.csv"], "drop", "Files"])
    expect(page.locator(".drop-overlay")).to_be_hidden()
    expect(page.locator(".upload-file")).to_have_count(2)
    expect(page.locator("#type")).to_have_value("stats_sheet")
    page.evaluate(DRAG, [["a.csv", "c.csv"], "drop", "Files"])
    expect(page.locator(".upload-file")).to_have_count(3)


def test_a_drag_of_words_is_left_alone(page):
    page.evaluate(DRAG, [["a"], "dragenter", "Words"])
    expect(page.locator(".drop-overlay")).to_be_hidden()
    assert not page.evaluate(DRAG, [["a"], "drop", "Words"])


def test_files_dropped_beside_the_sheet_that_uploads_are_chosen_in_it(context, site):
    page = opened(context, site, "/documents")
    page.get_by_role("link", name="Upload new document").click()
    sheet = page.get_by_role("dialog", name="Upload Document")
    expect(sheet.locator("#type")).to_be_visible()
    wait_for_module(page, "upload")
    page.evaluate(DRAG, [["a.csv"], "dragenter", "Files"])
    expect(sheet.locator(".drop-overlay")).to_be_visible()
    page.evaluate(DRAG, [["a.csv"], "drop", "Files"])
    expect(sheet.locator(".upload-file")).to_have_count(1)


def test_files_dropped_on_the_list_open_the_sheet_that_uploads_with_them(context, site):
    page = opened(context, site, "/documents")
    wait_for_module(page, "documents")
    page.evaluate(DRAG, [["a.csv", "b.csv"], "dragenter", "Files"])
    expect(page.locator(".drop-overlay")).to_be_visible()
    page.evaluate(DRAG, [["a.csv", "b.csv"], "drop", "Files"])
    sheet = page.get_by_role("dialog", name="Upload Document")
    expect(sheet.locator(".upload-file")).to_have_count(2)
    expect(sheet.locator("#type")).to_have_value("stats_sheet")


ASKS = """() => {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_leaving_is_not_asked_about_as_the_next_page_goes_on(page, site, server, make):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    gate = site.hold(4 * MB)
    path = make("left.mp4", 20 * MB)
    add(page, path)
    gate.wait()
    wait_until("the browser keeps the file", lambda: not page.evaluate(ASKS))
    page.get_by_role("link", name="Runs", exact=True).click()
    page.wait_for_url("**/runs")
    gate.cut()
    # Neither does one whose file was not read yet on this page.
    wait_until("nothing is asked on the next page", lambda: not page.evaluate(ASKS))
    expect_state(page, path.name, "ready")
    assert asked == []
    expect_stored(server, "left", path)


def test_leaving_is_asked_about_while_a_file_is_sent_that_the_browser_does_not_keep(context, site, make):
    context.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };")
    page = opened(context, site)
    assert not page.evaluate(ASKS)
    gate = site.hold(4 * MB)
    path = make("asked.mp4", 20 * MB)
    add(page, path)
    gate.wait()
    expect_state(page, path.name, "uploading")
    assert page.evaluate(ASKS)
    gate.release()
    expect_state(page, path.name, "ready")
    assert not page.evaluate(ASKS)


def test_words_and_figures_are_those_of_the_specification(page):
    found = page.evaluate(
        """async (addresses) => {
          const [check, state, words] = await Promise.all(addresses.map((address) => import(address)));
          const rate = new state.Rate();
          for (let second = 0; second <= 10; second += 1) rate.add(second * 1e6, second * 1000);
          const entry = { state: "uploading", size: 100e6, offset: 45e6, tries: 0 };
          return {
            limits: [100e6, 2e9, 1.5e6, 999].map(check.limitText),
            titles: ["fall-season_2026.mp4", "clip", ".mp4", "a.b.mov", "x".repeat(150) + ".mp4"]
              .map(check.titleFromName),
            rate: rate.value(10000), early: new state.Rate().value(0), facts: words.factTexts(entry, 5e6),
            delays: [1, 2, 3, 4, 5].map((tries) => state.delay(tries, () => 0.5)),
            late: state.step({ ...entry, state: "paused" }, { kind: "progress", offset: 50e6 }).offset,
          };
        }""", [module_address(page, name) for name in ("upload-check", "upload-state", "upload-words")])
    assert found["limits"] == ["100MB", "2GB", "1.5MB", "999 bytes"]
    assert found["titles"] == ["fall season 2026", "clip", ".mp4", "a.b", "x" * 100]
    assert found["rate"] == pytest.approx(1e6) and found["early"] is None
    assert found["facts"] == ["45%", "45 MB of 100 MB", "5.0 MB/s", "11 seconds left"]
    assert found["delays"] == [1000, 2000, 4000, 8000, 16000]
    assert found["late"] == 45e6


# For everybody


def crowd(page, site, make, tmp_path):
    """A queue with rows of many kinds."""
    words = tmp_path / "letter-with-a-very-long-name-that-nobody-would-ever-want-to-read-to-its-end.mp4"
    words.write_text("Dear coach\n" * 100, encoding="utf-8")
    add(page, make("fall-highlights.mp4", 100_000))
    expect_state(page, "fall-highlights.mp4", "ready")
    site.answer("POST", 507, "There is no room for it.")
    add(page, make("no-room.mp4", 100_000))
    expect_state(page, "no-room.mp4", "failed")
    add(page, words)
    expect_state(page, words.name, "refused")
    gate, other = site.hold(3 * MB), site.hold(1 * MB)
    add(page, make("junior-year.mp4", 8 * MB), make("spring-game.mp4", 9 * MB), make("summer-camp.mp4", 5 * MB))
    gate.wait()
    other.wait()
    page.get_by_role("button", name="Pause spring-game.mp4").click()
    expect_state(page, "spring-game.mp4", "paused")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_full_queue(page, site, make, tmp_path, scheme, axe):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.get_by_role("button", name="Upload", exact=True).press("Enter")
    expect(page.locator(".field-error:visible").first).to_be_visible()
    axe(page)
    crowd(page, site, make, tmp_path)
    axe(page)


def test_320_pixels_are_enough(page, site, make, tmp_path, axe):
    page.set_viewport_size({"width": 320, "height": 640})
    crowd(page, site, make, tmp_path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("[...document.querySelectorAll('#uploads *')].every((node) => node.scrollWidth <= 320)")
    small = page.evaluate(
        """() => [...document.querySelectorAll("#uploads button, #uploads a")].filter((node) => node.checkVisibility())
          .map((node) => node.getBoundingClientRect()).filter((box) => box.width < 44 || box.height < 44).length""")
    assert small == 0
    axe(page)


def test_a_low_window_has_the_queue_in_the_page(page, site, make, tmp_path):
    crowd(page, site, make, tmp_path)
    page.set_viewport_size({"width": 320, "height": 256})
    expect(page.locator("#uploads")).to_have_css("position", "static")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_everything_is_done_by_keyboard(page, site, server, make):
    path = make("keys.mp4", 20 * MB)
    # The browser is told that choosers are waited for by another way than that of the keys, which might be quicker: so early.
    page.on("filechooser", lambda _: None)
    page.locator("#type").focus()
    page.keyboard.type("High")
    page.keyboard.press("Tab")
    page.keyboard.type("By keys")
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.locator("#file")).to_be_focused()
    with page.expect_file_chooser() as choice:
        page.keyboard.press("Space")
    choice.value.set_files(path)
    gate = site.hold(4 * MB)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Remove keys.mp4")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    gate.wait()
    pause = page.get_by_role("button", name="Pause keys.mp4")
    expect(pause).to_be_visible()
    for _ in range(12):
        if pause.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(pause).to_be_focused()
    page.keyboard.press("Space")
    expect_state(page, path.name, "paused")
    gate.cut()
    expect(page.get_by_role("button", name="Resume keys.mp4")).to_be_focused()
    page.keyboard.press("Enter")
    expect_state(page, path.name, "ready")
    expect_stored(server, "By keys", path)


def test_what_is_done_is_folded_on_the_next_page(page, site, make):
    path = make("done.mp4", 100_000)
    add(page, path)
    expect_state(page, path.name, "ready")
    expect(page.locator(".upload-row")).to_be_visible()
    page.goto(site.url + OTHER)
    expect(page.get_by_role("button", name="1 file ready")).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".upload-row")).to_be_hidden()
    show(page, site)
    add(page, make("more.mp4", 100_000))
    expect_state(page, "more.mp4", "ready")
    expect(row(page, "more.mp4")).to_be_visible()


def test_a_folded_queue_stays_folded_on_the_next_page(page, site, make):
    path = make("folded.mp4", 100_000)
    add(page, path)
    expect_state(page, path.name, "ready")
    page.get_by_role("button", name="1 file ready").click()
    expect(page.locator(".upload-row")).to_be_hidden()
    page.goto(site.url + OTHER)
    expect(page.get_by_role("button", name="1 file ready")).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".upload-row")).to_be_hidden()
