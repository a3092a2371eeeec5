"""When schedules fire, and what became of their times."""

import pytest
from playwright.sync_api import expect

NEW_YORK = """\
version: 1
name: morning-report
on:
  schedule: { cron: "30 2 * * *", timezone: America/New_York }
source:
  documents: { type: [transcript], current: true }
stages:
  - uses: notify
    with: { channel: log, subject: "Morning" }
"""


@pytest.fixture
def new_york(workspace):
    (workspace.folder / "pipelines/morning-report.yaml").write_text(NEW_YORK, encoding="utf-8")


@pytest.mark.core
@pytest.mark.reads
def test_schedules_are_shown_in_words_with_their_next_times(admin_page):
    admin_page.goto("/schedules")
    main = admin_page.get_by_role("main")
    row = main.get_by_role("row").filter(has=admin_page.get_by_role("rowheader", name="weekly-digest")).last
    expect(main.get_by_role("region", name="All schedules")).to_contain_text("Every Monday at 07:00, UTC")
    expect(row).to_be_visible()
    expect(main.locator(".upcoming li").first).to_contain_text("in ")


@pytest.mark.reads
def test_process_that_keeps_no_schedules_says_so(admin_page):
    admin_page.goto("/schedules")
    expect(admin_page.get_by_role("alert")).to_contain_text("starts no schedules")


@pytest.mark.both_browsers
def test_missed_times_tell_what_was_done_about_them(people, service):
    page = people.page(service, "jordan")
    page.goto("/schedules")
    expect(page.get_by_role("alert")).to_have_count(0)
    missed = page.get_by_role("region", name="Missed, late and failed")
    expect(missed).to_contain_text("missed, made up for")


@pytest.mark.both_browsers
@pytest.mark.reads
def test_calendar_goes_from_month_to_month(admin_page, server):
    admin_page.goto("/schedules?month=2026-12")
    table = admin_page.get_by_role("table", name="December 2026")
    expect(table.get_by_role("columnheader")).to_have_count(7)
    expect(table.get_by_role("cell").filter(has_text="integrity-check")).to_have_count(4)
    admin_page.get_by_role("link", name="Next month").click()
    expect(admin_page.get_by_role("heading", name="January 2027")).to_be_visible()
    admin_page.get_by_role("link", name="Previous month").click()
    admin_page.get_by_role("link", name="Previous month").click()
    expect(admin_page.get_by_role("heading", name="November 2026")).to_be_visible()


@pytest.mark.reads
def test_today_is_marked(admin_page):
    admin_page.goto("/schedules")
    today = admin_page.locator("td[aria-current=date]")
    expect(today).to_have_count(1)
    expect(today).to_contain_text("today")


def test_day_on_which_clocks_change_is_marked_in_its_zone(new_york, admin_page):
    admin_page.goto("/schedules?month=2027-03&zone=America/New_York")
    changed = admin_page.locator(".month td.changed")
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("14")
    expect(changed).to_contain_text("Clocks 1 hour forward")
    # There is no 02:30 that day: right after the gap.
    expect(changed).to_contain_text("03:00 morning-report")
    admin_page.get_by_role("link", name="UTC").click()
    expect(admin_page.locator(".month td.changed")).to_have_count(0)


@pytest.mark.reads
def test_month_that_there_is_not_is_told_and_passed_over(admin_page):
    admin_page.goto("/schedules?month=2026-13")
    expect(admin_page.get_by_role("main")).to_contain_text("must be a month such as 2026-11")
    expect(admin_page.locator(".month")).to_be_visible()


@pytest.mark.reads
def test_schedules_are_not_for_owners(owner_page, violations):
    violations.expect(r"status 403: GET .*/schedules")
    owner_page.goto("/schedules")
    expect(owner_page.get_by_role("main")).to_contain_text("This is for admins.")


def test_schedules_fit_and_have_no_barriers(new_york, people, server, look, axe):
    page = people.page(server, "jordan", **look)
    for path in ("/schedules", "/schedules?month=2027-03&zone=America/New_York"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe(page)
