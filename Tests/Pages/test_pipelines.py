"""Pipelines, their graphs and their text, and the stage reference."""

import pytest
from playwright.sync_api import expect

BROKEN = """\
version: 1
name: half-done
stages:
  - uses: detect-mimes
  - uses: size-check
    wiht: { max: 10MB }
"""


@pytest.fixture
def wrong_file(workspace, server):
    """Writes a file with mistakes while the server runs, whose log tells of them."""
    yield lambda name, text: (workspace.folder / "pipelines" / name).write_text(text, encoding="utf-8")
    server.kill()
    log = workspace.folder / "serve.err"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join(line for line in lines if " event=lint " not in line), encoding="utf-8")


@pytest.fixture
def broken(wrong_file):
    wrong_file("half-done.yaml", BROKEN)


def fits(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.core
@pytest.mark.reads
def test_list_shows_what_starts_each_pipeline_and_its_runs(admin_page):
    admin_page.goto("/pipelines")
    card = admin_page.get_by_role("listitem").filter(has=admin_page.get_by_role("link", name="nightly-sweep", exact=True))
    expect(card.first).to_contain_text("Every day at 03:00, UTC")
    expect(card.first).to_contain_text("No mistakes")
    expect(admin_page.locator(".pipeline", has_text="highlight-video").first).to_contain_text("11 succeeded and 2 rejected")


@pytest.mark.reads
def test_pipelines_are_not_for_owners(owner_page, violations):
    violations.expect(r"status 403: GET .*/pipelines")
    owner_page.goto("/pipelines")
    expect(owner_page.get_by_role("main")).to_contain_text("This is for admins.")


@pytest.mark.reads
def test_node_of_the_graph_leads_to_its_line(admin_page, server):
    admin_page.goto("/pipelines/highlight-video")
    admin_page.locator(".graph-wide").get_by_role("link", name="upload, stores").click()
    line = admin_page.locator(".line:target")
    expect(line).to_contain_text("uses: upload")
    expect(line).to_be_in_viewport()


@pytest.mark.both_browsers
@pytest.mark.reads
def test_graph_can_be_walked_with_the_keyboard(admin_page):
    admin_page.goto("/pipelines/highlight-video")
    admin_page.locator(".graph-wide a").first.focus()
    admin_page.keyboard.press("Tab")
    expect(admin_page.locator(".graph-wide a").nth(1)).to_be_focused()
    admin_page.keyboard.press("Enter")
    expect(admin_page.locator(".line:target")).to_contain_text("validate-extension")


@pytest.mark.reads
def test_text_is_shown_as_it_is(admin_page, workspace):
    admin_page.goto("/pipelines/highlight-video")
    text = (workspace.folder / "pipelines/highlight-video.yaml").read_text(encoding="utf-8")
    shown = admin_page.locator(".source").evaluate("pre => [...pre.querySelectorAll('.line')].map(l => l.textContent).join('')")
    assert shown == text


def test_mistakes_are_marked_at_their_lines(broken, admin_page):
    admin_page.goto("/pipelines")
    expect(admin_page.locator(".pipeline", has_text="half-done")).to_contain_text("2 mistakes")
    admin_page.goto("/pipelines/half-done")
    expect(admin_page.locator(".issues li")).to_have_count(2)
    expect(admin_page.locator(".issues li").first).to_contain_text("Line 4, column 11: There is no stage type detect-mimes.")
    expect(admin_page.locator(".issues li").first).to_contain_text("Did you mean detect-mime?")
    expect(admin_page.locator(".flaw-error").first).to_have_text("detect-mimes")
    admin_page.get_by_role("link", name="Line 6").click()
    expect(admin_page.locator(".line:target")).to_contain_text("wiht")


@pytest.mark.core
@pytest.mark.both_browsers
def test_lint_reads_along_while_one_types(admin_page, workspace):
    before = (workspace.folder / "pipelines/resume.yaml").read_bytes()
    admin_page.goto("/pipelines/resume")
    admin_page.get_by_text("Try changes").click()
    text = admin_page.get_by_label("Text of resume")
    state = admin_page.locator("#editor-state")
    text.fill(BROKEN)
    expect(state).to_have_text("2 mistakes, 0 warnings.")
    expect(admin_page.locator(".gutter-error")).to_have_count(2)
    admin_page.get_by_role("button", name="Line 6").click()
    expect(text).to_be_focused()
    assert text.evaluate("t => t.value.slice(t.selectionStart, t.selectionEnd)") == "wiht"
    text.fill(BROKEN.replace("mimes", "mime").replace("wiht", "with"))
    expect(state).to_have_text("No mistakes.")
    expect(admin_page.locator(".gutter-error")).to_have_count(0)
    admin_page.get_by_role("button", name="Begin again").click()
    expect(text).to_have_value(before.decode())
    assert (workspace.folder / "pipelines/resume.yaml").read_bytes() == before


def test_changed_text_can_be_downloaded(admin_page):
    admin_page.goto("/pipelines/resume")
    admin_page.get_by_text("Try changes").click()
    admin_page.get_by_label("Text of resume").fill("name: Ünïcode\n")
    with admin_page.expect_download() as download:
        admin_page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "resume.yaml"
    assert open(download.value.path(), encoding="utf-8").read() == "name: Ünïcode\n"


def test_lint_that_cannot_be_reached_says_so(admin_page, cut_network, violations):
    violations.allow(r"ERR_INTERNET_DISCONNECTED|failed")
    admin_page.goto("/pipelines/resume")
    admin_page.get_by_text("Try changes").click()
    with cut_network(admin_page):
        admin_page.get_by_label("Text of resume").press_sequentially("x")
        expect(admin_page.locator("#editor-state")).to_contain_text("Not checked:")
    admin_page.get_by_label("Text of resume").press_sequentially("y")
    expect(admin_page.locator("#editor-state")).not_to_contain_text("Not checked")


def test_text_is_checked_without_scripts(no_script_page):
    no_script_page.goto("/pipelines/resume")
    no_script_page.get_by_text("Try changes").click()
    no_script_page.get_by_label("Text of resume").fill(BROKEN)
    no_script_page.get_by_role("button", name="Check").click()
    expect(no_script_page.locator("#editor-state")).to_have_text("2 mistakes, 0 warnings.")
    expect(no_script_page.get_by_label("Text of resume")).to_have_value(BROKEN)


@pytest.mark.core
def test_hostile_text_is_only_text(admin_page, wrong_file):
    name = "</textarea><script>alert(1)</script>"
    wrong_file("evil.yaml", f'version: 1\nname: "{name}"\n# ${{{{ <b> }}}}\n')
    admin_page.goto("/pipelines/evil")
    expect(admin_page.locator(".source")).to_contain_text(name)
    admin_page.locator("summary", has_text="Try changes").click()
    expect(admin_page.locator("#editor-text")).to_contain_text("<b>")


@pytest.mark.both_browsers
@pytest.mark.reads
def test_stage_reference_tells_all_of_a_type(admin_page):
    admin_page.goto("/stages")
    admin_page.get_by_role("link", name="size-check").click()
    main = admin_page.get_by_role("main")
    expect(main.get_by_role("heading", name="Options")).to_be_visible()
    expect(main.get_by_role("rowheader", name="max", exact=True)).to_be_visible()
    expect(main.get_by_role("link", name="highlight-video", exact=True)).to_be_visible()


@pytest.mark.reads
def test_stage_type_that_there_is_not_is_not_found(admin_page, violations):
    violations.expect(r"status 404: GET .*/stages/nothing")
    admin_page.goto("/stages/nothing")
    expect(admin_page.get_by_role("main")).to_contain_text("There is no stage type")


def test_pages_of_pipelines_fit_and_have_no_barriers(broken, people, server, look, axe):
    page = people.page(server, "jordan", **look)
    for path in ("/pipelines", "/pipelines/highlight-video", "/pipelines/half-done", "/stages", "/stages/upload"):
        page.goto(path)
        for summary in page.locator("main summary").all():
            summary.click()
        fits(page)
        axe(page)
