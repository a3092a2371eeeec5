"""Who has an account, and one's own."""

import re
import zipfile

import pytest
from playwright.sync_api import expect
from serving import PASSWORD

OTHER = "another long password"


def person(page, name):
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name, exact=True))


@pytest.mark.core
@pytest.mark.both_browsers
def test_admin_adds_a_person_who_can_sign_in(admin_page, people, server):
    admin_page.goto("/people")
    admin_page.get_by_role("link", name="Add a person").click()
    sheet = admin_page.get_by_role("dialog", name="Add a person")
    sheet.get_by_label("Id").fill("kim")
    sheet.get_by_label("Name").fill("Kim Park")
    sheet.get_by_label("Password").fill(OTHER)
    sheet.get_by_role("button", name="Add").click()
    admin_page.wait_for_url("**/people?done=person-added")
    expect(person(admin_page, "Kim Park")).to_contain_text("Owner")
    page = people.page(server)
    page.goto("/sign-in")
    page.get_by_label("Name").fill("kim")
    page.get_by_label("Password").fill(OTHER)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.url}/documents")


def test_what_is_wrong_with_a_new_person_is_said_and_what_was_typed_stays(no_script_page, violations):
    violations.expect(r"status 422: POST .*/people/new")
    no_script_page.goto("/people/new")
    no_script_page.get_by_label("Id").fill("lee")
    no_script_page.get_by_label("Name").fill("Lee")
    no_script_page.get_by_label("Password").fill("short")
    no_script_page.get_by_role("button", name="Add").click()
    expect(no_script_page.get_by_role("alert")).to_contain_text("at least 10")
    expect(no_script_page.get_by_label("Id")).to_have_value("lee")
    no_script_page.get_by_label("Id").fill("casey")
    no_script_page.get_by_label("Password").fill(OTHER)
    no_script_page.get_by_role("button", name="Add").click()
    expect(no_script_page.get_by_role("alert")).to_contain_text("casey")


def test_id_that_no_page_can_show_or_that_looks_like_another_is_refused(no_script_page, violations):
    violations.expect(r"status 422: POST .*/people/new")
    for id, words in [
        ("../x", "The id of a person has a `/`"), ("Casey", "There is a person `casey` already, from which `Casey` differs")]:
        no_script_page.goto("/people/new")
        no_script_page.get_by_label("Id").fill(id)
        no_script_page.get_by_role("button", name="Add").click()
        expect(no_script_page.get_by_role("alert")).to_contain_text(words)


def test_admin_changes_name_and_role(no_script_page):
    no_script_page.goto("/people")
    no_script_page.get_by_role("link", name="Change Casey Reyes").click()
    no_script_page.get_by_label("Name").fill("Casey R.")
    no_script_page.get_by_label("Role").select_option("Admin")
    no_script_page.get_by_role("button", name="Save").click()
    expect(no_script_page.get_by_role("status").first).to_contain_text("Saved.")
    expect(person(no_script_page, "Casey R.")).to_contain_text("Admin")


@pytest.mark.core
def test_new_password_ends_the_sessions_of_the_person(no_script_page, owner_page, server):
    owner_page.goto("/account")
    no_script_page.goto("/people/casey/edit")
    no_script_page.get_by_label("Password").fill(OTHER)
    no_script_page.get_by_role("button", name="Set the password").click()
    expect(no_script_page.get_by_role("status").first).to_contain_text("The password was changed.")
    owner_page.goto("/account")
    expect(owner_page).to_have_url(f"{server.url}/sign-in?next=%2Faccount")


def test_person_is_removed_after_a_question(admin_page):
    admin_page.goto("/people")
    admin_page.get_by_role("link", name="Remove Casey Reyes").click()
    sheet = admin_page.get_by_role("dialog")
    expect(sheet).to_contain_text("Are you sure you want to remove Casey Reyes?")
    expect(sheet.get_by_role("link", name="Cancel")).to_be_focused()
    sheet.get_by_role("button", name="Remove", exact=True).click()
    admin_page.wait_for_url("**/people?done=person-removed")
    expect(person(admin_page, "Casey Reyes")).to_have_count(0)


@pytest.mark.core
@pytest.mark.both_browsers
def test_person_is_erased_once_their_id_is_typed(no_script_page, violations):
    violations.expect(r"status 422: POST .*/people/casey/erase")
    no_script_page.goto("/people")
    no_script_page.get_by_role("link", name="Erase Casey Reyes").click()
    expect(no_script_page.get_by_role("heading", name="Erase Casey Reyes")).to_be_visible()
    gone = no_script_page.locator(".erased li")
    expect(gone.filter(has_text=re.compile(r"^[1-9]\d* documents?$"))).to_have_count(1)
    expect(gone.filter(has_text="the account with its sessions and tokens")).to_have_count(1)
    no_script_page.get_by_label("Their id, to confirm").fill("jordan")
    no_script_page.get_by_role("button", name="Erase for good").click()
    field = no_script_page.get_by_label("Their id, to confirm")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(no_script_page.get_by_text("This is not their id, which is casey.")).to_be_visible()
    field.fill("casey")
    no_script_page.get_by_role("button", name="Erase for good").click()
    expect(no_script_page.get_by_role("status").first).to_contain_text("Erased. Nothing of theirs is left here.")
    expect(person(no_script_page, "Casey Reyes")).to_have_count(0)
    no_script_page.goto("/documents?owner=casey")
    expect(no_script_page.get_by_role("alert")).to_contain_text("There is no owner `casey`.")


def test_question_before_erasing_is_a_sheet_and_only_admin_of_others_stays(admin_page, violations):
    admin_page.goto("/people")
    admin_page.get_by_role("link", name="Erase Casey Reyes").click()
    sheet = admin_page.get_by_role("dialog")
    expect(sheet.get_by_label("Their id, to confirm")).to_be_focused()
    sheet.get_by_role("link", name="Cancel").click()
    expect(sheet).to_have_count(0)
    violations.expect(r"status 409: GET .*/people/jordan/erase")
    admin_page.goto("/people/jordan/erase")
    expect(admin_page.get_by_role("alert")).to_contain_text("is the only admin")
    expect(admin_page.get_by_role("button", name="Erase for good")).to_have_count(0)


@pytest.mark.core
def test_last_admin_stays(no_script_page, violations):
    violations.expect(r"status 422: POST .*/people/jordan/remove")
    no_script_page.goto("/people/jordan/remove")
    no_script_page.get_by_role("button", name="Remove").click()
    expect(no_script_page.get_by_role("alert")).to_be_visible()


@pytest.mark.reads
def test_people_are_not_for_owners(owner_page, violations):
    violations.expect(r"status 403: GET .*/people")
    owner_page.goto("/people")
    expect(owner_page.get_by_role("main")).to_contain_text("This is for admins.")


@pytest.mark.both_browsers
def test_own_name_is_changed(owner_page):
    owner_page.goto("/account")
    owner_page.get_by_role("textbox", name="Name").fill("Casey Q.")
    owner_page.get_by_role("button", name="Save").click()
    expect(owner_page.get_by_role("status").first).to_contain_text("Saved.")
    expect(owner_page.get_by_label("Account of Casey Q.")).to_be_visible()


@pytest.mark.core
def test_own_password_needs_the_present_one_and_ends_other_sessions(people, server, violations):
    violations.expect(r"status 422: POST .*/account/password")
    pages = [people.page(server), people.page(server)]
    for page in pages:
        page.goto("/sign-in?next=/account")
        page.get_by_label("Name").fill("casey")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{server.url}/account")
    page, other = pages
    for present in ("not the password", PASSWORD):
        page.get_by_label("Present password").fill(present)
        page.get_by_label("New password").fill(OTHER)
        page.get_by_role("button", name="Change the password").click()
        if present != PASSWORD:
            expect(page.get_by_role("region", name="Password").get_by_role("alert")).to_contain_text(
                "The present password is another one.")
    expect(page.get_by_text("The password was changed.")).to_be_visible()
    other.goto("/account")
    expect(other).to_have_url(f"{server.url}/sign-in?next=%2Faccount")


def test_other_session_can_be_ended_and_this_one_is_marked(owner_page, people, server):
    other = people.page(server)
    other.goto("/sign-in")
    other.get_by_label("Name").fill("casey")
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Sign in").click()
    other.wait_for_url(f"{server.url}/documents")
    owner_page.goto("/account")
    own = owner_page.get_by_role("region", name="Signed in").get_by_role("listitem")
    expect(own.filter(has_text="this one")).to_have_count(1)
    own.get_by_role("button", name="End the session").first.click()
    expect(owner_page.get_by_role("status").first).to_contain_text("The session has ended.")
    other.goto("/documents")
    expect(other).to_have_url(f"{server.url}/sign-in?next=%2Fdocuments")


@pytest.mark.core
@pytest.mark.both_browsers
def test_token_is_shown_once_works_and_is_revoked(owner_page, server, violations):
    violations.allow(r"status 401")
    owner_page.goto("/account")
    owner_page.locator("summary", has_text="Make a token").click()
    owner_page.get_by_label("What it is for").fill("Backup")
    owner_page.get_by_label("See and download documents").check()
    owner_page.get_by_role("button", name="Make the token").click()
    secret = owner_page.get_by_label("The token", exact=True).inner_text().strip()

    def ask():
        request = owner_page.context.browser.new_context(base_url=server.url).request
        return request.get("/api/v1/documents", headers={"Authorization": f"Bearer {secret}"}).status

    assert ask() == 200
    owner_page.goto("/account")
    assert secret not in owner_page.content()
    owner_page.get_by_role("button", name="Revoke the token Backup").click()
    expect(owner_page.get_by_role("region", name="Tokens")).to_contain_text("revoked")
    assert ask() == 401


def test_token_without_a_purpose_or_scope_is_refused_beside_its_fields(no_script_page, violations):
    violations.expect(r"status 422: POST .*/account/tokens")
    no_script_page.goto("/account")
    no_script_page.locator("summary", has_text="Make a token").click()
    no_script_page.get_by_label("What it is for").fill(" ")
    no_script_page.get_by_role("button", name="Make the token").click()
    expect(no_script_page.get_by_text("Choose what it may do.")).to_be_visible()


@pytest.mark.reads
def test_owner_is_offered_no_scope_of_admins(owner_page):
    owner_page.goto("/account")
    expect(owner_page.locator("input[name=scope]")).to_have_count(4)


@pytest.mark.reads
def test_account_tells_what_is_stored_and_accepted(admin_page):
    admin_page.goto("/account")
    expect(admin_page.get_by_role("region", name="What is stored about you")).to_contain_text("Documents")
    expect(admin_page.get_by_role("region", name="What you have accepted")).to_contain_text("Privacy Policy, version")


def test_own_documents_are_downloaded_in_one_file(owner_page):
    owner_page.goto("/account")
    with owner_page.expect_download() as download:
        owner_page.get_by_role("link", name="Download my documents").click()
    assert download.value.suggested_filename == "casey-export.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        assert any(name.startswith("casey-export/documents/") for name in archive.namelist())


@pytest.mark.reads
def test_shortcuts_are_turned_off_and_stay_off(admin_page):
    admin_page.goto("/account")
    box = admin_page.get_by_label("Shortcuts of a single key")
    expect(box).to_be_checked()
    box.uncheck()
    assert admin_page.evaluate("localStorage.getItem('compass.single-keys')") == "off"
    admin_page.reload()
    expect(box).not_to_be_checked()
    box.check()
    assert admin_page.evaluate("localStorage.getItem('compass.single-keys')") is None


def test_pages_of_people_fit_and_have_no_barriers(people, server, look, axe):
    page = people.page(server, "jordan", **look)
    for path in ("/people", "/people/new", "/people/casey/edit", "/people/casey/remove", "/people/casey/erase", "/account"):
        page.goto(path)
        for summary in page.locator("main summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The header lies over what was scrolled under it.
        page.evaluate("scrollTo(0, 0)")
        axe(page)
