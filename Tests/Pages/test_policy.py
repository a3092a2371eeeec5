"""The privacy policy as people meet it: read, reached to its end, accepted, failed, changed."""

import pytest
from library import wait_for_module
from playwright.sync_api import expect

SHORT = "# Privacy Policy\n\nAll of it.\n"
ADDRESS = "/legal/privacy"


@pytest.fixture
def open_policy(people, workspace, server):
    """Opens the policy as somebody who has not accepted it yet."""
    workspace.add_person("riley", "owner")

    def open_policy(**options):
        page = people.page(server, "riley", **options)
        page.goto(ADDRESS)
        if options.get("script", True):
            wait_for_module(page, "policy")
        return page

    return open_policy


def accept(page):
    return page.get_by_role("button", name="Accept Privacy Policy")


def reach_end(page):
    page.keyboard.press("End")
    expect(accept(page)).not_to_have_attribute("aria-disabled", "true")


def publish(workspace, text, version):
    (workspace.folder / "policy.md").write_text(text, encoding="utf-8")
    workspace.compass("legal", "publish", "policy.md", "--version", version)


def test_without_script_the_policy_is_read_and_accepted(open_policy):
    page = open_policy(script=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy Policy")
    expect(page.get_by_role("heading", level=2)).to_have_count(12)
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    accept(page).click()
    expect(page.get_by_text("You accepted version")).to_be_visible()
    expect(accept(page)).to_have_count(0)


def test_before_the_end_the_button_says_why_it_does_not_work(open_policy):
    page = open_policy()
    expect(accept(page)).to_have_attribute("aria-disabled", "true")
    expect(accept(page)).to_have_accessible_description("Read to the end of the policy to accept it.")
    accept(page).click(force=True)
    expect(page.locator("[data-policy-status]")).to_have_text("Read to the end of the policy to accept it.")
    assert page.url.endswith(ADDRESS)


@pytest.mark.parametrize("way", ["End", "jump", "wheel"])
@pytest.mark.parametrize("scale", [1, 1.1, 0.9])
def test_the_end_counts_however_it_is_reached(open_policy, way, scale):
    page = open_policy(device_scale_factor=scale)
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
    expect(page.get_by_text("You accepted version")).to_be_visible()


def test_a_text_that_fits_can_be_accepted_at_once(open_policy, workspace):
    publish(workspace, SHORT, "9.0")
    expect(accept(open_policy())).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("fault", ["refuse", "drop"])
def test_a_failure_is_told_and_can_be_tried_again(open_policy, violations, fault):
    violations.expect("status 507: POST" if fault == "refuse" else "ERR_FAILED")
    violations.allow("ERR_FAILED|status of 507")
    page = open_policy()
    reach_end(page)

    def fail(route):
        if fault == "drop":
            return route.abort()
        return route.fulfill(
            status=507, body='{"detail": "There is no room left."}', content_type="application/problem+json")

    page.route("**/legal/privacy/accept", fail)
    accept(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Failed to save acknowledgment. Please try again.")
    if fault == "refuse":
        expect(page.get_by_role("alert")).to_contain_text("There is no room left.")
    page.unroute("**/legal/privacy/accept")
    accept(page).click()
    expect(page.get_by_text("You accepted version")).to_be_visible()


def test_a_policy_that_changes_is_asked_for_again(open_policy, workspace):
    page = open_policy()
    reach_end(page)
    accept(page).click()
    expect(page.get_by_text("You accepted version")).to_be_visible()
    publish(workspace, SHORT, "9.0")
    page.reload()
    expect(page.get_by_text("The policy has changed since you accepted version")).to_be_visible()
    expect(accept(page)).to_be_visible()


def test_a_policy_that_changes_while_one_reads_is_told_of(open_policy, workspace, violations):
    violations.expect("status 409: POST")
    page = open_policy()
    reach_end(page)
    publish(workspace, SHORT, "9.0")
    # A version that is stored stands; its text is another one than was shown.
    page.locator("[name=version]").evaluate("field => { field.value = '9.0'; }")
    accept(page).click()
    expect(page.get_by_role("alert")).to_contain_text("The policy has changed while you were reading.")


def test_going_back_leads_to_the_page_before(open_policy):
    page = open_policy()
    page.goto("/documents")
    page.locator(".footer").get_by_role("link", name="Privacy Policy").click()
    page.wait_for_url(f"**{ADDRESS}")
    wait_for_module(page, "policy")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url("**/documents")


def test_nothing_is_cut_off_or_too_small_or_at_the_edge(open_policy, axe, scheme, width):
    page = open_policy(scheme=scheme, width=width)
    for _ in range(2):
        # axe takes a link that the footer covers, until one scrolls, for a small one.
        axe(page, without=[".policy-contents", ".policy-contact"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        links = page.locator(".policy-contents a, .policy-contact a, .policy-settings a, .policy-share, .policy-back, .policy-accept")
        assert all(link.bounding_box()["height"] >= 44 for link in links.all())
        back = page.get_by_role("link", name="Back").bounding_box()
        button = page.get_by_role("button", name="Print").bounding_box()
        assert back["x"] >= 8 and button["x"] + button["width"] <= width - 8
        reach_end(page)


def test_the_link_is_shared_by_the_device_or_copied(open_policy, server):
    page = open_policy(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("() => { navigator.share = undefined; }")
    button = page.locator("[data-policy-share]")
    button.click()
    expect(button).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == server.url + ADDRESS
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what; }; }")
    button.click()
    assert page.evaluate("window.shared.url") == server.url + ADDRESS
