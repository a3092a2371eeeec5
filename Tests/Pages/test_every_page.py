"""What holds of every page that there is. All of them are looked at in one workspace, and nothing is changed in it."""

import re

import pytest
from pages import PAGES
from playwright.sync_api import expect
from shots import variant

# Each width and each scheme, by twos; where it is fit to be looked at for barriers too.
VARIANTS = [(320, "light", False), (390, "dark", True), (820, "light", False), (1440, "dark", True)]


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def listed_page(request):
    return request.param


@pytest.fixture
def path(paths, listed_page, violations):
    if listed_page.status >= 400:
        violations.expect(rf"status {listed_page.status}: GET ")
    return paths[listed_page.name]


def look_at_all(people, server, paths, violations, pages):
    shown = {}
    for listed in pages:
        if listed.status >= 400:
            violations.allow(rf"status {listed.status}: GET .*{re.escape(paths[listed.name])}")
        if listed.person not in shown:
            shown[listed.person] = people.page(server, listed.person)
        page = shown[listed.person]
        assert page.goto(paths[listed.name]).status == listed.status, listed.name
        expect(page.locator(listed.ready).first).to_be_visible()


@pytest.mark.core
def test_every_page_of_documents_opens(people, shared_server, paths, violations):
    look_at_all(people, shared_server, paths, violations, [one for one in PAGES if "/documents" in one.path])


@pytest.mark.core
def test_every_other_page_opens(people, shared_server, paths, violations):
    look_at_all(people, shared_server, paths, violations, [one for one in PAGES if "/documents" not in one.path])


def test_page_fits_and_has_no_barriers(people, shared_server, listed_page, path, axe):
    for width, scheme, has_axe in VARIANTS:
        page = people.page(shared_server, listed_page.person, width=width, scheme=scheme)
        page.goto(path)
        expect(page.locator(listed_page.ready).first).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{listed_page.name} is {wide} px too wide for {width}"
        if has_axe:
            axe(page)


def test_page_looks_as_before(people, shared_server, listed_page, path, shot):
    width, scheme = variant(listed_page.name)
    page = people.page(shared_server, listed_page.person, width=width, scheme=scheme)
    page.goto(path)
    expect(page.locator(listed_page.ready).first).to_be_visible()
    shot(page, f"{listed_page.name}-{width}-{scheme}", listed_page.varies)


@pytest.mark.both_browsers
def test_page_has_a_title_a_heading_and_a_language_without_scripts(people, shared_server, listed_page, path):
    page = people.page(shared_server, listed_page.person, script=False)
    assert page.goto(path).status == listed_page.status
    assert page.title().strip()
    expect(page.locator("h1")).to_have_count(1)
    assert page.locator("html").get_attribute("lang")
