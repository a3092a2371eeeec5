"""The page of the one-time link, by which the workspace's owner comes in."""

import pytest
from people import signed_in_as
from playwright.sync_api import expect


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
def test_one_time_link_signs_in_with_its_button(stranger_page, server):
    stranger_page.goto(server.link)
    expect(stranger_page).to_have_title("Sign in · Recruiting Compass")
    stranger_page.get_by_role("button", name="Sign in").click()
    stranger_page.wait_for_url(f"{server.url}/documents")
    assert signed_in_as(stranger_page) == "jordan"
    [cookie] = stranger_page.context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax", cookie


def test_one_time_link_that_is_only_looked_at_is_not_used_up(stranger_page, server):
    for _ in range(3):
        stranger_page.goto(server.link)
    stranger_page.get_by_role("button", name="Sign in").click()
    stranger_page.wait_for_url(f"{server.url}/documents")


@pytest.mark.core
def test_one_time_link_that_was_used_says_so(people, server, violations):
    first, second = people.page(server), people.page(server)
    for page in (first, second):
        page.goto(server.link)
    first.get_by_role("button", name="Sign in").click()
    first.wait_for_url(f"{server.url}/documents")
    violations.expect(r"status 410: POST .*/open/")
    second.get_by_role("button", name="Sign in").click()
    expect(second.locator("body")).to_contain_text("This link was used")


@pytest.mark.both_browsers
def test_one_time_link_works_without_scripts(people, server):
    page = people.page(server, script=False)
    page.goto(server.link)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.url}/documents")


def test_one_time_link_works_with_the_keyboard_alone(stranger_page, server):
    stranger_page.goto(server.link)
    # Past the link to the content and the name of the product.
    for _ in range(3):
        stranger_page.keyboard.press("Tab")
    expect(stranger_page.get_by_role("button", name="Sign in")).to_be_focused()
    stranger_page.keyboard.press("Enter")
    stranger_page.wait_for_url(f"{server.url}/documents")


@pytest.mark.both_browsers
def test_sessions_outlive_a_crash_of_the_server(admin_page, server, violations):
    # The page asks while the server is away.
    violations.allow("ERR_CONNECTION|ERR_EMPTY|NS_ERROR|request failed|could not start")
    admin_page.goto("/")
    server.kill()
    server.restart()
    admin_page.reload()
    assert signed_in_as(admin_page) == "jordan"


@pytest.mark.reads
def test_stranger_is_nobody(stranger_page):
    stranger_page.goto("/")
    assert signed_in_as(stranger_page) is None
