"""The quarantine: files by their reasons, released and discarded one by one or together."""

import json
import re

import pytest
from playwright.sync_api import expect

def entries(workspace):
    return [json.loads(line) for line in workspace.compass("quarantine", "list", "--json").splitlines()]


def path(entry):
    return f"/quarantine/{entry['id']}"


def group(page, entry):
    return page.locator(".group").filter(has_text=entry["file"].split("/")[-1])


@pytest.mark.reads
def test_files_stand_together_by_reason_with_their_number(admin_page, workspace):
    held = entries(workspace)
    reasons = {(entry["pipeline"], entry["stage"], entry["status"], entry["kind"]) for entry in held}
    admin_page.goto("/quarantine")
    expect(admin_page.locator("#count")).to_have_text(f"{len(held)} files held, by reason")
    expect(admin_page.locator(".group")).to_have_count(len(reasons))
    for entry in held:
        shown = group(admin_page, entry).first
        expect(shown).to_contain_text(entry["kind"])
        expect(shown).to_contain_text(entry["pipeline"])


@pytest.mark.reads
def test_number_of_a_reasons_files_is_said_once(admin_page, workspace):
    admin_page.goto("/quarantine")
    names = [entry["file"].split("/")[-1] for entry in entries(workspace)]
    for shown in admin_page.locator(".group").all():
        assert len(re.findall(r"\b\d+ files?\b", shown.inner_text())) == 1
        assert any(name in shown.inner_text() for name in names)


@pytest.mark.reads
def test_file_has_its_reason_its_facts_and_what_to_do_next(admin_page, workspace):
    entry = entries(workspace)[0]
    admin_page.goto(path(entry))
    expect(admin_page.locator(".failure-message")).to_have_text(entry["reason"])
    expect(admin_page.get_by_role("heading", name="What to do next")).to_be_visible()
    expect(admin_page.get_by_role("link", name="Show the run")).to_have_attribute("href", f"/runs/{entry['run']}")


@pytest.mark.core
@pytest.mark.both_browsers
def test_file_is_discarded_after_a_question(admin_page, workspace):
    entry = entries(workspace)[0]
    admin_page.goto(path(entry))
    admin_page.get_by_role("link", name="Discard").click()
    sheet = admin_page.get_by_role("dialog")
    expect(sheet.get_by_role("link", name="Cancel")).to_be_focused()
    sheet.get_by_role("button", name="Discard").click()
    admin_page.wait_for_url("**/quarantine?done=discarded")
    assert entry["id"] not in [one["id"] for one in entries(workspace)]
    admin_page.goto(path(entry))
    expect(admin_page.locator(".run-head")).to_contain_text("Discarded")
    admin_page.goto("/quarantine?all=true")
    expect(admin_page.locator(".entries")).to_contain_text(entry["file"].split("/")[-1])


def test_group_is_discarded_as_a_whole(admin_page, workspace):
    entry = entries(workspace)[0]
    alike = [one for one in entries(workspace) if all(one[key] == entry[key] for key in ("pipeline", "stage", "kind"))]
    admin_page.goto("/quarantine")
    group(admin_page, entry).first.get_by_role("link", name="Discard").click()
    admin_page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    admin_page.wait_for_url("**/quarantine?done=discarded")
    assert not {one["id"] for one in alike} & {one["id"] for one in entries(workspace)}


@pytest.mark.core
@pytest.mark.both_browsers
def test_released_file_runs_again_and_leads_to_its_run(admin_page, workspace):
    entry = next(one for one in entries(workspace) if one["status"] == "rejected")
    admin_page.goto(path(entry))
    admin_page.get_by_role("link", name="Release").click()
    admin_page.get_by_role("dialog").get_by_role("button", name="Release").click()
    admin_page.wait_for_url(re.compile(r"/runs/.*\?done=retried"))
    expect(admin_page.locator("#run-head")).to_contain_text("Release from quarantine")


def test_inputs_that_are_none_are_refused_with_what_was_typed(people, server, workspace, violations):
    page = people.page(server, "jordan", script=False)
    page.goto(f"{path(entries(workspace)[0])}/release")
    page.get_by_text("With other inputs").click()
    page.get_by_label("Inputs that are to be other ones").fill("no name")
    violations.expect("status 409: POST .*/release")
    page.get_by_role("button", name="Release").click()
    expect(page.get_by_role("alert")).to_contain_text("no name=value")
    expect(page.get_by_label("Inputs that are to be other ones")).to_have_value("no name")


@pytest.mark.reads
def test_files_of_a_time_are_shown(admin_page, workspace):
    admin_page.goto("/quarantine?all=true")
    form = admin_page.get_by_role("search", name="Files")
    form.get_by_label("Before").fill("2000-01-01")
    form.get_by_role("button", name="Show files").click()
    admin_page.wait_for_url("**/quarantine?all=true&*until=2000-01-01*")
    expect(admin_page.get_by_text("Nothing of this time is there.")).to_be_visible()
    form.get_by_role("link", name="Any time").click()
    admin_page.wait_for_url("**/quarantine?all=true")
    expect(admin_page.locator(".entries li")).not_to_have_count(0)


@pytest.mark.reads
def test_owner_sees_no_file_of_others(owner_page, workspace, violations):
    owner_page.goto("/quarantine")
    theirs = owner_page.locator(".entries a").evaluate_all("all => all.map(link => link.pathname)")
    other = next(one for one in entries(workspace) if path(one) not in theirs)
    violations.expect(r"status 404: GET .*/quarantine/")
    assert owner_page.goto(path(other)).status == 404


def test_empty_quarantine_says_so(admin_page, workspace):
    workspace.compass("quarantine", "discard", "--yes", *[entry["id"] for entry in entries(workspace)])
    admin_page.goto("/quarantine")
    expect(admin_page.get_by_role("heading", name="Nothing is in quarantine")).to_be_visible()
