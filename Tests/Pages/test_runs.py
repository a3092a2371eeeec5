"""The list of runs and the page of a run: what they show, what can be done there, and how they follow what happens."""

import contextlib
import json
import re

import pytest
import serving
from playwright.sync_api import expect
from serving import wait_until


def runs(workspace, *options):
    return [json.loads(line) for line in workspace.compass("runs", "list", "--json", *options).splitlines()]


def first(workspace, status, owner_of=None):
    """The path of the newest run that ended so."""
    return f"/runs/{runs(workspace, '--status', status)[0]['run']}"


@pytest.fixture
def stuck_store(workspace):
    """Transcripts cannot be stored until `.mend()`: each upload waits for its next try."""
    return make_stuck(workspace, attempts=60)


@pytest.fixture
def broken_store(workspace):
    """Transcripts cannot be stored until `.mend()`: each upload fails."""
    return make_stuck(workspace, attempts=1)


@pytest.fixture
def failed(broken_store, workspace):
    """The path of a run that has failed; by command, since the server's log is to have no errors."""
    file = workspace.folder / "late.txt"
    file.write_text("Grades.\n", encoding="utf-8")
    with contextlib.suppress(serving.Failure):
        workspace.compass("run", "transcript", str(file))
    return f"/runs/{runs(workspace, '--status', 'failed')[0]['run']}"


def make_stuck(workspace, attempts):
    pipeline = workspace.folder / "pipelines/transcript.yaml"
    text = pipeline.read_text(encoding="utf-8")
    retry = f"retry: {{ max-attempts: {attempts}, initial: 1s, factor: 1, max: 1s, jitter: none }}"
    pipeline.write_text(re.sub(r"retry: \{.*\}", retry, text), encoding="utf-8")
    return StuckStore(workspace.folder / ".compass/objects/jordan/transcript")


class StuckStore:
    def __init__(self, folder):
        self.folder, self.aside = folder, folder.with_name("aside")
        folder.rename(self.aside)
        folder.write_bytes(b"")

    def mend(self):
        self.folder.unlink()
        self.aside.rename(self.folder)


def upload(page, server, name="late.txt"):
    """Sends a transcript, and returns the path of its run."""
    answer = page.request.post(
        f"/api/v1/documents?name={name}&type=transcript", data=f"Grades of {name}.\n",
        headers={"Content-Type": "application/octet-stream", "Origin": server.url})
    assert answer.status == 202, answer.text()
    id = answer.json()["id"]
    run = wait_until("the upload has a run", lambda: page.request.get(f"/api/v1/uploads/{id}").json()["run"])
    return f"/runs/{run}"


def open_run(page, path):
    """Once it has begun."""
    wait_until(f"{path} has begun", lambda: page.request.get(f"/api/v1{path}").ok)
    page.goto(path)
    expect(page.locator("#run")).to_be_visible()


@pytest.mark.core
@pytest.mark.reads
def test_list_shows_how_runs_ended_in_words_with_the_newest_first(admin_page, workspace):
    admin_page.goto("/runs")
    rows = admin_page.locator(".run")
    expect(rows.first.locator("h2")).to_be_visible()
    known = runs(workspace)
    assert rows.count() == min(50, len(known))
    assert rows.evaluate_all("all => all.map(row => row.dataset.run)") == [run["run"] for run in known[:50]]
    words = {run["status"].capitalize() for run in known[:50]}
    for word in words:
        expect(admin_page.locator(".run-status", has_text=word).first).to_be_visible()


@pytest.mark.both_browsers
@pytest.mark.reads
def test_list_is_narrowed_by_pipeline_and_status(admin_page, workspace):
    admin_page.goto("/runs")
    admin_page.get_by_label("Status").select_option("rejected")
    admin_page.wait_for_url("**/runs?status=rejected")
    assert set(admin_page.locator(".run").evaluate_all("all => all.map(row => row.dataset.status)")) == {"rejected"}
    admin_page.get_by_label("Pipeline").select_option("transcript")
    admin_page.wait_for_url("**pipeline=transcript**")
    expect(admin_page.locator(".run")).to_have_count(len(runs(workspace, "--status", "rejected", "--pipeline", "transcript")))


@pytest.mark.reads
def test_list_that_nothing_matches_says_so(admin_page):
    admin_page.goto("/runs?pipeline=nothing")
    expect(admin_page.get_by_role("heading", name="No runs match")).to_be_visible()
    admin_page.get_by_role("link", name="Clear filters").first.click()
    admin_page.wait_for_url("**/runs")


@pytest.mark.reads
def test_list_of_an_owner_has_no_other_owners_runs(owner_page, workspace, violations):
    owner_page.goto("/runs")
    theirs = set(owner_page.locator(".run").evaluate_all("all => all.map(row => row.dataset.run)"))
    assert theirs and len(theirs) < len(runs(workspace))
    other = next(run["run"] for run in runs(workspace) if run["run"] not in theirs and "casey" not in json.dumps(run))
    violations.expect(rf"status 404: GET .*/runs/{other}")
    assert owner_page.goto(f"/runs/{other}").status == 404


@pytest.mark.core
@pytest.mark.reads
def test_rejected_run_has_its_reason_its_place_and_what_is_next_on_top(admin_page, workspace):
    run = runs(workspace, "--status", "rejected")[0]
    admin_page.goto(f"/runs/{run['run']}")
    panel = admin_page.locator("#failure")
    expect(panel.get_by_role("heading", level=2)).to_have_text(f"Rejected at {run['error']['stage']}")
    expect(panel.locator(".failure-message")).to_have_text(run["error"]["message"])
    expect(panel.locator("code").filter(has_text=run["error"]["kind"])).to_be_visible()
    expect(panel.locator("figcaption")).to_contain_text(f"{run['pipeline']}.yaml:")
    expect(panel.locator("li.here")).to_contain_text("uses:")
    assert panel.evaluate("panel => panel.compareDocumentPosition(document.getElementById('timeline-card')) & 4")


@pytest.mark.reads
def test_stage_of_the_timeline_leads_to_its_details(admin_page, workspace):
    admin_page.goto(first(workspace, "succeeded"))
    name = admin_page.locator(".stage .stage-name").first
    name.click()
    expect(admin_page.locator(f"#details-{name.inner_text()}")).to_have_attribute("open", "")
    admin_page.get_by_text("As a table").click()
    rows = admin_page.locator(".table tbody tr")
    assert rows.count() == admin_page.locator(".timeline .stage").count()


@pytest.mark.core
@pytest.mark.both_browsers
def test_run_is_followed_until_it_has_ended(stuck_store, admin_page, server):
    open_run(admin_page, upload(admin_page, server))
    expect(admin_page.locator("#live")).to_have_text("Live")
    row = admin_page.locator(".stage[data-stage=upload]")
    expect(row).to_contain_text("Waits to try again")
    expect(row).to_contain_text(re.compile(r"attempt \d+"))
    expect(admin_page.locator(".stage[data-stage=notify]")).to_contain_text("Planned")
    admin_page.evaluate("window.isTheSamePage = true")
    stuck_store.mend()
    expect(admin_page.locator("#run")).to_have_attribute("data-status", "succeeded")
    expect(admin_page.locator("#run-news")).to_contain_text("The run has ended: Succeeded")
    expect(row).to_contain_text("Succeeded")
    assert admin_page.evaluate("window.isTheSamePage")


def test_list_shows_runs_that_begin_and_end_without_a_reload(stuck_store, admin_page, server):
    admin_page.goto("/runs")
    expect(admin_page.locator("#live")).to_have_text("Live")
    path = upload(admin_page, server)
    row = admin_page.locator(f".run[data-run='{path.removeprefix('/runs/')}']")
    expect(row).to_have_attribute("data-status", "running")
    expect(admin_page.locator("#running")).to_contain_text("1 run is running now")
    stuck_store.mend()
    expect(row).to_have_attribute("data-status", "succeeded")
    expect(admin_page.locator("#running")).to_contain_text("Nothing runs now")


@pytest.mark.core
def test_run_that_goes_on_is_cancelled_after_a_question(stuck_store, admin_page, server):
    path = upload(admin_page, server)
    open_run(admin_page, path)
    admin_page.get_by_role("link", name="Cancel run").click()
    sheet = admin_page.get_by_role("dialog")
    expect(sheet.get_by_role("link", name="Let it run")).to_be_focused()
    sheet.get_by_role("button", name="Cancel run").click()
    admin_page.wait_for_url(f"**{path}?done=cancelled")
    expect(admin_page.locator("#run")).to_have_attribute("data-status", "cancelled")


@pytest.mark.core
def test_failed_run_is_retried_from_its_stage_and_then_counts_as_mended(broken_store, failed, admin_page):
    path = failed
    admin_page.goto(path)
    expect(admin_page.locator("#failure")).to_contain_text("The file is kept in quarantine")
    broken_store.mend()
    admin_page.get_by_role("button", name="Retry from upload").click()
    admin_page.wait_for_url("**?done=retried")
    assert path not in admin_page.url
    expect(admin_page.locator("#run")).to_have_attribute("data-status", "succeeded")
    expect(admin_page.locator(".stage[data-stage=detect-mime]")).to_contain_text("Taken over")
    expect(admin_page.locator("#attempts li")).to_have_count(2)
    admin_page.goto(path)
    expect(admin_page.locator(".notice")).to_contain_text("Attempt 2 succeeded")
    admin_page.goto("/runs")
    old = admin_page.locator(f".run[data-run='{path.removeprefix('/runs/')}']")
    expect(old.locator(".badge-retried")).to_have_text("retried, succeeded")


def test_retry_that_cannot_be_says_why(stuck_store, admin_page, server, violations):
    path = upload(admin_page, server)
    open_run(admin_page, path)
    admin_page.get_by_role("link", name="Cancel run").click()
    admin_page.get_by_role("dialog").get_by_role("button", name="Cancel run").click()
    admin_page.wait_for_url("**?done=cancelled")
    violations.expect(r"status 409: POST .*/retry")
    admin_page.get_by_role("button", name="Retry").first.click()
    expect(admin_page.get_by_role("alert")).to_contain_text("cannot be retried")


def test_page_works_without_scripts(stuck_store, people, server):
    page = people.page(server, "jordan", script=False)
    path = upload(page, server)
    open_run(page, path)
    expect(page.get_by_role("link", name="Reload")).to_be_visible()
    page.get_by_role("link", name="Cancel run").click()
    page.get_by_role("button", name="Cancel run").click()
    expect(page.locator("#run-state")).to_have_text("Cancelled")


def test_line_that_breaks_is_said_and_found_again(stuck_store, admin_page, server, cut_network, violations):
    open_run(admin_page, upload(admin_page, server))
    expect(admin_page.locator("#live")).to_have_text("Live")
    violations.allow(r"events\?run=|net::ERR|Failed to load resource")
    server.restart()
    expect(admin_page.locator("#live")).to_have_text("Reconnecting")
    expect(admin_page.locator("#live")).to_have_text("Live", timeout=20_000)
    stuck_store.mend()
    expect(admin_page.locator("#run")).to_have_attribute("data-status", "succeeded", timeout=30_000)


def test_edited_pipeline_shows_what_it_would_decide_now(workspace, people):
    run = runs(workspace, "--status", "succeeded", "--pipeline", "transcript")[0]
    pipeline = workspace.folder / "pipelines/transcript.yaml"
    text = pipeline.read_text(encoding="utf-8")
    pipeline.write_text(text.replace("  - uses: size-check\n", "  - uses: size-check\n    with: { max: 10B }\n"), encoding="utf-8")
    from example import ExampleServer

    server = ExampleServer(workspace)
    server.start()
    try:
        page = people.page(server, "jordan")
        page.goto(f"/runs/{run['run']}")
        page.get_by_role("link", name="What would happen now").click()
        expect(page.locator(".notice")).to_contain_text("It would end differently: rejected at size-check instead of succeeded")
        expect(page.locator("tr.changed th").first).to_have_text("size-check")
        page.goto(f"/runs/{run['run']}/replay")
        page.get_by_text("What has been changed since").click()
        expect(page.locator(".code-diff .added")).to_contain_text("with: { max: 10B }")
    finally:
        server.stop()


@pytest.mark.both_browsers
def test_replay_begins_with_the_chosen_stage_and_takes_over_the_rest(admin_page, workspace):
    # A file that lies where it was: a replay needs it.
    file = workspace.folder / "spring.txt"
    file.write_text("Grades of spring.\n", encoding="utf-8")
    workspace.compass("run", "transcript", str(file))
    run = runs(workspace)[0]
    admin_page.goto(f"/runs/{run['run']}")
    admin_page.get_by_role("link", name="Replay").click()
    sheet = admin_page.get_by_role("dialog")
    sheet.get_by_label("notify").check()
    sheet.get_by_role("button", name="Replay").click()
    admin_page.wait_for_url("**?done=retried")
    expect(admin_page.locator(".stage[data-stage=upload]")).to_contain_text("Taken over")
    expect(admin_page.locator("#attempts li")).to_have_count(2)
