"""Signing in with a password, and out."""

import pytest
from playwright.sync_api import expect
from serving import PASSWORD


def fill(page, name="casey", password=PASSWORD):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.both_browsers
def test_password_signs_in_and_shows_the_page_that_was_asked_for(stranger_page, server):
    stranger_page.goto("/documents?type=transcript")
    expect(stranger_page).to_have_url(f"{server.url}/sign-in?next=%2Fdocuments%3Ftype%3Dtranscript")
    fill(stranger_page)
    stranger_page.wait_for_url(f"{server.url}/documents?type=transcript")


def test_password_signs_in_without_scripts(people, server):
    page = people.page(server, script=False)
    page.goto("/sign-in")
    fill(page)
    page.wait_for_url(f"{server.url}/documents")


def test_sign_in_works_with_the_keyboard_alone(stranger_page, server):
    stranger_page.goto("/sign-in")
    expect(stranger_page.get_by_label("Name")).to_be_focused()
    stranger_page.keyboard.type("casey")
    stranger_page.keyboard.press("Tab")
    stranger_page.keyboard.type(PASSWORD)
    stranger_page.keyboard.press("Enter")
    stranger_page.wait_for_url(f"{server.url}/documents")


def test_wrong_password_is_told_and_keeps_the_name_and_the_page(stranger_page, server, violations):
    violations.expect(r"status 422: POST .*/sign-in")
    stranger_page.goto("/sign-in?next=/documents%3Ftype=resume")
    fill(stranger_page, password="not the password")
    expect(stranger_page.get_by_role("alert")).to_contain_text("The id or the password is wrong.")
    expect(stranger_page.get_by_label("Name")).to_have_value("casey")
    expect(stranger_page.get_by_label("Password")).to_have_value("")
    fill(stranger_page)
    stranger_page.wait_for_url(f"{server.url}/documents?type=resume")


def test_too_many_wrong_passwords_have_to_wait(stranger_page, violations):
    violations.allow(r"status 422: POST .*/sign-in")
    violations.expect(r"status 429: POST .*/sign-in")
    stranger_page.goto("/sign-in")
    alert = stranger_page.get_by_role("alert")
    for _ in range(30):
        fill(stranger_page, password="not the password")
        expect(alert).to_be_visible()
        if "too many wrong attempts" in alert.inner_text():
            break
    expect(alert).to_contain_text("There were too many wrong attempts. The next one may be made in")


def test_page_of_another_site_is_no_page_to_go_to(people, server):
    for next in ("//evil.example/", "https://evil.example/", "/\\evil.example", "/sign-in"):
        page = people.page(server)
        page.goto(f"/sign-in?next={next}")
        fill(page)
        page.wait_for_url(f"{server.url}/documents")


def test_form_of_another_site_signs_nobody_in(people, server):
    context = people.context(server)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        answer = context.request.post(
            "/sign-in", form={"id": "casey", "password": PASSWORD}, headers=headers, max_redirects=0)
        assert answer.status == 403, answer.text()
    assert context.cookies() == []


def test_who_is_signed_in_is_sent_on(owner_page, server):
    owner_page.goto("/sign-in?next=/documents%3Ftype=resume")
    owner_page.wait_for_url(f"{server.url}/documents?type=resume")


@pytest.mark.both_browsers
def test_sign_out_ends_the_session_and_says_so(people, server):
    page = people.page(server)
    page.goto("/sign-in")
    fill(page)
    page.wait_for_url(f"{server.url}/documents")
    page.get_by_label("Account of Casey Reyes").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in?done=signed-out")
    expect(page.get_by_role("status").first).to_contain_text("You are signed out.")
    assert page.context.cookies() == []
    page.goto("/documents")
    expect(page).to_have_url(f"{server.url}/sign-in?next=%2Fdocuments")
