"""Without scripts: everything that people come for works, by links and forms alone."""

import http.client
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from library import add_documents, documents_of
from playwright.sync_api import expect
from serving import PASSWORD, wait_until

PDF, TABLE, OFFICE = "Athletic Résumé", "Senior Season Statistics", "Academic Résumé"

# Firefox has no scripts here either.
pytestmark = pytest.mark.both_browsers


@pytest.fixture
def page(no_script_page):
    no_script_page.goto("/documents")
    return no_script_page


@pytest.fixture
def show(no_script_page, documents):
    def show(title):
        no_script_page.goto(f"/documents/{documents[title]}")
        return no_script_page

    return show


def titles(page):
    """Of the page that is there: after a click it may be the one before."""
    return page.locator(".document-title").all_inner_texts()


def expect_titles(page, known):
    expect(page.locator(".document-title")).to_have_text(known, use_inner_text=True)


def stored(workspace, title):
    """The document of a title, once its pipeline has stored it."""
    return wait_until(title, lambda: next((one for one in documents_of(workspace) if one["title"] == title), None))


@pytest.mark.core
@pytest.mark.reads
def test_documents_are_read(page, workspace):
    expect_titles(page, [one["title"] for one in documents_of(workspace)])
    page.get_by_role("link", name=re.compile(r"^Athletic Résumé\.")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(PDF)
    expect(page.locator("#versions .version")).to_have_count(4)
    expect(page.locator("#story li").first).to_be_visible()


@pytest.mark.reads
def test_documents_are_filtered_searched_and_ordered(page, workspace):
    page.locator("#filter-sheet > summary").click()
    page.get_by_label("Transcript", exact=True).check()
    page.locator("[name=school]").select_option("stanford")
    page.get_by_role("button", name="Show documents").click()
    expect(page.locator(".chip")).to_have_count(2)
    expect_titles(page, [one["title"] for one in documents_of(workspace, "--type", "transcript", "--school", "stanford")])
    page.get_by_role("link", name="Remove filter School: Stanford University").click()
    expect_titles(page, [one["title"] for one in documents_of(workspace, "--type", "transcript")])
    page.locator(".chip-clear").click()
    page.get_by_role("searchbox").fill("highlights")
    page.get_by_label("Sort").select_option("oldest")
    page.get_by_role("button", name="Apply").click()
    expect_titles(page, [one["title"] for one in documents_of(workspace, "--search", "highlights", "--sort", "oldest")])


def test_view_is_chosen_and_kept(page):
    page.get_by_role("button", name="List view").click()
    expect(page.locator(".documents-list")).to_be_visible()
    page.goto("/documents")
    expect(page.locator(".documents-list")).to_be_visible()


def test_filters_stay_when_the_view_is_changed(page, workspace):
    page.goto("/documents?type=transcript&search=report")
    page.get_by_role("button", name="List view").click()
    expect_titles(page, [one["title"] for one in documents_of(workspace, "--type", "transcript", "--search", "report")])


def test_pages_lead_to_further_pages(page, workspace):
    add_documents(workspace, 30)
    known = [one["title"] for one in documents_of(workspace)]
    page.goto("/documents?sort=oldest")
    known.reverse()
    expect_titles(page, known[:50])
    expect(page.locator(".more")).to_contain_text(f"50 of {len(known)} shown")
    page.get_by_role("link", name="Load more").click()
    expect_titles(page, known[50:])
    expect(page.locator(".more")).to_contain_text(f"All {len(known)} are shown.")
    expect(page.get_by_role("link", name="Load more")).to_have_count(0)


@pytest.mark.core
def test_document_is_uploaded(page, workspace, odd_files):
    page.get_by_role("link", name="Upload new document").click()
    page.get_by_label("Document Type").select_option(label="Transcript")
    page.get_by_label("Title").fill("Sent plainly")
    page.get_by_label("Description").fill("Without scripts.")
    page.locator("#file").set_input_files(odd_files.pdf_one_page)
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_url("**/documents?done=uploaded")
    expect(page.get_by_text("Uploaded. It appears in the list as soon as its pipeline has checked it.")).to_be_visible()
    assert stored(workspace, "Sent plainly")["description"] == "Without scripts."
    page.goto("/documents")
    assert titles(page)[0] == "Sent plainly"


def test_upload_without_what_it_needs_says_so_and_keeps_what_was_typed(page, workspace, tmp_path, violations):
    violations.expect("status 422: POST")
    page.goto("/documents/new")
    page.get_by_label("Document Type").select_option(label="Transcript")
    page.get_by_label("Title").fill("No film")
    file = tmp_path / "film.exe"
    file.write_bytes(b"MZ")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Upload", exact=True).click()
    # As with scripts.
    expect(page.locator("#file-error")).to_have_text("Invalid file type. Transcript requires .pdf, .txt.")
    expect(page.locator("#file")).to_have_attribute("aria-describedby", "file-error file-hint")
    expect(page.get_by_label("Title")).to_have_value("No film")
    expect(page.get_by_label("Document Type")).to_have_value("transcript")
    assert "No film" not in [one["title"] for one in documents_of(workspace)]


@pytest.fixture
def send(no_script_page, server):
    """Sends the form that uploads as some program does: pairs of a part's head and its text."""

    def send(*parts, end="--BB--\r\n"):
        body = "".join(f'--BB\r\nContent-Disposition: form-data; name={head}\r\n\r\n{text}\r\n' for head, text in parts)
        return no_script_page.request.post(
            "/documents/new", data=(body + end).encode(), max_redirects=0,
            headers={"Content-Type": "multipart/form-data; boundary=BB", "Origin": server.url})

    return send


TYPE, TITLE = ('"type"', "transcript"), ('"title"', "Sent by hand")
FILE = ('"file"; filename="a.txt"', "words\n")


WRONG_UPLOADS = [
    ([TYPE, TITLE], ["Choose a file."]),
    ([TYPE, TITLE, ('"file"', "words")], ["Choose a file."]),
    ([TYPE, TITLE, ('"file"; filename=""', "")], ["Choose a file."]),
    ([], ["Choose a file.", "Choose what kind of document it is.", "A document needs a title."]),
    ([TYPE, TITLE, FILE, FILE], ["Choose one file: without scripts, files are uploaded one at a time."]),
    ([TYPE, FILE, TITLE], ["A document needs a title."]),
    ([TYPE, TITLE, FILE, ('"description"', "Late.")], ["The file has to be the last field of the form."]),
    ([TYPE, ('"title"', "\u200b"), FILE], ["The title has nothing that can be seen. A document needs a title."]),
    ([TYPE, ('"title"', "a\u202eb"), FILE], ["The title has the character U+202E, which reorders the text around it."]),
    ([TYPE, TITLE, ('"description"', "x" * 501), FILE], ["The description has 501 characters."]),
    ([TYPE, TITLE, ('"description"', "a\u0007b"), FILE], ["The description contains the control character U+0007. Remove it."]),
    ([TYPE, TITLE, ('"version"', "0"), FILE], ["Enter a whole number from 1, or nothing."]),
    ([TYPE, TITLE, ('"version"', "-5"), FILE], ["Enter a whole number from 1, or nothing."]),
    ([TYPE, TITLE, ('"version"', "abc"), FILE], ["Enter a whole number from 1, or nothing."]),
    ([('"type"', "resume"), TITLE, ('"file"; filename=".pdf"', "%PDF")], ["`.pdf` is an ending without a name before it."]),
]
CUT_UPLOADS = [
    ([TYPE, TITLE, FILE], ""), ([TYPE, TITLE], '--BB\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwor'),
    ([TYPE], ""),
]


@pytest.mark.reads
def test_upload_that_is_not_right_says_what_is_wrong(send, workspace):
    for parts, words in WRONG_UPLOADS:
        answer = send(*parts)
        assert answer.status == 422, (parts, answer.text())
        for text in words:
            assert text in answer.text(), parts
    for parts, end in CUT_UPLOADS:
        answer = send(*parts, end=end)
        assert answer.status == 422, (parts, answer.text())
        assert "The upload ended early: not all of the file has come. Try again." in answer.text(), parts
    assert "Sent by hand" not in [one["title"] for one in documents_of(workspace)]


def test_upload_with_a_joiner_in_its_name_and_a_version_is_taken(send, workspace):
    for number, version in enumerate(["", "1", "12"]):
        title = f"Sent by hand {number}"
        answer = send(
            TYPE, ('"title"', title), ('"version"', version), ('"file"; filename="👩\u200d👩\u200d👧.txt"', f"words {number}\n"))
        assert answer.status == 303, (version, answer.text())
        assert stored(workspace, title)["version"] == 1


@pytest.mark.reads
def test_one_file_can_be_chosen(page):
    page.goto("/documents/new")
    expect(page.locator("#file")).not_to_have_attribute("multiple", re.compile(""))
    expect(page.get_by_label("Version")).to_have_attribute("min", "1")


def test_new_version_is_uploaded(show, workspace, tmp_path, documents):
    page = show(TABLE)
    file = tmp_path / "season.csv"
    file.write_text("Date,Goals\n2026-11-21,4\n", encoding="utf-8")
    page.get_by_role("link", name="Upload New Version").click()
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_url("**done=uploaded")
    wait_until("version 13", lambda: next(
        (one for one in documents_of(workspace) if one["title"] == TABLE and one["version"] == 13), None))
    page = show(TABLE)
    expect(page.locator("#versions .version")).to_have_count(13)


def test_document_is_edited_and_faults_are_told_in_the_form(show, violations):
    violations.expect("status 422: POST")
    page = show(PDF)
    page.get_by_role("link", name="Edit document metadata").click()
    page.get_by_label("Title").fill(OFFICE)
    page.get_by_label("Description").fill("Kept.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#title-error")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_attribute("aria-describedby", re.compile("title-error"))
    expect(page.get_by_label("Description")).to_have_value("Kept.")
    page.get_by_label("Title").fill("Soccer Résumé")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved")
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Soccer Résumé")


WRONG_FIELDS = [
    ("link", {"days": "0", "label": "Coach Vega"}, "This must be an integer from 1 to 365.", "Coach Vega"),
    ("link", {"days": "soon", "label": "Coach Vega"}, "This must be an integer from 1 to 365.", "Coach Vega"),
    ("link", {"days": "3", "label": "Coach\u0007"}, "This must be a text of 1 to 200 characters without control", "Coach"),
    ("link", {"days": "3", "label": "Coach\u202e"}, "The label has the character U+202E", "Coach"),
    ("edit", {"title": "Kept title", "description": "a\u0000b"}, "This must be a text of 1 to 500 characters", "Kept title"),
    ("edit", {"title": "Kept title", "description": "x" * 501}, "The description has 501 characters.", "Kept title"),
    ("edit", {"title": "a\u0007b", "description": "Kept words"}, "This must be a text of 1 to 100 characters", "Kept words"),
    ("edit", {"title": "\u200b", "description": "Kept words"}, "The title has nothing that can be seen.", "Kept words"),
    ("edit", {"title": "x\u2066y", "description": "Kept words"}, "The title has the character U+2066", "Kept words"),
]


@pytest.mark.reads
def test_what_is_wrong_with_a_field_is_told_in_the_form(no_script_page, server, documents):
    for path, fields, words, kept in WRONG_FIELDS:
        answer = no_script_page.request.post(
            f"/documents/{documents[PDF]}/{path}", form=fields, headers={"Origin": server.url}, max_redirects=0)
        assert answer.status == 422, (fields, answer.text())
        assert words in answer.text(), fields
        assert kept in answer.text(), fields


@pytest.mark.parametrize("path", ["edit", "share"])
def test_form_of_a_document_in_the_trash_offers_to_restore_it(show, documents, workspace, path):
    page = show(PDF)
    workspace.compass("documents", "trash", documents[PDF])
    page.goto(f"/documents/{documents[PDF]}/{path}")
    expect(page.get_by_text(f"“{PDF}” is in the trash. Restore it first.")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    page.wait_for_url("**done=restored")


@pytest.mark.core
@pytest.mark.reads
def test_malformed_address_is_answered_with_a_page(server):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)
    for target in ["/documents/..%2fx", "/documents?search=%ff", "/%", "/documents/%00"]:
        for accepted, kind in [("text/html,*/*", "text/html"), ("*/*", "application/problem+json")]:
            connection.request("GET", target, headers={"Accept": accepted})
            answer = connection.getresponse()
            assert answer.status == 400, target
            assert answer.getheader("Content-Type").startswith(kind), target
            assert b"malformed" in answer.read(), target
    connection.close()


def test_document_that_is_in_the_trash_already_can_be_restored(show, documents, workspace, violations):
    violations.expect("status 409: POST .*/trash")
    page = show(PDF)
    page.get_by_role("link", name=re.compile(r"^Delete document\.")).click()
    workspace.compass("documents", "trash", documents[PDF])
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_text(f"“{PDF}” is in the trash. Restore it first.")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    page.wait_for_url("**done=restored")


def test_back_after_forms_leads_to_the_list_as_it_was(page, workspace):
    filtered = "/documents?type=transcript&search=scores"
    page.goto(filtered)
    before = titles(page)
    assert before and before != [one["title"] for one in documents_of(workspace)]
    page.get_by_role("link", name=re.compile(r"^AP Exam Scores\.")).click()
    page.get_by_role("link", name="Edit document metadata").click()
    page.get_by_label("Description").fill("Words.")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**&done=saved")
    page.get_by_role("link", name="Share document with schools").click()
    page.get_by_role("checkbox", name="Duke University").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**&done=shared")
    page.locator("#shares").get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/links/*done=link-made")
    page.locator(".back a").click()
    page.get_by_role("link", name="Upload New Version").click()
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("link", name=re.compile(r"^Delete document\.")).click()
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("link", name="Back to Documents").click()
    page.wait_for_url(f"**{filtered}#document-*")
    expect_titles(page, before)
    page.get_by_role("button", name="Delete AP Exam Scores").click()
    page.wait_for_url(f"**{filtered}&done=trashed&of=*")
    expect_titles(page, [title for title in before if title != "AP Exam Scores"])


def test_addresses_of_others_are_not_carried_through_forms(no_script_page, documents):
    page = no_script_page
    for other in ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"]:
        page.goto(f"/documents/{documents[PDF]}/edit?{urlencode({'next': other, 'from': other, 'search': other})}")
        own = urlsplit(page.url).netloc
        page.get_by_role("button", name="Save").click()
        page.wait_for_url("**done=saved")
        at = urlsplit(page.url)
        assert (at.netloc, at.path) == (own, f"/documents/{documents[PDF]}")
        assert parse_qs(at.query) == {"search": [other], "done": ["saved"]}
        page.get_by_role("link", name="Back to Documents").click()
        page.wait_for_url("**#document-*")
        at = urlsplit(page.url)
        assert (at.netloc, at.path, parse_qs(at.query)) == (own, "/documents", {"search": [other]})


def test_document_is_shared_and_shares_are_ended(show):
    page = show("SAT Score Report")
    page.get_by_role("link", name="Share document with schools").click()
    shared = page.get_by_role("group", name="Currently Shared Schools")
    expect(shared).to_be_visible()
    for box in shared.get_by_role("checkbox").all():
        box.uncheck()
    page.get_by_role("checkbox", name="Duke University").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=shared")
    expect(page.locator("#shares .schools li")).to_have_count(1)
    expect(page.locator("#shares .schools")).to_contain_text("Duke University")
    page.get_by_role("link", name="Share document with schools").click()
    page.get_by_role("checkbox", name="Duke University").uncheck()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=shared")
    expect(page.locator("#shares")).to_contain_text("Not shared with any school.")


def test_link_is_made_and_revoked(show):
    page = show(PDF)
    page.locator("#shares").get_by_label("For whom").fill("Coach Vega")
    page.locator("#shares").get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/links/**")
    assert "/l/" in page.get_by_label("Address").input_value()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("This link was revoked.")).to_be_visible()


def test_document_is_deleted_and_restored(show, workspace):
    page = show(PDF)
    page.get_by_role("link", name=re.compile(r"^Delete document\.")).click()
    page.get_by_role("button", name="Move to trash").click()
    page.wait_for_url("**/documents?done=trashed**")
    assert PDF not in titles(page)
    page.get_by_role("link", name="Trash").click()
    page.get_by_role("button", name=f"Restore {PDF}").click()
    page.wait_for_url("**done=restored")
    assert PDF in [one["title"] for one in documents_of(workspace)]


def test_versions_are_restored_and_documents_taken_away(show, documents, violations):
    page = show(PDF)
    page.get_by_role("link", name="Restore version 2").click()
    page.get_by_role("button", name="Restore", exact=True).click()
    page.wait_for_url("**done=current")
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name(f"{PDF}. Resume. Version 2.")
    page.get_by_role("link", name=re.compile(r"^Delete document\.")).click()
    page.get_by_text("Delete now…").click()
    page.get_by_role("button", name="Delete now").click()
    page.wait_for_url("**done=deleted")
    violations.expect("status 404: GET")
    assert page.goto(f"/documents/{documents[PDF]}").status == 404
    page.goto("/documents")
    page.get_by_role("button", name="Delete Fitness Testing").click()
    page.wait_for_url("**done=trashed**")
    expect(page.get_by_text("Moved to the trash. Sharing has ended.")).to_be_visible()
    for title in ("AP Exam Scores", "SAT Score Report"):
        page.get_by_label(f"Select {title}", exact=True).check()
    page.get_by_role("form", name="Selected documents").get_by_role("button", name="Delete").click()
    page.wait_for_url("**done=trashed")
    assert not {"AP Exam Scores", "SAT Score Report", "Fitness Testing", PDF} & set(titles(page))


@pytest.mark.reads
def test_files_are_downloaded(show):
    for title, start in [(PDF, b"%PDF-"), (TABLE, b"Date,"), (OFFICE, b"PK")]:
        page = show(title)
        with page.expect_download() as download:
            page.locator(".document-head").get_by_role("link", name="Download").click()
        assert download.value.path().read_bytes().startswith(start)
        assert download.value.suggested_filename.startswith(title.split()[0])


@pytest.mark.core
def test_somebody_signs_in_and_out(people, server):
    page = people.page(server, script=False)
    page.goto("/documents?type=transcript")
    page.get_by_label("Name").fill("casey")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/documents?type=transcript")
    page.get_by_label("Account of Casey Reyes").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in?done=signed-out")
    page.goto("/documents")
    page.wait_for_url("**/sign-in?next=**")
