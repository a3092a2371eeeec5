"""Watched folders, and what waits in them."""

import pytest
from library import wait_for_module
from playwright.sync_api import expect
from serving import wait_until

FILM = "2026-11-06 Horsetooth.mp4"


@pytest.mark.core
@pytest.mark.both_browsers
def test_waiting_file_tells_why_and_what_to_do(people, service):
    page = people.page(service, "jordan")
    page.goto("/folders")
    file = page.get_by_role("listitem").filter(has_text=FILM)
    expect(file).to_contain_text("Not released")
    expect(file).to_contain_text(f"Put {FILM}.done beside it")
    expect(page.locator("section", has_text="highlight_video").last).to_contain_text("Nothing waits.")


def test_file_that_is_left_alone_tells_why(people, service):
    page = people.page(service, "jordan")
    page.goto("/folders")
    page.get_by_text("1 file left alone").click()
    expect(page.get_by_role("main")).to_contain_text("semifinal.mp4.part")


def test_page_keeps_up_by_itself_and_keeps_focus_and_what_is_folded_out(people, service, workspace):
    page = people.page(service, "jordan")
    page.clock.install()
    page.goto("/folders")
    wait_for_module(page, "folders")
    page.get_by_text("1 file left alone").click()
    link = page.get_by_role("link", name="game-film")
    link.focus()
    marker = workspace.folder / "inbox/jordan/game_film" / f"{FILM}.done"
    marker.touch()
    waiting = page.get_by_role("listitem").filter(has_text=FILM)

    def has_gone():
        page.clock.run_for(5_000)
        return waiting.count() == 0

    wait_until("the page has asked again", has_gone)
    expect(link).to_be_focused()
    expect(page.get_by_text("semifinal.mp4.part")).to_be_visible()


def test_server_that_is_gone_is_told_and_what_was_shown_stays(people, service, violations):
    violations.allow(r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|failed")
    page = people.page(service, "jordan")
    page.clock.install()
    page.goto("/folders")
    wait_for_module(page, "folders")
    service.kill()
    stale = page.locator("main[data-stale]")

    def is_stale():
        page.clock.run_for(6_000)
        return stale.count() > 0

    wait_until("the page has asked in vain", is_stale)
    expect(stale).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(FILM)
    service.restart()


@pytest.mark.reads
def test_process_that_watches_nothing_says_so(admin_page):
    admin_page.goto("/folders")
    expect(admin_page.get_by_role("alert")).to_contain_text("watches no folders")
    expect(admin_page.get_by_role("main")).to_contain_text("inbox/{user}/highlight_video")


@pytest.mark.reads
def test_folders_are_not_for_owners(owner_page, violations):
    violations.expect(r"status 403: GET .*/folders")
    owner_page.goto("/folders")
    expect(owner_page.get_by_role("main")).to_contain_text("This is for admins.")


def test_folders_fit_and_have_no_barriers(people, service, look, axe):
    page = people.page(service, "jordan", **look)
    page.goto("/folders")
    page.get_by_text("1 file left alone").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
