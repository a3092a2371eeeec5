"""What holds of every page that there is."""

import pytest
from pages import PAGES, resolve
from playwright.sync_api import expect


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def listed_page(request):
    return request.param


@pytest.fixture
def path(server, links, documents, listed_page, violations):
    if listed_page.status >= 400:
        violations.expect(rf"status {listed_page.status}: GET ")
    return resolve(listed_page, server, links, documents)


def test_page_fits_and_has_no_barriers(people, server, listed_page, path, axe):
    for width, scheme in ((320, "light"), (390, "dark"), (1440, "light"), (1440, "dark")):
        page = people.page(server, listed_page.person, width=width, scheme=scheme)
        page.goto(path)
        expect(page.locator(listed_page.ready).first).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{listed_page.name} is {wide} px too wide for {width}"
        axe(page)


@pytest.mark.both_browsers
def test_page_has_a_title_a_heading_and_a_language_without_scripts(people, server, listed_page, path):
    page = people.page(server, listed_page.person, script=False)
    assert page.goto(path).status == listed_page.status
    assert page.title().strip()
    expect(page.locator("h1")).to_have_count(1)
    assert page.locator("html").get_attribute("lang")
