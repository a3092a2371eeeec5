"""The privacy policy as people meet it: read, reached to its end, accepted, failed, changed."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from policy_standalone import chromium, site, window  # noqa: F401

SHORT = "# Privacy Policy\n\nAll of it.\n"


def accept(page):
    return page.get_by_role("button", name="Accept Privacy Policy")


def sign_in(page, site):
    page.goto(site.sign_in)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(site.url + "/")
    page.goto(site.url + "/legal/privacy")


def test_without_script_the_policy_is_read_and_accepted(window, site):
    page = window(java_script_enabled=False)
    sign_in(page, site)
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy Policy")
    expect(page.get_by_role("heading", level=2)).to_have_count(12)
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    accept(page).click()
    expect(page.get_by_role("status")).to_contain_text("You accepted version")
    expect(accept(page)).to_have_count(0)


def test_before_the_end_the_button_says_why_it_does_not_work(window, site):
    page = window()
    sign_in(page, site)
    expect(accept(page)).to_have_attribute("aria-disabled", "true")
    expect(accept(page)).to_have_accessible_description("Read to the end of the policy to accept it.")
    accept(page).click(force=True)
    expect(page.locator("[data-policy-status]")).to_have_text("Read to the end of the policy to accept it.")
    expect(page).to_have_url(site.url + "/legal/privacy")


@pytest.mark.parametrize("width", [320, 1440])
def test_buttons_of_the_header_keep_off_the_edges(window, site, width):
    page = window(viewport={"width": width, "height": 700})
    page.goto(site.url + "/legal/privacy")
    back = page.get_by_role("link", name="Back").bounding_box()
    button = page.get_by_role("button", name="Print").bounding_box()
    assert back["x"] >= 8
    assert button["x"] + button["width"] <= width - 8
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_link_is_shared_by_the_device_or_copied(window, site):
    page = window(permissions=["clipboard-read", "clipboard-write"])
    page.goto(site.url + "/legal/privacy#section-contact")
    page.evaluate("() => { navigator.share = undefined; }")
    button = page.locator("[data-policy-share]")
    button.click()
    expect(button).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == site.url + "/legal/privacy"
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what; }; }")
    button.click()
    assert page.evaluate("window.shared.url") == site.url + "/legal/privacy"


@pytest.mark.parametrize("way", ["End", "jump", "wheel"])
@pytest.mark.parametrize("scale", [1, 1.1, 0.9])
def test_the_end_counts_however_it_is_reached(window, site, way, scale):
    page = window(device_scale_factor=scale)
    sign_in(page, site)
    expect(accept(page)).to_have_attribute("aria-disabled", "true")
    if way == "End":
        page.keyboard.press("End")
    elif way == "jump":
        page.get_by_role("link", name="Jump to the end").click()
    else:
        page.mouse.move(500, 300)
        page.mouse.wheel(0, 100_000)
    expect(accept(page)).not_to_have_attribute("aria-disabled", "true")
    accept(page).click()
    expect(page.get_by_role("status")).to_contain_text("You accepted version")


def test_a_text_that_fits_can_be_accepted_at_once(window, site):
    site.publish(SHORT, "1.0")
    page = window()
    sign_in(page, site)
    expect(accept(page)).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("fault", ["refuse", "drop"])
def test_a_failure_is_told_and_can_be_tried_again(window, site, fault):
    page = window()
    sign_in(page, site)
    page.keyboard.press("End")
    expect(accept(page)).not_to_have_attribute("aria-disabled", "true")
    site.fault = fault
    accept(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Failed to save acknowledgment. Please try again.")
    if fault == "refuse":
        expect(page.get_by_role("alert")).to_contain_text("There is no room left.")
    site.fault = None
    accept(page).click()
    expect(page.get_by_role("status")).to_contain_text("You accepted version")


def test_a_policy_that_changes_meanwhile_is_told_of(window, site):
    page = window()
    sign_in(page, site)
    page.keyboard.press("End")
    expect(accept(page)).not_to_have_attribute("aria-disabled", "true")
    accept(page).click()
    expect(page.get_by_role("status")).to_contain_text("You accepted version")
    site.publish(SHORT, "1.0")
    page.reload()
    expect(page.get_by_text("The policy has changed since you accepted version")).to_be_visible()
    expect(accept(page)).to_be_visible()


def test_going_back_leads_to_the_page_before(window, site):
    page = window()
    page.goto(site.url + "/")
    page.evaluate("() => { const link = document.createElement('a'); link.href = '/legal/privacy?version=bundled-2'; document.body.append(link); link.click(); }")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url(site.url + "/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_and_nothing_is_cut_off(window, site, scheme, width):
    page = window(color_scheme=scheme, viewport={"width": width, "height": 640})
    sign_in(page, site)
    for _ in range(2):
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]},
                                        # It takes a link that the footer covers, until one scrolls, for a small one.
                                        "rules": {"target-size": {"enabled": False}}})
        assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found.response["violations"]] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        links = page.locator(".policy-contents a, .policy-contact a, .policy-settings a, .policy-back, .policy-accept")
        assert all(link.bounding_box()["height"] >= 44 for link in links.all())
        page.keyboard.press("End")
        expect(accept(page)).not_to_have_attribute("aria-disabled", "true")
