"""The privacy policy as people meet it: read, reached to its end, accepted, failed, changed."""

import pytest
from library import wait_for_module
from playwright.sync_api import expect

PATH = "/legal/privacy"
SHORT = "# Privacy Policy\n\nAll of it.\n"
REASON = "Read to the end of the policy to accept it."


@pytest.fixture
def publish(workspace):
    def publish(text, version):
        file = workspace.folder / "policy.md"
        file.write_text(text, encoding="utf-8")
        workspace.compass("legal", "publish", file.name, "--version", version)

    return publish


@pytest.fixture
def page(owner_page):
    """Of Casey, who has accepted nothing so far."""
    return show(owner_page)


def show(page):
    page.goto(PATH)
    wait_for_module(page, "policy")
    return page


def accept(page):
    return page.get_by_role("button", name="Accept Privacy Policy")


def expect_end_reached(page):
    expect(accept(page)).not_to_have_attribute("aria-disabled", "true")


def expect_accepted(page):
    expect(page.get_by_role("main").get_by_text("You accepted version")).to_be_visible()
    expect(accept(page)).to_have_count(0)


@pytest.mark.core
@pytest.mark.both_browsers
def test_without_script_the_policy_is_read_and_accepted(people, server, workspace):
    page = people.page(server, "casey", script=False)
    page.goto(PATH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy Policy")
    sections = [line for line in (workspace.folder / "privacy.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "]
    expect(page.get_by_role("main").get_by_role("heading", level=2)).to_have_text([line[3:] for line in sections])
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    accept(page).click()
    expect_accepted(page)


@pytest.mark.both_browsers
def test_before_the_end_the_button_says_why_it_does_not_work(page, server):
    expect(accept(page)).to_have_attribute("aria-disabled", "true")
    expect(accept(page)).to_have_accessible_description(REASON)
    accept(page).press("Enter")
    expect(page.locator("[data-policy-status]")).to_have_text(REASON)
    expect(page).to_have_url(server.url + PATH)


@pytest.mark.parametrize("scale", [1, 1.1, 0.9])
def test_the_end_counts_however_the_screen_is_scaled(people, server, scale):
    page = show(people.page(server, "casey", device_scale_factor=scale))
    page.keyboard.press("End")
    expect_end_reached(page)


@pytest.mark.core
@pytest.mark.both_browsers
@pytest.mark.parametrize("way", ["End", "jump", "wheel"])
def test_the_end_counts_however_it_is_reached(page, way):
    expect(accept(page)).to_have_attribute("aria-disabled", "true")
    if way == "End":
        page.keyboard.press("End")
    elif way == "jump":
        page.get_by_role("link", name="Jump to the end").click()
    else:
        page.mouse.move(500, 300)
        page.mouse.wheel(0, 100_000)
    expect_end_reached(page)
    accept(page).click()
    expect_accepted(page)


def test_a_text_that_fits_can_be_accepted_at_once(publish, owner_page):
    publish(SHORT, "2.0")
    expect_end_reached(show(owner_page))


@pytest.mark.parametrize("fault", ["refuse", "drop"])
def test_a_failure_is_told_and_can_be_tried_again(page, fault, violations):
    violations.expect("status 507: POST" if fault == "refuse" else "request failed: POST")
    violations.allow("Failed to load resource: net::ERR_CONNECTION_RESET")
    page.keyboard.press("End")
    expect_end_reached(page)
    page.route("**/legal/privacy/accept", lambda route: route.abort("connectionreset") if fault == "drop" else route.fulfill(
        status=507, content_type="application/problem+json", body='{"detail": "There is no room left."}'))
    accept(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Failed to save acknowledgment. Please try again.")
    if fault == "refuse":
        expect(page.get_by_role("alert")).to_contain_text("There is no room left.")
    page.unroute_all()
    accept(page).click()
    expect_accepted(page)


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_heading_has_room_beside_what_stands_around_it(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator(".policy-print")).to_be_visible()
    boxes = page.locator(".policy-header > *").evaluate_all(
        "parts => parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width).map(({left, right}) => [left, right])")
    assert len(boxes) == 3
    assert all(first[1] <= second[0] for first, second in zip(boxes, boxes[1:])), boxes


def test_a_policy_that_changes_meanwhile_is_told_of(page, publish):
    page.keyboard.press("End")
    expect_end_reached(page)
    accept(page).click()
    expect_accepted(page)
    publish(SHORT, "2.0")
    page.reload()
    expect(page.get_by_text("The policy has changed since you accepted version")).to_be_visible()
    expect(accept(page)).to_be_visible()


def test_a_policy_that_changes_while_one_reads_is_told_of(page, publish, violations):
    violations.expect("status 409: POST")
    page.keyboard.press("End")
    expect_end_reached(page)
    publish(SHORT, "2.0")
    # A version that is stored stands; its text is another one than was shown.
    page.locator("[name=version]").evaluate("field => { field.value = '2.0'; }")
    accept(page).click()
    expect(page.get_by_role("alert")).to_contain_text("The policy has changed while you were reading.")


def test_going_back_leads_to_the_page_before(owner_page, server):
    owner_page.goto("/account")
    owner_page.get_by_role("contentinfo").get_by_role("link", name="Privacy Policy").click()
    owner_page.wait_for_url(server.url + PATH)
    wait_for_module(owner_page, "policy")
    owner_page.get_by_role("link", name="Back").click()
    owner_page.wait_for_url("**/account")


def test_nothing_is_too_small_to_press_and_the_end_has_no_barriers(people, server, look, axe):
    page = show(people.page(server, "casey", **look))
    links = page.locator(
        ".policy-contents a, .policy-contact a, .policy-settings a, .policy-share, .policy-back, .policy-accept")
    assert all(link.bounding_box()["height"] >= 44 for link in links.all())
    back = page.get_by_role("link", name="Back").bounding_box()
    button = page.get_by_role("button", name="Print").bounding_box()
    assert back["x"] >= 8 and button["x"] + button["width"] <= page.viewport_size["width"] - 8
    page.keyboard.press("End")
    expect_end_reached(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)


def test_the_link_is_shared_by_the_device_or_copied(people, server):
    page = show(people.page(server, "casey", permissions=["clipboard-read", "clipboard-write"]))
    page.evaluate("() => { navigator.share = undefined; }")
    button = page.locator("[data-policy-share]")
    button.click()
    expect(button).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == server.url + PATH
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what; }; }")
    button.click()
    assert page.evaluate("window.shared.url") == server.url + PATH
