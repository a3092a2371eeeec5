"""The page of a document: what it shows, and how it is edited, shared, replaced, restored and taken away."""

import re

import pytest
from example import make_link
from library import add_carelessly, add_schools, add_versions, count_kept, documents_of, module_address, records, wait_for_module
from network import cut_network
from odd_files import png
from playwright.sync_api import expect

FILM, PDF, TEXT, TABLE = "Junior Season Highlights", "Athletic Résumé", "AP Exam Scores", "Senior Season Statistics"
OFFICE = "Academic Résumé"


@pytest.fixture
def show(admin_page, documents):
    def show(title):
        admin_page.goto(f"/documents/{documents[title]}")
        wait_for_module(admin_page, "document")
        return admin_page

    return show


def shown(page, part):
    return page.locator(f"#{part}")


def open_sheet(page, name, title):
    page.get_by_role("link", name=name).click()
    sheet = page.get_by_role("dialog", name=title)
    expect(sheet).to_be_visible()
    return sheet


def fact(page, label):
    return page.locator(".metadata > div").filter(has=page.locator("dt").get_by_text(label, exact=True)).locator("dd")


# What it shows.


@pytest.mark.core
@pytest.mark.both_browsers
@pytest.mark.reads
def test_everything_that_is_known_of_it_is_shown(show, workspace, documents):
    page = show(FILM)
    [known] = [one for one in documents_of(workspace) if one["title"] == FILM]
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name(f"{FILM}. Highlight Video. Version 3.")
    expect(page.locator(".description")).to_have_text(known["description"])
    expect(page.locator(".document-head .badge")).to_have_text("Highlight Video")
    expect(fact(page, "Version")).to_have_text("v3")
    expect(fact(page, "About school")).to_have_text("General")
    expect(fact(page, "File Type")).to_have_text("video/mp4")
    expect(fact(page, "Shared with")).to_have_text(f"{len(known['shared-with'])} schools")
    expect(fact(page, "Uploaded").locator("time")).to_have_attribute("datetime", re.compile(known["created-at"][:10]))


@pytest.mark.reads
def test_actions_have_the_names_of_the_specification_and_room(show):
    page = show(PDF)
    for name in ("Edit document metadata", "Share document with schools", re.compile(r"^Delete document\.")):
        box = page.get_by_role("link", name=name).bounding_box()
        assert box["width"] >= 88 and box["height"] >= 44, name


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
@pytest.mark.reads
def test_film_plays_with_the_browsers_controls(show):
    page = show(FILM)
    video = page.locator(".preview video")
    expect(video).to_have_attribute("controls", "")
    assert video.evaluate("""video => new Promise((done) => {
        const tell = () => done(video.readyState >= 1 && video.duration > 1);
        video.addEventListener("error", () => done(false));
        video.readyState >= 1 ? tell() : video.addEventListener("loadedmetadata", tell);
        })""")


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
@pytest.mark.reads
def test_pdf_is_drawn_in_the_page_and_zooms(show):
    page = show(PDF)
    expect(page.locator(".preview canvas").first).to_be_visible()
    page.get_by_role("button", name=re.compile("Zoom in")).first.click()
    expect(page.locator(".preview canvas").first).to_be_visible()


@pytest.mark.core
@pytest.mark.parametrize("title, words", [(TEXT, "ADVANCED PLACEMENT SCORES"), (TABLE, "Date,Opponent,")])
@pytest.mark.reads
def test_text_is_shown_in_the_page_as_in_the_viewer(show, title, words):
    page = show(title)
    text = page.locator("#document").get_by_role("region", name=title, exact=True)
    expect(text).to_contain_text(words)
    shown = text.text_content()
    text.focus()
    expect(text).to_be_focused()
    page.get_by_role("link", name="Full screen").click()
    page.wait_for_url("**/view")
    assert page.locator("pre").text_content() == shown


def test_text_that_is_too_large_can_be_downloaded(show, workspace):
    file = workspace.folder / "long.csv"
    file.write_text("Goals,Assists\n" + "1,2\n" * 140_000, encoding="utf-8")
    workspace.compass("run", "stats-sheet", file.name, "-i", "user=jordan", "-i", f"title={TABLE}")
    page = show(TABLE)
    page.get_by_role("link", name="View version 13").click()
    expect(page.get_by_role("link", name="Download to view")).to_be_visible()
    expect(page.locator("#document pre")).to_have_count(0)


@pytest.mark.core
def test_text_that_looks_like_markup_is_text(admin_page, workspace, tmp_path):
    file = tmp_path / "markup.txt"
    file.write_text("\n</pre><img src=x onerror=alert(1)>,&amp;\n1,2\n", encoding="utf-8")
    add_carelessly(workspace, file)
    [document] = [one for one in documents_of(workspace) if one["name"] == "markup.txt"]
    admin_page.goto(f"/documents/{document['id']}")
    assert admin_page.locator("#document pre").text_content() == file.read_text(encoding="utf-8")


@pytest.mark.reads
def test_what_no_browser_shows_can_be_downloaded(show):
    page = show(OFFICE)
    expect(page.get_by_text("Preview unavailable for this file type")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download to view").click()
    assert download.value.suggested_filename.startswith(OFFICE.split()[0])


@pytest.mark.reads
def test_preview_that_does_not_load_says_so_and_can_be_downloaded(admin_page, documents, violations):
    violations.allow("status 500: (GET|HEAD)")
    admin_page.route(f"**/documents/{documents[FILM]}/content**", lambda route: route.fulfill(status=500, body=""))
    admin_page.goto(f"/documents/{documents[FILM]}")
    expect(admin_page.locator(".preview")).to_contain_text("Server error. Unable to load document.")
    expect(admin_page.locator(".preview").get_by_role("button", name="Retry")).to_be_visible()


@pytest.fixture
def picture(workspace, tmp_path):
    """The id of a document that is an image."""
    file = tmp_path / "team.png"
    file.write_bytes(png(size=(64, 48)))
    add_carelessly(workspace, file)
    return next(one["id"] for one in documents_of(workspace) if one["name"] == "team.png")


@pytest.mark.core
def test_image_is_shown_in_the_page(admin_page, picture):
    admin_page.goto(f"/documents/{picture}")
    image = admin_page.locator(".preview-image img")
    expect(image).to_be_visible()
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") == 64


def test_image_that_does_not_come_says_so_with_a_retry_and_the_download(admin_page, picture, violations):
    violations.expect("status 500: (GET|HEAD)")
    violations.allow("status 500: (GET|HEAD)")
    admin_page.route("**/content", lambda route: route.fulfill(status=500, body=""))
    admin_page.goto(f"/documents/{picture}")
    preview = admin_page.locator(".preview")
    expect(preview.get_by_role("alert")).to_contain_text("Server error. Unable to load document.")
    expect(preview.locator("img")).to_be_hidden()
    expect(preview.get_by_role("link", name="Download to view")).to_have_attribute("href", re.compile(r"download=true$"))
    admin_page.unroute("**/content")
    preview.get_by_role("button", name="Retry").click()
    expect(preview.locator("img")).to_be_visible()
    expect(preview.get_by_role("alert")).to_have_count(0)


def test_image_that_is_corrupt_says_so_with_the_download(admin_page, workspace, tmp_path, axe):
    file = tmp_path / "corrupt.png"
    file.write_bytes(png(size=(64, 48))[:40] + bytes(400))
    add_carelessly(workspace, file)
    [document] = [one for one in documents_of(workspace) if one["name"] == "corrupt.png"]
    admin_page.goto(f"/documents/{document['id']}")
    preview = admin_page.locator(".preview")
    expect(preview.get_by_role("alert")).to_contain_text("Unable to load file. File may be corrupt.")
    axe(admin_page)
    with admin_page.expect_download() as download:
        preview.get_by_role("link", name="Download to view").click()
    assert download.value.path().read_bytes() == file.read_bytes()


@pytest.mark.both_browsers
@pytest.mark.reads
def test_full_screen_opens_the_viewer_and_comes_back(show):
    page = show(TEXT)
    page.get_by_role("link", name="Full screen").click()
    page.wait_for_url("**/view")
    wait_for_module(page, "viewer")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name(f"{TEXT}. Transcript. Version 1.")


@pytest.mark.reads
def test_old_address_of_the_viewer_leads_to_it(people, server, documents, violations):
    page = people.page(server, "jordan")
    page.goto(f"/documents/view?id={documents[TEXT]}")
    expect(page).to_have_url(re.compile(f"/documents/{documents[TEXT]}/view$"))
    violations.expect("status 404: GET ")
    assert page.goto("/documents/view?id=00000000-0000-4000-8000-000000000000").status == 404


def test_story_tells_what_has_happened_with_the_newest_first(show, workspace, documents):
    workspace.compass("documents", "edit", documents[PDF], "--description", "Another one.")
    story = show(PDF).locator("#story")
    expect(story.locator("li").first).to_contain_text("edited")
    expect(story).to_contain_text("Version 4 was stored")
    expect(story).to_contain_text(re.compile(r"Shared with \d+ schools"))
    story.get_by_role("link", name="What was checked").first.click()
    expect(story.page.locator("#run")).to_be_visible()


@pytest.mark.reads
def test_document_that_is_not_there_says_so(admin_page, violations):
    violations.expect("status 404: GET")
    admin_page.goto("/documents/00000000-0000-4000-8000-000000000000")
    expect(admin_page.get_by_role("heading", level=1)).to_have_text("Document not found")
    expect(admin_page).to_have_title(re.compile(r"^Document not found"))
    expect(admin_page.get_by_role("navigation", name="Main").get_by_role("link", name="Runs")).to_be_visible()
    admin_page.get_by_role("link", name="Return to Documents").click()
    admin_page.wait_for_url("**/documents")


@pytest.mark.parametrize("way", ["button", "Escape"])
@pytest.mark.reads
def test_viewer_of_a_document_that_is_not_there_says_so_and_closes(admin_page, violations, way):
    violations.expect("status 404: GET")
    admin_page.goto("/documents?search=goals")
    admin_page.goto("/documents/00000000-0000-4000-8000-000000000000/view")
    expect(admin_page.get_by_role("heading", level=1)).to_have_text("Document not found")
    expect(admin_page.get_by_role("link", name="Return to Documents")).to_be_visible()
    wait_for_module(admin_page, "viewer")
    if way == "button":
        admin_page.get_by_role("link", name="Close document viewer").click()
    else:
        admin_page.keyboard.press("Escape")
    admin_page.wait_for_url("**/documents")


def test_long_title_and_description_stay_in_their_places(people, server, workspace, documents, width):
    workspace.compass("documents", "edit", documents[PDF], "--title", "Pneumonoultramicroscopic" * 4, "--description", "Word " * 99)
    page = people.page(server, "jordan", width=width)
    page.goto(f"/documents/{documents[PDF]}")
    height, line = page.locator("h1").evaluate(
        "one => [one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).lineHeight)]")
    assert height <= 2 * line + 1
    box = page.locator(".description")
    assert box.evaluate("one => one.getBoundingClientRect().height") <= 200
    if box.evaluate("one => one.scrollHeight > one.clientHeight"):
        box.hover()
        page.mouse.wheel(0, 2000)
        page.evaluate("nextFrame()")
        expect(page.locator(".description")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.reads
def test_text_of_twice_the_size_fits(people, server, documents):
    page = people.page(server, "jordan", width=390)
    page.goto(f"/documents/{documents[TABLE]}")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    # Rounding makes a pixel of it.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


@pytest.mark.parametrize("touch, least", [(False, 24), (True, 44)])
def test_links_in_lists_are_large_enough_to_press(people, server, workspace, documents, touch, least):
    make_link(workspace, [documents[PDF]])
    page = people.page(server, "jordan", width=390, touch=touch)
    page.goto(f"/documents/{documents[PDF]}")
    links = page.locator(".links a, .story a, .story summary").filter(visible=True)
    assert links.count() >= 3
    small = [one["height"] for one in (link.bounding_box() for link in links.all()) if one["height"] < least]
    assert small == []


# Editing.


@pytest.mark.core
@pytest.mark.both_browsers
def test_edited_fields_are_saved_and_shown(show):
    page = show(PDF)
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    title = sheet.get_by_label("Title")
    expect(title).to_be_focused()
    expect(title).to_have_value(PDF)
    title.fill("Soccer Résumé")
    sheet.get_by_label("School").select_option("duke")
    sheet.get_by_label("Description").fill("New words.\nOn two lines.")
    sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved")
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Soccer Résumé")
    expect(page.locator(".description")).to_contain_text("New words.")
    expect(fact(page, "About school")).to_have_text("Duke University")


def test_school_can_be_general_again(show):
    page = show("Duke Recruiting Questionnaire")
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    sheet.get_by_label("School").select_option(label="General / Not School-Specific")
    sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved")
    expect(fact(page, "About school")).to_have_text("General")


@pytest.mark.reads
def test_characters_are_counted_as_people_count_them(show):
    sheet = open_sheet(show(PDF), "Edit document metadata", "Edit Document")
    counter = sheet.locator("[data-counts=title]")
    sheet.get_by_label("Title").fill("👩🏽‍🦱é⚽️")
    expect(counter).to_have_text("3 of 100")
    sheet.get_by_label("Description").fill("x" * 500)
    expect(sheet.locator("[data-counts=description]")).to_have_text("500 of 500")
    expect(sheet.locator("[data-counts=description]")).to_have_attribute("aria-live", "polite")


@pytest.mark.core
def test_fault_of_a_field_is_told_below_it_and_keeps_what_was_typed(show, violations):
    violations.allow("status 422: POST")
    page = show(PDF)
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    title = sheet.get_by_label("Title")
    # Past what the browser itself would hold back.
    sheet.locator("form").evaluate("form => { form.noValidate = true; }")
    title.fill("   ")
    sheet.get_by_label("Description").fill("Kept.")
    sheet.get_by_role("button", name="Save").click()
    expect(title).to_have_attribute("aria-invalid", "true")
    expect(title).to_be_focused()
    expect(sheet.locator("#title-error")).to_be_visible()
    expect(sheet.get_by_label("Description")).to_have_value("Kept.")
    sheet.locator("form").evaluate("form => { form.noValidate = true; }")
    title.fill("y" * 101)
    expect(sheet.locator("[data-counts=title]")).to_have_text("101 of 100")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.locator("#title-error")).to_contain_text("100")
    title.fill("Good")
    sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved")


def test_title_of_another_document_of_its_type_is_refused(show, violations):
    violations.expect("status 422: POST")
    sheet = open_sheet(show(PDF), "Edit document metadata", "Edit Document")
    sheet.get_by_label("Title").fill(OFFICE)
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.locator("#title-error")).to_be_visible()
    expect(sheet.get_by_label("Title")).to_have_value(OFFICE)


@pytest.mark.reads
def test_browser_holds_back_what_is_too_long(show):
    sheet = open_sheet(show(PDF), "Edit document metadata", "Edit Document")
    save = sheet.get_by_role("button", name="Save")
    expect(save).not_to_have_attribute("aria-disabled", "true")
    sheet.get_by_label("Description").fill("y" * 501)
    expect(save).to_have_attribute("aria-disabled", "true")
    save.press("Enter")
    assert sheet.get_by_label("Description").evaluate("field => field.validationMessage") == "At most 500 characters."
    expect(sheet).to_be_visible()
    sheet.get_by_label("Description").fill("")
    expect(save).not_to_have_attribute("aria-disabled", "true")
    sheet.get_by_label("Title").fill("")
    expect(save).to_have_attribute("aria-disabled", "true")


def edit_while(page, change, told):
    """Types a title, has others change the document, and presses Save; what comes of it says `told`."""
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    sheet.get_by_label("Title").fill("Mine")
    change()
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("alert")).to_contain_text(told)
    expect(sheet.get_by_label("Title")).to_have_value("Mine")
    return sheet


def expect_mine(page):
    page.wait_for_url("**done=saved")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mine")


@pytest.mark.core
def test_changes_of_others_meanwhile_are_not_lost_unasked(show, workspace, documents, violations):
    violations.expect("status 422: POST")
    page = show(PDF)
    sheet = edit_while(
        page, lambda: workspace.compass("documents", "edit", documents[PDF], "--title", "Theirs"),
        "Someone else has changed this document in the meantime.")
    assert "Theirs" in {one["title"] for one in documents_of(workspace)}
    sheet.get_by_role("button", name="Save").click()
    expect_mine(page)


def test_changes_to_a_document_that_was_trashed_meanwhile_bring_it_back(show, workspace, documents, violations):
    violations.expect("status 422: POST")
    page = show(PDF)
    sheet = edit_while(
        page, lambda: workspace.compass("documents", "trash", documents[PDF]), "Save to restore it with your changes.")
    assert PDF not in {one["title"] for one in documents_of(workspace)}
    sheet.get_by_role("button", name="Restore and save").click()
    expect_mine(page)


def test_changes_to_a_document_that_was_erased_meanwhile_stay_in_the_form(show, workspace, documents, violations):
    violations.expect("status 404: POST")
    page = show(PDF)
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    sheet.get_by_label("Description").fill("Words")
    workspace.compass("documents", "delete", documents[PDF], "--yes")
    sheet.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Failed to save changes. There is no document")
    expect(sheet.get_by_label("Description")).to_have_value("Words")


@pytest.mark.parametrize("fault", ["server", "offline"])
def test_saving_that_fails_is_told_and_can_be_tried_again(show, violations, fault):
    page = show(PDF)
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    sheet.get_by_label("Title").fill("At last")
    if fault == "server":
        violations.expect("status 500: POST")
        page.route("**/edit", lambda route: route.fulfill(status=500, body="", content_type="text/html"))
        sheet.get_by_role("button", name="Save").click()
        expect(page.locator(".toast")).to_contain_text("Failed to save changes. Server error. Please try again.")
        page.unroute("**/edit")
    else:
        violations.allow("ERR_INTERNET_DISCONNECTED")
        with cut_network(page):
            sheet.get_by_role("button", name="Save").press("Enter")
            expect(page.locator(".toast")).to_contain_text("You are offline.")
    expect(sheet.get_by_label("Title")).to_have_value("At last")
    if fault == "server":
        page.get_by_role("button", name="Retry").click()
    else:
        sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved")


def test_closing_asks_before_what_was_typed_is_lost(show):
    page = show(PDF)
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    sheet.get_by_label("Title").fill("Typed")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    sheet.get_by_role("button", name="Close").click()
    assert asked == ["Discard your changes?"]
    expect(sheet).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("link", name="Edit document metadata")).to_be_focused()


# Sharing.


def choose(sheet, name):
    return sheet.get_by_role("checkbox", name=name, exact=True)


@pytest.mark.core
@pytest.mark.both_browsers
def test_schools_are_added_and_removed_together(show, workspace, documents):
    page = show("SAT Score Report")
    before = len([one for one in documents_of(workspace) if one["title"] == "SAT Score Report"][0]["shared-with"])
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    save = sheet.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    expect(sheet.get_by_role("group", name="Currently Shared Schools").get_by_role("checkbox")).to_have_count(before)
    choose(sheet, "Duke University").check()
    choose(sheet, "University of Michigan").check()
    expect(save).to_be_enabled()
    sheet.get_by_role("button", name="Remove Stanford University").click()
    expect(choose(sheet, "Stanford University")).not_to_be_checked()
    save.click()
    page.wait_for_url("**done=shared")
    expect(page.get_by_text("Sharing saved.")).to_be_visible()
    expect(fact(page, "Shared with")).to_have_text(f"{before + 1} schools")
    expect(shown(page, "shares")).to_contain_text("Duke University")
    expect(shown(page, "shares").locator(".schools")).not_to_contain_text("Stanford University")


@pytest.mark.reads
def test_a_search_among_the_schools_is_no_change_that_could_be_lost(show):
    page = show("Junior Season Highlights")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    sheet.get_by_role("searchbox").fill("michigan")
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(sheet).to_have_count(0)
    assert asked == []
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    box = sheet.locator("input[name=school]").last
    box.set_checked(not box.is_checked())
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(sheet).to_be_visible()
    assert asked == ["Discard your changes?"]
    box.set_checked(not box.is_checked())
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert len(asked) == 1


def test_last_school_can_be_removed(show):
    page = show("Michigan Recruiting Questionnaire")
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    sheet.get_by_role("button", name="Remove University of Michigan").click()
    sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=shared")
    expect(page.locator("#shares")).to_contain_text("Not shared with any school.")


@pytest.mark.reads
def test_save_is_disabled_again_when_nothing_is_changed_any_more(show):
    sheet = open_sheet(show(PDF), "Share document with schools", "Share Document")
    save = sheet.get_by_role("button", name="Save")
    school = sheet.get_by_role("group", name="Add Schools").get_by_role("checkbox").first
    school.check()
    expect(save).to_be_enabled()
    school.uncheck()
    expect(save).to_be_disabled()


def test_schools_are_found_among_hundreds(show, workspace):
    add_schools(workspace, 500)
    page = show(PDF)
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    boxes = sheet.get_by_role("checkbox")
    expect(boxes).to_have_count(540)
    sheet.get_by_label("Search schools").fill("school 499")
    expect(sheet.get_by_role("checkbox")).to_have_count(1)
    expect(sheet.get_by_role("status").filter(has_text="of 540")).to_have_text("1 of 540 schools")
    # Enter in the search saves nothing.
    sheet.get_by_label("Search schools").press("Enter")
    choose(sheet, "School 499").check()
    sheet.get_by_label("Search schools").fill("zzz")
    expect(sheet.get_by_role("status").filter(has_text="of 540")).to_have_text("0 of 540 schools")
    # Names are compared without case and accents.
    sheet.get_by_label("Search schools").fill("SCHÓOL 499")
    expect(sheet.get_by_role("status").filter(has_text="of 540")).to_have_text("1 of 540 schools")
    sheet.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=shared")
    expect(page.locator("#shares")).to_contain_text("School 499")


def test_document_of_many_schools_shows_some_and_the_rest_at_a_press(show, workspace, documents):
    add_schools(workspace, 60)
    workspace.compass("documents", "share", documents[TEXT], *(f"school-{number:03}" for number in range(1, 61)))
    page = show(TEXT)
    schools = page.locator("#shares .schools li")
    expect(fact(page, "Shared with")).to_have_text("60 schools")
    assert len([one for one in schools.all() if one.is_visible()]) == 12
    page.locator("#shares").get_by_text("Show 48 more").click()
    expect(schools.last).to_be_visible()
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    expect(sheet.get_by_role("group", name="Currently Shared Schools").get_by_role("checkbox")).to_have_count(60)
    sheet.get_by_label("Search schools").fill("060")
    expect(sheet.get_by_role("checkbox")).to_have_count(1)


def test_sharing_that_fails_is_told_and_can_be_tried_again(show, violations):
    violations.expect("status 500: POST")
    page = show(TEXT)
    page.route("**/share", lambda route: route.fulfill(status=500, body="", content_type="text/html")
               if route.request.method == "POST" else route.continue_())
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    choose(sheet, "Duke University").check()
    sheet.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Failed to share document. Please try again.")
    page.unroute("**/share")
    page.get_by_role("button", name="Retry").click()
    page.wait_for_url("**done=shared")


def test_sharing_without_the_server_says_to_check_the_connection(show, server, violations):
    violations.allow("request failed: .*ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)")
    violations.allow("console: Failed to load resource: net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)")
    page = show(TEXT)
    sheet = open_sheet(page, "Share document with schools", "Share Document")
    choose(sheet, "Duke University").check()
    server.kill()
    sheet.get_by_role("button", name="Save").click()
    expect(page.locator(".toast span")).to_have_text("Failed to share document. Check your connection.")


# Versions.


@pytest.mark.reads
def test_ten_of_many_versions_are_shown_and_the_rest_at_a_press(show):
    page = show(TABLE)
    rows = page.locator("#versions .version")
    expect(rows).to_have_count(12)
    numbers = rows.evaluate_all("all => all.map((row) => parseInt(row.querySelector('.version-number').textContent.slice(1)))")
    assert numbers == list(range(12, 0, -1))
    expect(rows.nth(9)).to_be_visible()
    expect(rows.nth(10)).to_be_hidden()
    page.locator("#versions").get_by_text("Show 2 more").click()
    expect(rows.nth(11)).to_be_visible()
    expect(rows.first.locator(".badge-current")).to_have_text("Current")
    assert re.fullmatch(r"Version 1\. Uploaded [A-Z][a-z]+ \d{1,2}, \d{4}\.", rows.last.get_attribute("aria-label"))
    expect(page.get_by_role("link", name="Restore version 12")).to_have_count(0)
    expect(page.get_by_role("link", name="View version 1", exact=True)).to_be_visible()


@pytest.mark.reads
def test_document_with_one_version_says_so(show):
    page = show(TEXT)
    expect(page.locator("#versions")).to_contain_text("No previous versions")
    expect(page.locator("#versions .version")).to_have_count(1)


@pytest.mark.both_browsers
@pytest.mark.reads
def test_former_version_is_viewed_with_a_banner_and_a_way_back(show):
    page = show(PDF)
    page.get_by_role("link", name="View version 2", exact=True).click()
    expect(page.locator(".notice-warning")).to_contain_text("This is version 2. The current one is version 4.")
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name(f"{PDF}. Resume. Version 2.")
    expect(page.locator("#versions [aria-current=true]")).to_contain_text("v2")
    page.get_by_role("link", name="Show the current version").click()
    expect(page.locator(".notice-warning")).to_have_count(0)
    expect(fact(page, "Version")).to_have_text("v4")


@pytest.mark.core
@pytest.mark.both_browsers
def test_former_version_is_restored_after_a_question_with_a_preview(show):
    page = show(PDF)
    page.get_by_role("link", name="Restore version 2").click()
    sheet = page.get_by_role("dialog", name="Restore Version 2")
    expect(sheet).to_contain_text("Restore this version? The current version will be marked as archived.")
    expect(sheet.get_by_role("link", name="Cancel")).to_be_focused()
    expect(sheet.locator("canvas").first).to_be_visible()
    sheet.get_by_role("link", name="Cancel").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("link", name="Restore version 2").click()
    sheet.get_by_role("button", name="Restore", exact=True).click()
    page.wait_for_url("**done=current")
    expect(page.get_by_text("That version is the current one now.")).to_be_visible()
    expect(fact(page, "Version")).to_have_text("v2")
    expect(page.locator("#versions .version").filter(has_text="Current").first).to_contain_text("v2")


def test_restoring_that_fails_is_told_and_can_be_tried_again(show, violations):
    violations.expect("status 500: POST")
    page = show(PDF)
    page.get_by_role("link", name="Restore version 1", exact=True).click()
    sheet = page.get_by_role("dialog", name="Restore Version 1")
    page.route("**/restore", lambda route: route.fulfill(status=500, body="", content_type="text/html"))
    sheet.get_by_role("button", name="Restore", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Failed to restore version. Server error. Please try again.")
    page.unroute("**/restore")
    page.get_by_role("button", name="Retry").click()
    page.wait_for_url("**done=current")


@pytest.mark.core
@pytest.mark.both_browsers
def test_new_version_becomes_the_current_one(show, tmp_path):
    page = show(TABLE)
    file = tmp_path / "season.csv"
    file.write_text("Date,Goals\n2026-11-21,3\n", encoding="utf-8")
    sheet = open_sheet(page, "Upload New Version", "Upload New Version")
    expect(sheet).to_contain_text("It becomes the current version of “Senior Season Statistics”, which is at version 12 now.")
    sheet.locator("#file").set_input_files(file)
    sheet.get_by_role("button", name="Upload", exact=True).click()
    expect(fact(page, "Version")).to_have_text("v13", timeout=30_000)
    expect(page.locator("#versions .version").first).to_contain_text("v13")


def test_new_version_that_is_there_before_the_script_that_tells_of_it_is_shown_too(show, tmp_path):
    page = show(TABLE)
    file = tmp_path / "season.csv"
    file.write_text("Date,Goals\n2026-11-21,3\n", encoding="utf-8")
    held = []
    page.route("**/upload-list-*.js", lambda route: held.append(route))
    sheet = open_sheet(page, "Upload New Version", "Upload New Version")
    sheet.locator("#file").set_input_files(file)
    queue = module_address(page, "upload-queue")
    sheet.get_by_role("button", name="Upload", exact=True).click()
    page.evaluate("""async (address) => {
      const queue = await (await import(address)).sharedQueue();
      const isDone = () => queue.entries.some((entry) => entry.state === "ready");
      while (!isDone()) await new Promise((done) => queue.addEventListener("change", done, {once: true}));
    }""", queue)
    held[0].continue_()
    expect(fact(page, "Version")).to_have_text("v13")


@pytest.mark.reads
def test_new_version_of_another_type_is_refused_before_it_is_sent(show, odd_files):
    page = show(TABLE)
    sheet = open_sheet(page, "Upload New Version", "Upload New Version")
    button = sheet.get_by_role("button", name="Upload", exact=True)
    # Before its script is there the form is sent, and the server refuses it.
    expect(button).to_have_attribute("aria-disabled", "true")
    sheet.locator("#file").set_input_files(odd_files.pdf_one_page)
    button.press("Enter")
    expect(sheet).to_contain_text("Invalid file type. Stats Sheet requires .csv, .xls, .xlsx")


def test_one_version_goes_into_the_trash(show):
    page = show(PDF)
    page.get_by_role("link", name="Delete version 1", exact=True).click()
    sheet = page.get_by_role("dialog", name="Delete Version 1")
    expect(sheet).to_contain_text("Are you sure you want to delete version 1 of “Athletic Résumé”? The other versions stay.")
    sheet.get_by_role("button", name="Move to trash").click()
    page.wait_for_url("**done=version-trashed")
    expect(page.locator("#versions .version").last).to_contain_text("In the trash")


# Links.


@pytest.mark.core
@pytest.mark.both_browsers
def test_link_is_made_viewed_and_revoked(show, people, server, violations, documents):
    page = show(PDF)
    shares = page.locator("#shares")
    shares.get_by_label("For whom").fill("Coach Vega, Reno")
    shares.get_by_label("Days").fill("3")
    shares.get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/links/*")
    address = page.get_by_label("Address").input_value()
    expect(page.get_by_role("heading", level=1)).to_have_text("Link for Coach Vega, Reno")
    coach = people.page(server)
    coach.goto(address)
    expect(coach.get_by_text(PDF).first).to_be_visible()
    page.goto(f"/documents/{documents[PDF]}")
    row = page.locator("#shares .links li").filter(has_text="Coach Vega, Reno")
    expect(row).to_contain_text(re.compile(r"1 view, last"))
    expect(page.locator("#story")).to_contain_text(re.compile(r"Viewed 1 time by link"))
    row.get_by_role("link", name="Coach Vega, Reno").click()
    sheet = page.get_by_role("dialog", name="Link for Coach Vega, Reno")
    sheet.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("This link was revoked. It shows nothing any more.")).to_be_visible()
    violations.expect("status 404: GET .*/l/|status 410: GET .*/l/")
    coach.goto(address)
    expect(coach.get_by_text(PDF)).to_have_count(0)


def test_address_of_a_link_is_copied(people, server, documents):
    page = people.page(server, "jordan", permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/documents/{documents[TEXT]}")
    page.locator("#shares").get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/links/*")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Address").input_value()


# Taking it away.


@pytest.mark.core
@pytest.mark.both_browsers
def test_document_goes_into_the_trash_after_a_question_and_comes_back(show, documents):
    page = show(PDF)
    sheet = open_sheet(page, re.compile(r"^Delete document\."), "Delete Document")
    expect(sheet).to_contain_text("Are you sure you want to delete “Athletic Résumé”, with 4 versions?")
    expect(sheet.get_by_role("link", name="Cancel")).to_be_focused()
    sheet.get_by_role("button", name="Move to trash").click()
    page.wait_for_url("**/documents?done=trashed**")
    expect(page.get_by_text("Moved to the trash. Sharing has ended.")).to_be_visible()
    expect(page.locator(".document-title").get_by_text(PDF, exact=True)).to_have_count(0)
    page.goto(f"/documents/{documents[PDF]}")
    expect(page.locator(".notice-warning")).to_contain_text("This document is in the trash.")
    expect(page.get_by_role("link", name="Edit document metadata")).to_have_count(0)
    page.locator(".notice-warning").get_by_role("button", name="Restore").click()
    page.wait_for_url("**done=restored")
    expect(page.get_by_role("link", name="Edit document metadata")).to_be_visible()


def test_document_is_erased_now_only_after_a_second_press(show, documents, violations):
    page = show(PDF)
    sheet = open_sheet(page, re.compile(r"^Delete document\."), "Delete Document")
    now = sheet.get_by_role("button", name="Delete now")
    expect(now).to_be_hidden()
    sheet.get_by_text("Delete now…").click()
    expect(sheet).to_contain_text("This action cannot be undone: file and record are erased.")
    now.click()
    page.wait_for_url("**done=deleted**")
    expect(page.get_by_text("Deleted for good.")).to_be_visible()
    violations.expect("status 404: GET")
    assert page.goto(f"/documents/{documents[PDF]}").status == 404


def test_deletion_that_fails_is_told_and_can_be_tried_again(show, violations):
    violations.expect("status 500: POST")
    page = show(TEXT)
    page.route("**/trash", lambda route: route.fulfill(status=500, body="", content_type="text/html"))
    sheet = open_sheet(page, re.compile(r"^Delete document\."), "Delete Document")
    sheet.get_by_role("button", name="Move to trash").click()
    expect(page.locator(".toast")).to_contain_text("Failed to delete document. Please try again.")
    page.unroute("**/trash")
    page.get_by_role("button", name="Retry").click()
    page.wait_for_url("**done=trashed**")


# When something is wrong.


def test_server_that_is_gone_is_told_and_can_be_asked_again(show, server, violations):
    violations.allow("request failed: .*ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)")
    violations.allow("console: Failed to load resource: net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)")
    page = show(TEXT)
    server.kill()
    page.get_by_role("link", name="Edit document metadata").click()
    expect(page.locator(".toast")).to_contain_text("Check your connection.")
    server.restart()
    page.get_by_role("button", name="Retry").click()
    expect(page.get_by_role("dialog", name="Edit Document")).to_be_visible()


@pytest.mark.reads
def test_what_changes_something_is_disabled_offline_with_the_reason(show):
    page = show(TABLE)
    changes = [page.get_by_role("link", name=name, exact=True) for name in (
        "Edit document metadata", "Share document with schools", "Delete document.", "Restore version 11",
        "Delete version 11")]
    changes.append(page.get_by_role("button", name="Make a link"))
    banner = page.locator(".offline")
    expect(banner).to_have_count(0)
    with cut_network(page):
        expect(banner).to_contain_text("No internet connection.")
        expect(banner).to_have_attribute("role", "status")
        for change in changes:
            expect(change).to_have_attribute("aria-disabled", "true")
            expect(change).to_have_accessible_description(re.compile(r"No internet connection\..*Changes have to wait"))
            assert change.evaluate("one => parseFloat(getComputedStyle(one).opacity)") < 1
            change.press("Enter")
            expect(page.locator(".toast").last).to_contain_text("You are offline.")
        expect(page.get_by_role("dialog")).to_have_count(0)
        # What is there can be read, and uploads wait by themselves.
        expect(page.get_by_role("link", name="Upload New Version")).not_to_have_attribute("aria-disabled", "true")
    expect(banner).to_have_count(0)
    for change in changes:
        expect(change).not_to_have_attribute("aria-disabled", "true")
    open_sheet(page, "Edit document metadata", "Edit Document")


@pytest.mark.reads
def test_details_that_do_not_come_after_a_change_are_told_of_with_a_retry(show, violations, documents):
    violations.allow("ERR_INTERNET_DISCONNECTED")
    page = show(TEXT)
    with cut_network(page):
        page.evaluate("""id => document.dispatchEvent(
            new CustomEvent("compass:document-changed", { detail: { document: { id } } }))""", documents[TABLE])
        problem = page.locator("#load-problem")
        expect(problem).to_contain_text("Unable to load document details. Check your connection.")
    problem.get_by_role("button", name="Retry").click()
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name(f"{TABLE}. Stats Sheet. Version 12.")
    expect(problem).to_have_count(0)


@pytest.mark.reads
def test_session_that_ended_meanwhile_leads_to_sign_in(show):
    page = show(TEXT)
    page.context.clear_cookies()
    page.get_by_role("link", name="Share document with schools").click()
    page.wait_for_url("**/sign-in?next=**")


@pytest.mark.reads
def test_rapid_presses_open_one_sheet(show):
    page = show(TEXT)
    page.get_by_role("link", name="Edit document metadata").evaluate(
        "link => { for (let press = 0; press < 10; press += 1) link.click(); }")
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_rapid_presses_on_save_save_once(show):
    page = show(TEXT)
    sheet = open_sheet(page, "Edit document metadata", "Edit Document")
    sheet.get_by_label("Title").fill("Once")
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    sheet.get_by_role("button", name="Save").evaluate("button => { for (let press = 0; press < 5; press += 1) button.click(); }")
    page.wait_for_url("**done=saved")
    assert len(sent) == 1


@pytest.mark.reads
def test_nothing_is_left_behind_by_sheets_that_were_closed(show):
    page = show(TEXT)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def nodes():
        return count_kept(session, "Nodes")

    def look(times):
        for _ in range(times):
            sheet = open_sheet(page, "Edit document metadata", "Edit Document")
            page.keyboard.press("Escape")
            expect(sheet).to_have_count(0)

    look(3)
    before = nodes()
    look(10)
    assert nodes() < before * 1.2 + 200


def test_versions_added_meanwhile_join_the_history(workspace, admin_page):
    add_versions(workspace, "Growing", 11)
    [document] = [one for one in documents_of(workspace) if one["title"] == "Growing"]
    assert len(records(workspace, "documents", "versions", document["id"])) == 11
    admin_page.goto(f"/documents/{document['id']}")
    expect(admin_page.locator("#versions .version")).to_have_count(11)
    expect(admin_page.locator("#versions").get_by_text("Show 1 more")).to_be_visible()
