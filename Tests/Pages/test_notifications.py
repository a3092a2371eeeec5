"""The notifications: what runs have announced, and how its delivery stands."""

import pytest
from playwright.sync_api import expect


@pytest.mark.reads
def test_list_of_a_state_has_nothing_else(admin_page):
    for state, word in {"waiting": "Waiting", "delivered": "Delivered", "given-up": "Given up"}.items():
        admin_page.goto(f"/notifications?state={state}")
        expect(admin_page.get_by_role("navigation", name="State").locator("[aria-current]")).to_have_text(word)
        assert set(admin_page.locator(".notification .run-status").all_inner_texts()) <= {word}


@pytest.mark.core
@pytest.mark.both_browsers
@pytest.mark.reads
def test_notification_leads_to_its_run_and_its_document(admin_page):
    admin_page.goto("/notifications?state=delivered")
    row = admin_page.locator(".notification").first
    expect(row).to_contain_text("Channel")
    row.get_by_role("link", name="Run, stage").click()
    admin_page.wait_for_url("**/runs/*")
    expect(admin_page.locator("#notifications")).to_be_visible()


@pytest.mark.reads
def test_notification_that_was_given_up_tells_why(admin_page):
    admin_page.goto("/notifications?state=given-up")
    row = admin_page.locator(".notification").first
    expect(row.locator(".run-error")).to_be_visible()
    row.locator("summary").click()
    expect(row.locator(".attempts li").last).to_contain_text("given up")


@pytest.mark.both_browsers
def test_notification_is_delivered_again_from_the_list(admin_page):
    admin_page.goto("/notifications?state=delivered")
    admin_page.get_by_role("button", name="Deliver again").first.click()
    admin_page.wait_for_url("**/notifications?done=redelivering")
    expect(admin_page.get_by_role("status").first).to_contain_text("It is delivered once more")


def test_notification_is_delivered_again_from_the_page_of_its_run(no_script_page):
    no_script_page.goto("/notifications?state=delivered")
    no_script_page.get_by_role("link", name="Run, stage").first.click()
    told = no_script_page.get_by_role("region", name="Notifications")
    told.get_by_role("button", name="Deliver again").first.click()
    no_script_page.wait_for_url("**/runs/*?done=redelivering")
    expect(no_script_page.get_by_role("status").first).to_contain_text("It is delivered once more")
    run = no_script_page.url.split("?")[0]
    # It is delivered a moment after the answer, and without scripts a page shows what was true when it was loaded.
    for _ in range(100):
        no_script_page.goto(run)
        if told.locator("summary", has_text="2 delivery attempts").count() > 0:
            break
    expect(told.locator("summary", has_text="2 delivery attempts").first).to_be_visible()


@pytest.mark.reads
def test_owner_is_not_let_in(owner_page, violations):
    violations.expect(r"status 403: GET .*/notifications")
    assert owner_page.goto("/notifications").status == 403


@pytest.mark.reads
def test_notifications_of_a_time_are_shown_with_and_without_scripts(no_script_page):
    no_script_page.goto("/notifications?state=delivered")
    shown = no_script_page.locator(".notification").count()
    form = no_script_page.get_by_role("search", name="Notifications")
    form.get_by_label("Since").fill("2999-01-01")
    form.get_by_role("button", name="Show notifications").click()
    no_script_page.wait_for_url("**/notifications?state=delivered&since=2999-01-01*")
    expect(no_script_page.get_by_text("None of this time is there.")).to_be_visible()
    form.get_by_label("Since").fill("2000-01-01")
    form.get_by_role("button", name="Show notifications").click()
    no_script_page.wait_for_url("**since=2000-01-01*")
    expect(no_script_page.locator(".notification")).to_have_count(shown)
    form.get_by_role("link", name="Any time").click()
    no_script_page.wait_for_url("**/notifications?state=delivered")
