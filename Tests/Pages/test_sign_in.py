"""Signing in with a password, and out."""

import pytest
from example import ids_by_title
from library import documents_of, wait_for_module
from playwright.sync_api import expect
from serving import PASSWORD

OWN = "Casey's Goals, Fall 2026"


def fill(page, name="casey", password=PASSWORD):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
def test_password_signs_in_and_shows_the_page_that_was_asked_for(stranger_page, server):
    stranger_page.goto("/documents?type=transcript")
    expect(stranger_page).to_have_url(f"{server.url}/sign-in?next=%2Fdocuments%3Ftype%3Dtranscript")
    fill(stranger_page)
    stranger_page.wait_for_url(f"{server.url}/documents?type=transcript")


def test_sign_in_works_with_the_keyboard_alone(stranger_page, server):
    stranger_page.goto("/sign-in")
    expect(stranger_page.get_by_label("Name")).to_be_focused()
    stranger_page.keyboard.type("casey")
    stranger_page.keyboard.press("Tab")
    stranger_page.keyboard.type(PASSWORD)
    stranger_page.keyboard.press("Enter")
    stranger_page.wait_for_url(f"{server.url}/documents")


@pytest.mark.core
def test_wrong_password_is_told_and_keeps_the_name_and_the_page(stranger_page, server, violations):
    violations.expect(r"status 422: POST .*/sign-in")
    stranger_page.goto("/sign-in?next=/documents%3Ftype=resume")
    fill(stranger_page, password="not the password")
    expect(stranger_page.get_by_role("alert")).to_contain_text("The name or the password is wrong.")
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


@pytest.mark.reads
def test_who_is_signed_in_is_sent_on(owner_page, server):
    owner_page.goto("/sign-in?next=/documents%3Ftype=resume")
    owner_page.wait_for_url(f"{server.url}/documents?type=resume")


@pytest.mark.core
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


# A session that ends while somebody types.


def open_edit(page, server):
    """The form of Casey's document, with words in it that are not sent yet, and without the session."""
    page.goto(f"/documents/{ids_by_title(server.workspace)[OWN]}/edit?sort=oldest")
    page.get_by_label("Title").fill("My <b>new</b> title")
    page.get_by_label("Description").fill("Two\nlines & more")
    page.context.clear_cookies()
    page.get_by_role("button", name="Save").click()


def expect_what_was_typed(part):
    expect(part.get_by_label("Title")).to_have_value("My <b>new</b> title")
    expect(part.get_by_label("Description")).to_have_value("Two\nlines & more")


def expect_form_again(part):
    expect(part.get_by_role("alert").first).to_contain_text("You had been signed out, and nothing is saved yet.")
    expect_what_was_typed(part)


@pytest.mark.both_browsers
def test_session_that_ends_while_one_edits_loses_no_word_without_scripts(people, server, violations):
    violations.expect("status 401: POST .*/edit")
    violations.allow("status 422: POST .*/sign-in")
    page = people.page(server, "casey", script=False)
    open_edit(page, server)
    expect(page.get_by_role("alert")).to_contain_text(
        "You were signed out, and nothing was saved. What you typed is kept: sign in to continue.")
    fill(page, password="not the password")
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
    fill(page)
    expect_form_again(page)
    # Nothing is done that nobody has asked for.
    assert OWN in ids_by_title(server.workspace)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/documents/*sort=oldest&done=saved")
    expect(page.get_by_role("heading", level=1)).to_contain_text("My <b>new</b> title")


@pytest.mark.both_browsers
def test_session_that_ends_while_one_edits_in_a_sheet_loses_no_word(people, server, violations, axe):
    violations.expect("status 401: POST .*/edit")
    violations.allow("status 422: POST .*/sign-in")
    page = people.page(server, "casey")
    page.goto(f"/documents/{ids_by_title(server.workspace)[OWN]}")
    wait_for_module(page, "document")
    page.get_by_role("link", name="Edit document metadata").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Title").fill("My <b>new</b> title")
    sheet.get_by_label("Description").fill("Two\nlines & more")
    page.context.clear_cookies()
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("alert").first).to_contain_text("You were signed out, and nothing was saved.")
    axe(page)
    fill(sheet, password="not the password")
    expect(sheet.get_by_text("The name or the password is wrong.")).to_be_visible()
    fill(sheet)
    expect_form_again(sheet)
    sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved")
    expect(page.get_by_role("heading", level=1)).to_contain_text("My <b>new</b> title")


def test_schools_that_were_chosen_when_the_session_ended_can_be_saved_at_once(people, server, workspace, violations):
    violations.expect("status 401: POST .*/share")
    violations.allow("status 422: POST .*/sign-in")
    page = people.page(server, "casey")
    page.goto(f"/documents/{ids_by_title(workspace)[OWN]}/share")
    chosen = page.locator("input[name=school]:not(:checked)").first
    school = chosen.get_attribute("value")
    chosen.check()
    page.context.clear_cookies()
    page.get_by_role("button", name="Save").click()
    fill(page)
    expect(page.locator(f"input[name=school][value='{school}']")).to_be_checked()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=shared**")


def test_who_signs_in_in_another_tab_goes_on_with_what_was_typed(people, server, violations):
    violations.expect("status 401: POST .*/edit")
    violations.allow("status 422: POST .*/sign-in")
    page = people.page(server, "casey", script=False)
    open_edit(page, server)
    page.get_by_role("button", name="Continue with what I typed").click()
    expect(page.get_by_text("You are not signed in yet.").first).to_be_visible()
    other = page.context.new_page()
    other.goto("/sign-in")
    fill(other)
    other.wait_for_url("**/documents")
    page.get_by_role("button", name="Continue with what I typed").click()
    expect_form_again(page)


def test_somebody_else_signs_in_without_what_was_typed(people, server, violations):
    violations.expect("status 401: POST .*/edit")
    page = people.page(server, "casey", script=False)
    open_edit(page, server)
    page.get_by_role("link", name="sign in without it").click()
    expect(page.get_by_text("Continue with what I typed")).to_have_count(0)
    fill(page)
    expect(page.get_by_label("Title")).to_have_value(OWN)


def test_words_of_others_meanwhile_are_not_overwritten_by_what_was_kept(people, server, workspace, violations):
    violations.expect("status 401: POST .*/edit")
    violations.allow("status 422: POST")
    page = people.page(server, "casey", script=False)
    open_edit(page, server)
    workspace.compass("documents", "edit", ids_by_title(workspace)[OWN], "--title", "Theirs")
    fill(page)
    expect_form_again(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Someone else has changed this document in the meantime.")
    expect_what_was_typed(page)


def test_every_form_with_words_keeps_them_when_the_session_ends(people, server, workspace, tmp_path, violations):
    violations.allow("status 401: POST")
    violations.allow("status 422: POST .*/sign-in")
    own = ids_by_title(workspace)[OWN]
    file = tmp_path / "goals.csv"
    file.write_text("Date,Goals\n2026-11-21,4\n", encoding="utf-8")
    forms = {
        "/documents/new": ("Upload", {"title": "New one", "description": "Words."}),
        f"/documents/{own}": ("Make a link", {"label": "Coach Vega", "days": "12"}),
        "/account": ("Save", {"name": "Casey R."}),
        "/account#new-token": ("Make the token", {"token": "Backup at night"}),
    }
    page = people.page(server, "casey", script=False)
    for address, (button, fields) in forms.items():
        page.goto(address)
        if "#" in address:
            page.get_by_text("Make a token").click()
        for name, text in fields.items():
            page.locator(f"[name={name}]").fill(text)
        if button == "Upload":
            page.get_by_label("Document Type").select_option("stats_sheet")
            page.locator("#file").set_input_files(file)
        page.context.clear_cookies()
        page.get_by_role("button", name=button, exact=True).click()
        fill(page)
        for name, text in fields.items():
            expect(page.locator(f"[name={name}]")).to_have_value(text)
        if button == "Upload":
            expect(page.get_by_label("Document Type")).to_have_value("stats_sheet")
            expect(page.locator("#file-error")).to_have_text("Choose the file again.")
    assert "New one" not in [one["title"] for one in documents_of(workspace)]


def test_button_that_is_pressed_after_the_session_ended_leads_back_to_its_page(people, server):
    page = people.page(server, "casey", script=False)
    own = ids_by_title(server.workspace)[OWN]
    page.goto(f"/documents/{own}/delete?sort=oldest")
    page.context.clear_cookies()
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_role("alert")).to_contain_text("You were signed out, and nothing was changed. Sign in to continue.")
    fill(page)
    page.wait_for_url(f"**/documents/{own}?sort=oldest")
