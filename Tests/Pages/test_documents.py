"""The documents' list: what it shows, and how it is narrowed, ordered, walked through and changed."""

import re
from collections import Counter

import pytest
from library import add_documents, add_schools, count_kept, documents_of, wait_for_module
from network import cut_network
from playwright.sync_api import expect
from serving import PASSWORD

LABELS = {
    "highlight_video": "Highlight Video", "transcript": "Transcript", "resume": "Resume", "rec_letter": "Recommendation Letter",
    "questionnaire": "Questionnaire", "stats_sheet": "Stats Sheet",
}
TITLES = ".document-title"


@pytest.fixture
def page(admin_page):
    admin_page.goto("/documents")
    wait_for_module(admin_page, "documents")
    return admin_page


@pytest.fixture
def many(workspace):
    """149 documents, of which `Match 120` is the newest."""
    if not workspace.is_shared:
        add_documents(workspace, 120)
    return documents_of(workspace)


def card(page, title):
    return page.locator(".document").filter(has=page.locator(TITLES).get_by_text(title, exact=True))


def titles(page):
    return page.locator(TITLES).all_inner_texts()


def open_filters(page):
    page.locator("#filter-sheet > summary").click()
    expect(page.locator(".filter-sheet")).to_be_visible()


def watch(page, part="/documents"):
    """The addresses of the list that a page asks for from now on."""
    asked = []
    page.on("request", lambda request: part in request.url and "/assets/" not in request.url and asked.append(request.url))
    return asked


def expect_toast(page, text):
    expect(page.locator("#toasts .toast").filter(has_text=text)).to_be_visible()


# What it shows.


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
@pytest.mark.reads
def test_all_documents_are_there_with_the_newest_first(page, workspace):
    known = documents_of(workspace)
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in known])
    expect(page.locator("#count")).to_have_text(f"{len(known)} total")


@pytest.mark.reads
def test_statistics_are_those_of_the_documents(page, workspace):
    known = documents_of(workspace)
    [(most, _)] = Counter(document["type"] for document in known).most_common(1)
    values = page.locator(".statistic")
    expect(values).to_have_count(4)
    expect(values.nth(0)).to_contain_text(re.compile(rf"Total Documents\s*{len(known)}$"))
    shared = sum(bool(document["shared-with"]) for document in known)
    expect(values.nth(1)).to_contain_text(re.compile(rf"Shared Documents\s*{shared}$"))
    expect(values.nth(2)).to_contain_text(re.compile(rf"Most Common Type\s*{LABELS[most]}$"))
    told = re.search(r"Total Storage\s*([\d.]+) ?(KB|MB|GB)$", values.nth(3).inner_text())
    bytes_shown = float(told[1]) * {"KB": 1e3, "MB": 1e6, "GB": 1e9}[told[2]]
    assert bytes_shown >= 0.99 * sum(document["size"] for document in known)


@pytest.mark.reads
def test_cards_are_read_aloud_as_the_specification_has_it(page, workspace):
    for document in documents_of(workspace):
        name = card(page, document["title"]).locator(f"{TITLES} a").get_attribute("aria-label")
        shares = len(document["shared-with"])
        shared = f" Shared with {shares} school{'' if shares == 1 else 's'}." if shares else ""
        start = f"{document['title']}. {LABELS[document['type']]}.{shared} Uploaded "
        assert re.fullmatch(re.escape(start) + r"[A-Z][a-z]+ \d{1,2}, \d{4}\.", name)


@pytest.mark.core
@pytest.mark.reads
def test_card_has_type_school_version_date_and_shares(page, workspace, documents):
    expect(card(page, "Junior Season Highlights")).to_contain_text("Shared: 20+")
    expect(card(page, "Junior Season Highlights").locator(".badge").first).to_have_text("Video")
    expect(card(page, "Junior Season Highlights").locator(".document-facts")).to_contain_text("General")
    expect(card(page, "Junior Season Highlights").locator(".document-facts")).to_contain_text("v3")
    expect(card(page, "Stanford Recruiting Questionnaire").locator(".document-facts")).to_contain_text("Stanford University")
    expect(card(page, "Stanford Recruiting Questionnaire")).to_contain_text("Shared: 1")
    expect(card(page, "AP Exam Scores").locator(".badge-shared")).to_have_count(0)


@pytest.mark.parametrize("schools, badge", [(19, "Shared: 19"), (20, "Shared: 20+")])
def test_many_shares_are_told_as_twenty_and_more(workspace, admin_page, documents, schools, badge):
    add_schools(workspace, schools)
    workspace.compass(
        "documents", "share", documents["AP Exam Scores"], *(f"school-{number:03}" for number in range(1, schools + 1)))
    admin_page.goto("/documents")
    expect(card(admin_page, "AP Exam Scores").locator(".badge-shared")).to_have_text(badge)


@pytest.mark.core
@pytest.mark.reads
def test_owner_sees_only_own_documents(owner_page, workspace, documents, violations):
    owner_page.goto("/documents")
    own = [document["title"] for document in documents_of(workspace, "--owner", "casey")]
    expect(owner_page.locator(TITLES)).to_have_text(own)
    expect(owner_page.locator(".statistic").first).to_contain_text(str(len(own)))
    owner_page.goto("/documents?owner=jordan")
    expect(owner_page.get_by_text("Athletic Résumé")).to_have_count(0)
    violations.expect(r"status 404: GET .*/documents/")
    assert owner_page.goto(f"/documents/{documents['Athletic Résumé']}").status == 404
    expect(owner_page.get_by_role("link", name="Return to Documents")).to_be_visible()


def test_empty_list_says_what_to_do(people, workspace, server):
    workspace.add_person("riley", "owner")
    page = people.page(server, "riley")
    page.goto("/documents")
    expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()
    expect(page.get_by_text("Upload videos, transcripts, and other documents to share with coaches")).to_be_visible()
    expect(page.locator(".statistic").nth(2)).to_contain_text("None")
    page.locator(".empty").get_by_role("link", name="Upload Document").click()
    expect(page.get_by_role("dialog", name="Upload Document")).to_be_visible()


@pytest.mark.core
def test_policy_is_asked_for_at_the_first_visit_and_after_a_change(people, workspace, server):
    workspace.add_person("riley", "owner")
    page = people.page(server, "riley")
    notice = page.locator(".notice").filter(has_text="Please read the privacy policy, and accept it.")

    def accept():
        notice.get_by_role("link", name="Privacy Policy").click()
        page.wait_for_url("**/legal/privacy")
        wait_for_module(page, "policy")
        page.keyboard.press("End")
        button = page.get_by_role("button", name="Accept Privacy Policy")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        # The page comes anew.
        with page.expect_navigation():
            button.click()
        expect(page.get_by_text("You accepted version")).to_be_visible()

    page.goto("/documents")
    expect(notice).to_be_visible()
    # Who only leaves the policy is asked again.
    notice.get_by_role("link", name="Privacy Policy").click()
    page.wait_for_url("**/legal/privacy")
    page.goto("/documents")
    accept()
    page.goto("/documents")
    expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()
    expect(notice).to_have_count(0)
    policy = workspace.folder / "policy.md"
    policy.write_text("# Privacy Policy\n\nChanged.\n", encoding="utf-8")
    workspace.compass("legal", "publish", policy.name, "--version", "9.0")
    page.goto("/documents")
    accept()
    page.goto("/documents")
    expect(notice).to_have_count(0)


# Order and view.


@pytest.mark.core
@pytest.mark.parametrize("label, key, reverse", [
    ("Oldest", lambda one: one["created-at"], False),
    pytest.param("Name", lambda one: one["title"].lower(), False, marks=pytest.mark.both_browsers),
    ("Type", lambda one: one["type"], None),
    ("Most shared", lambda one: len(one["shared-with"]), True),
    ("Newest", lambda one: one["created-at"], True),
])
@pytest.mark.reads
def test_documents_stand_in_the_order_that_is_chosen(page, workspace, label, key, reverse):
    known = {document["title"]: document for document in documents_of(workspace)}
    if label == "Newest":
        page.get_by_label("Sort").select_option(label="Oldest")
        page.wait_for_url("**sort=oldest**")
    [sort] = page.get_by_label("Sort").select_option(label=label)
    page.wait_for_url(f"**sort={sort}**")
    expect(page.locator("#results[aria-busy]")).to_have_count(0)
    expect(page.locator(TITLES)).to_have_count(len(known))
    keys = [key(known[title]) for title in titles(page)]
    if reverse is None:
        # Of one type beside each other.
        assert len([one for one, next in zip(keys, keys[1:]) if one != next]) == len(set(keys)) - 1
    elif label == "Name":
        plain = [one for one in keys if one.isascii()]
        assert plain == sorted(plain)
    else:
        assert keys == sorted(keys, reverse=reverse)


@pytest.mark.reads
def test_order_is_kept_for_the_next_visit(page):
    page.get_by_label("Sort").select_option(label="Name")
    page.wait_for_url("**sort=name**")
    page.goto("/documents")
    expect(page.get_by_label("Sort")).to_have_value("name")
    shown = titles(page)
    assert shown.index("Academic Résumé") < shown.index("Athletic Résumé") < shown.index("Set Pieces and Long Shots")


@pytest.mark.both_browsers
@pytest.mark.reads
def test_view_is_toggled_and_remembered(page):
    grid, rows = page.get_by_role("button", name="Grid view"), page.get_by_role("button", name="List view")
    expect(grid).to_have_attribute("aria-pressed", "true")
    before = titles(page)
    rows.click()
    expect(page.locator(".documents-list")).to_be_visible()
    expect(rows).to_have_attribute("aria-pressed", "true")
    expect(rows).to_be_focused()
    assert titles(page) == before
    page.goto("/documents")
    expect(page.locator(".documents-list")).to_be_visible()
    grid.click()
    expect(page.locator(".documents-grid")).to_be_visible()
    page.reload()
    expect(page.locator(".documents-grid")).to_be_visible()


@pytest.mark.parametrize("wide, columns", [(390, 2), (820, 3)])
@pytest.mark.reads
def test_grid_has_as_many_columns_as_the_device_has_room_for(people, server, wide, columns):
    page = people.page(server, "jordan", width=wide)
    page.goto("/documents?view=grid")
    tops = page.locator(".document").evaluate_all("all => all.map((one) => one.offsetTop)")
    assert tops.count(tops[0]) == columns


# Filters.


@pytest.mark.core
@pytest.mark.both_browsers
@pytest.mark.reads
def test_type_narrows_at_once_with_a_chip_and_a_number(page, workspace):
    open_filters(page)
    page.get_by_label("Transcript", exact=True).check()
    page.wait_for_url("**type=transcript**")
    known = documents_of(workspace, "--type", "transcript")
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in known])
    expect(page.locator("#count")).to_have_text(f"{len(known)} of {len(documents_of(workspace))} total")
    expect(page.locator("#filter-sheet > summary")).to_have_attribute("aria-label", "Filter documents. 1 filter active.")
    expect(page.locator(".filter-sheet")).to_be_visible()
    page.get_by_label("Resume", exact=True).check()
    expect(page.locator("#filter-sheet > summary")).to_have_attribute("aria-label", "Filter documents. 2 filters active.")
    page.keyboard.press("Escape")
    expect(page.locator(".filter-sheet")).to_be_hidden()
    expect(page.locator("#filter-sheet > summary")).to_be_focused()
    page.get_by_role("link", name="Remove filter Type: Transcript").click()
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in documents_of(workspace, "--type", "resume")])
    page.locator(".chip-clear").click()
    page.wait_for_url(re.compile(r"/documents(\?sort=newest)?$"))
    expect(page.locator(TITLES)).to_have_count(len(documents_of(workspace)))
    expect(page.get_by_label("Resume", exact=True)).not_to_be_checked()


@pytest.mark.reads
def test_several_filters_hold_at_once(page, workspace):
    open_filters(page)
    page.get_by_label("Transcript", exact=True).check()
    page.locator("[name=school]").select_option("stanford")
    page.get_by_label("Shared only").check()
    page.get_by_role("searchbox").fill("report")
    page.wait_for_url("**search=report**")
    known = documents_of(workspace, "--type", "transcript", "--school", "stanford", "--shared", "--search", "report")
    assert known
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in known])
    expect(page.locator(".chip")).to_have_count(4)
    expect(page.locator("#filter-sheet > summary")).to_have_attribute("aria-label", "Filter documents. 3 filters active.")
    page.reload()
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in known])
    expect(page.locator("#search")).to_have_value("report")


@pytest.mark.reads
def test_late_answer_leaves_a_filter_that_was_changed_meanwhile(page, workspace):
    held = []
    earlier = re.compile(r"/documents\?type=transcript")
    page.route(earlier, lambda route: held.append(route))
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)
    open_filters(page)
    page.get_by_label("Transcript", exact=True).check()
    # What is typed is looked for after a pause, which lasts as long as the clock stands.
    with page.expect_request(earlier):
        page.clock.run_for(10)
    page.evaluate("""() => {
        const search = document.getElementById("search");
        search.value = "report";
        search.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    held[0].continue_()
    if answer := held[0].request.response():
        answer.finished()
    page.clock.run_for(1_000)
    page.wait_for_url("**search=report**")
    known = documents_of(workspace, "--type", "transcript", "--search", "report")
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in known])
    expect(page.locator(".chip")).to_have_count(2)


@pytest.mark.reads
def test_admin_narrows_by_owner(page, workspace):
    open_filters(page)
    page.get_by_label("Owner").fill("casey")
    page.wait_for_url("**owner=casey**")
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in documents_of(workspace, "--owner", "casey")])
    expect(page.get_by_role("link", name="Remove filter Owner: casey")).to_be_visible()


@pytest.mark.core
@pytest.mark.reads
def test_search_finds_in_titles_and_descriptions_while_one_types(page, workspace):
    asked = watch(page)
    page.locator("#search").press_sequentially("highlights", delay=30)
    page.wait_for_url("**search=highlights**")
    known = documents_of(workspace, "--search", "highlights")
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in known])
    expect(page.locator("#search")).to_be_focused()
    assert 1 <= len(asked) <= 2, asked
    page.locator("#search").fill("registrar")
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])


@pytest.mark.reads
def test_what_is_typed_before_the_script_is_there_counts(people, server):
    page = people.page(server, "jordan")
    held = []
    page.route(re.compile(r"/assets/documents-\w+\.js"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/assets/documents-\w+\.js")):
        page.goto("/documents", wait_until="commit")
    page.locator("#search").fill("registrar")
    held[0].fallback()
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])


@pytest.mark.core
@pytest.mark.reads
def test_older_answer_never_overtakes_a_newer_one(page):
    held = []
    page.route("**/documents?search=resume&**", lambda route: held.append(route))
    given_up = []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    with page.expect_request("**search=resume**"):
        page.locator("#search").fill("resume")
    page.locator("#search").fill("registrar")
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])
    assert [url for url in given_up if "search=resume" in url]
    expect(page.locator("#load-problem")).to_have_count(0)


@pytest.mark.both_browsers
@pytest.mark.reads
def test_nothing_that_matches_says_so_and_leads_back(page, workspace):
    page.locator("#search").fill("nothing is called so")
    expect(page.get_by_role("heading", name="No documents match")).to_be_visible()
    expect(page.locator("#count")).to_have_text(f"0 of {len(documents_of(workspace))} total")
    page.locator(".empty").get_by_role("link", name="Clear filters").click()
    expect(page.locator(TITLES)).to_have_count(len(documents_of(workspace)))
    expect(page.locator("#search")).to_have_value("")


@pytest.mark.core
@pytest.mark.both_browsers
@pytest.mark.reads
def test_words_that_look_like_markup_or_patterns_are_words(page, violations):
    for words in ("<b>x</b>", "%_'\"\\", "*", "-- drop", "ö" * 200):
        page.locator("#search").fill(words)
        expect(page.locator(".chip").first).to_contain_text(words[:20])
        expect(page.locator("#load-problem")).to_have_count(0)


# Pages.


@pytest.mark.core
@pytest.mark.reads("many")
def test_more_documents_come_as_one_scrolls_until_all_are_shown(many, page):
    expect(page.locator(".document")).to_have_count(50)
    expect(page.locator(".more")).to_contain_text(f"50 of {len(many)} shown")
    page.mouse.move(700, 600)
    for _ in range(2):
        count = page.locator(".document").count()
        page.locator(".document").last.scroll_into_view_if_needed()
        expect(page.locator(".document")).not_to_have_count(count)
    page.locator(".document").last.scroll_into_view_if_needed()
    expect(page.locator(".more")).to_have_text(f"All {len(many)} are shown.")
    assert titles(page) == [document["title"] for document in many]
    ids = page.locator(".document").evaluate_all("all => all.map((one) => one.id)")
    assert len(set(ids)) == len(ids)


@pytest.mark.reads("many")
def test_more_documents_are_had_by_the_keyboard(many, people, server):
    page = people.page(server, "jordan", script=False)
    page.goto("/documents")
    page.get_by_role("link", name="Load more").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**after=**")
    assert titles(page) == [document["title"] for document in many[50:100]]


@pytest.mark.reads("many")
def test_documents_that_are_on_their_way_have_places(many, page):
    held = []
    page.route("**/documents?after=**", lambda route: held.append(route))
    page.locator(".document").last.scroll_into_view_if_needed()
    expect(page.locator("#results .skeleton")).to_have_count(6)
    held[0].continue_()
    page.unroute("**/documents?after=**")
    expect(page.locator("#results .skeleton")).to_have_count(0)
    expect(page.locator(".document")).not_to_have_count(50)


@pytest.mark.reads("many")
def test_page_that_does_not_come_can_be_had_again(many, page, violations):
    violations.expect("status 500: GET")
    page.route("**/documents?after=**", lambda route: route.fulfill(status=500, body="", content_type="text/html"))
    page.locator(".document").last.scroll_into_view_if_needed()
    expect_toast(page, "Server error. Please try again.")
    expect(page.locator("#more")).to_have_text("Try again")
    page.unroute("**/documents?after=**")
    page.locator("#more").click()
    expect(page.locator(".document")).not_to_have_count(50)


def opened_far_below(page, many):
    """A document of a list that is narrowed and scrolled. Returns where the list was."""
    page.locator("#search").fill("match")
    page.wait_for_url("**search=match**")
    expect(page.locator("#count")).to_contain_text(f"of {len(many)} total")
    card(page, "Match 090").scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    assert place > 0
    card(page, "Match 090").locator("a").first.click()
    return place


@pytest.mark.reads("many")
def test_back_from_a_document_keeps_place_and_filters(many, page):
    place = opened_far_below(page, many)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Match 090")
    wait_for_module(page, "document")
    page.get_by_role("link", name="Back to Documents").click()
    page.wait_for_url("**search=match**")
    expect(card(page, "Match 090")).to_be_in_viewport()
    assert abs(page.evaluate("scrollY") - place) < 50
    expect(page.locator("#search")).to_have_value("match")


@pytest.mark.reads("many")
def test_back_from_a_document_far_below_keeps_the_place(many, page):
    page.locator(".document").last.scroll_into_view_if_needed()
    card(page, "Match 050").scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    card(page, "Match 050").locator("a").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Match 050")
    page.go_back()
    expect(card(page, "Match 050")).to_be_in_viewport()
    assert abs(page.evaluate("scrollY") - place) < 50


def test_back_after_editing_sharing_and_restoring_keeps_place_and_filters(many, page, workspace):
    place = opened_far_below(page, many)
    page.wait_for_url("**/documents/*")
    wait_for_module(page, "document")
    page.get_by_role("link", name="Edit document metadata").click()
    page.get_by_role("dialog").get_by_label("Description").fill("Words.")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.wait_for_url("**search=match&done=saved")
    page.get_by_role("link", name="Share document with schools").click()
    page.get_by_role("dialog").get_by_role("checkbox", name="Duke University").check()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.wait_for_url("**search=match&done=shared")
    (workspace.folder / "more/Match 090.csv").write_text("Goals,Assists\n90,2\njordan,1\n", encoding="utf-8")
    workspace.compass("run", "stats-sheet", "more/Match 090.csv", "-i", "user=jordan")
    page.reload()
    page.get_by_role("link", name="Restore version 1", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Restore", exact=True).click()
    page.wait_for_url("**search=match&done=current")
    page.get_by_role("link", name="View version 2", exact=True).click()
    page.get_by_role("link", name="Show the current version").click()
    wait_for_module(page, "document")
    page.get_by_role("link", name="Back to Documents").click()
    page.wait_for_url(re.compile(r"/documents\?.*search=match"))
    expect(page.locator("#search")).to_have_value("match")
    expect(card(page, "Match 090")).to_be_in_viewport()
    assert abs(page.evaluate("scrollY") - place) < 50


@pytest.mark.reads
def test_back_from_a_page_that_another_page_led_to_follows_its_link(page, documents):
    page.goto("/runs")
    page.goto(f"/documents/{documents['AP Exam Scores']}?type=transcript")
    wait_for_module(page, "document")
    page.get_by_role("link", name="Back to Documents").click()
    page.wait_for_url("**/documents?type=transcript#document-*")
    expect(page.locator(".chip")).to_have_count(1)


@pytest.mark.reads
def test_back_undoes_filters_one_by_one(page):
    open_filters(page)
    page.get_by_label("Transcript", exact=True).check()
    page.wait_for_url("**type=transcript**")
    page.get_by_label("Shared only").check()
    page.wait_for_url("**shared=true**")
    expect(page.locator(".chip")).to_have_count(2)
    page.go_back()
    expect(page.locator(".chip")).to_have_count(1)
    expect(page.locator("[name=shared]")).not_to_be_checked()
    page.go_back()
    expect(page.locator(".chip")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".chip")).to_have_count(1)


# Taking away.


@pytest.mark.core
@pytest.mark.both_browsers
def test_document_is_deleted_at_once_and_comes_back_by_undo(page, workspace):
    before = documents_of(workspace)
    shares = card(page, "Athletic Résumé").locator(".badge-shared").inner_text()
    page.get_by_role("button", name="Delete Athletic Résumé", exact=True).click()
    expect(card(page, "Athletic Résumé")).to_have_count(0)
    expect_toast(page, "“Athletic Résumé” moved to the trash.")
    expect(page.locator("#count")).to_have_text(f"{len(before) - 1} total")
    expect(page.locator(".statistic").first).to_contain_text(str(len(before) - 1))
    page.get_by_role("button", name="Undo").click()
    expect_toast(page, "“Athletic Résumé” is back.")
    expect(card(page, "Athletic Résumé").locator(".badge-shared")).to_have_text(shares)
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in before])


@pytest.mark.parametrize("view", ["grid", "list"])
def test_double_click_on_delete_deletes_one_document(page, workspace, view):
    page.goto(f"/documents?view={view}")
    wait_for_module(page, "documents")
    before = documents_of(workspace)
    page.get_by_role("button", name="Delete Athletic Résumé", exact=True).dblclick(delay=20)
    expect_toast(page, "“Athletic Résumé” moved to the trash.")
    expect(page.locator("#count")).to_have_text(f"{len(before) - 1} total")
    assert len(documents_of(workspace)) == len(before) - 1


def test_undo_of_a_document_that_was_erased_meanwhile_says_so(page, workspace, documents, violations):
    violations.expect(r"status 404: POST ")
    delete(page)
    workspace.compass("documents", "delete", documents["Athletic Résumé"], "--yes")
    page.get_by_role("button", name="Undo").click()
    expect_toast(page, "“Athletic Résumé” was deleted meanwhile.")
    expect(card(page, "Athletic Résumé")).to_have_count(0)


def test_undo_of_a_title_without_breaks_stays_in_the_window(people, server, documents):
    page = people.page(server, "jordan", width=320)
    title = "2026_Fall_Highlights_Jordan_Reyes_Final_v4_" + "x" * 50
    page.goto(f"/documents/{documents['Athletic Résumé']}/edit")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved**")
    page.goto("/documents")
    wait_for_module(page, "documents")
    page.get_by_role("button", name=f"Delete {title}", exact=True).click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.click()
    expect_toast(page, f"“{title}” is back.")


def delete(page, title="Athletic Résumé"):
    page.get_by_role("button", name=f"Delete {title}", exact=True).click()
    expect_toast(page, f"“{title}” moved to the trash.")


def test_a_key_that_is_shown_undoes_a_deletion(page):
    delete(page)
    expect_toast(page, "It stays there for 30 days.")
    undo = page.get_by_role("button", name="Undo")
    expect(undo.locator("kbd")).to_have_text("Z")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts").locator("dl > div").filter(has_text="Undo")).to_contain_text("Z")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect_toast(page, "“Athletic Résumé” is back.")
    expect(card(page, "Athletic Résumé")).to_have_count(1)
    page.keyboard.press("z")
    expect(page.locator("#count")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#toasts .toast")).to_have_count(1)


def test_without_keys_of_one_character_a_key_leads_to_undo_and_back(page):
    page.evaluate("localStorage.setItem('compass.single-keys', 'off')")
    page.reload()
    wait_for_module(page, "documents")
    delete(page)
    page.keyboard.press("z")
    undo = page.get_by_role("button", name="Undo")
    expect(undo.locator("kbd")).to_have_count(0)
    # The list comes anew after the deletion.
    expect(page.locator("#count")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("[id^='title-']:focus")).to_have_count(1)
    before = page.evaluate("document.activeElement.id")
    page.keyboard.press("F6")
    expect(undo).to_be_focused()
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.id") == before
    page.keyboard.press("F6")
    # While one is at the message, the list comes anew.
    page.evaluate(
        """
        document.querySelector("#results").dataset.isFormer = "";
        document.dispatchEvent(new Event("compass:document-changed"));
        """
    )
    expect(page.locator("#results[data-is-former]")).to_have_count(0)
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.id") == before
    page.keyboard.press("F6")
    page.keyboard.press("Enter")
    expect_toast(page, "“Athletic Résumé” is back.")


def test_no_time_passes_for_a_message_that_somebody_is_at(people, server):
    page = people.page(server, "jordan")
    page.clock.install()
    page.goto("/documents")
    wait_for_module(page, "documents")
    delete(page)
    undo = page.get_by_role("button", name="Undo")
    undo.hover()
    page.clock.fast_forward(60_000)
    expect(undo).to_be_visible()
    page.keyboard.press("F6")
    page.mouse.move(0, 0)
    page.clock.fast_forward(60_000)
    expect(undo).to_be_visible()
    page.keyboard.press("F6")
    page.clock.fast_forward(9_000)
    expect(undo).to_be_visible()
    page.clock.fast_forward(2_000)
    expect(undo).to_have_count(0)


def test_second_half_of_a_double_click_on_undo_goes_nowhere(people, server):
    page = people.page(server, "jordan", width=390)
    page.goto("/documents?view=list&sort=name")
    wait_for_module(page, "documents")
    delete(page, "AP Exam Scores")
    box = page.get_by_role("button", name="Undo").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # A title lies beneath.
    page.evaluate("""([x, y]) => {
      const link = document.querySelectorAll(".document-title a")[3];
      Object.assign(link.style, { position: "fixed", left: `${x - 40}px`, top: `${y - 40}px`, width: "80px", height: "80px", zIndex: 20 });
      document.body.append(link);
    }""", [x, y])
    page.mouse.dblclick(x, y)
    expect_toast(page, "“AP Exam Scores” is back.")
    expect(page).to_have_url(re.compile("/documents\\?view=list"))


def test_round_button_makes_room_while_one_scrolls_down(people, server):
    page = people.page(server, "jordan", width=390)
    page.goto("/documents")
    wait_for_module(page, "documents")
    button = page.locator(".floating-button")
    # Somebody with keys, to whom the focus is shown.
    page.keyboard.press("Tab")
    page.mouse.move(195, 400)
    page.mouse.wheel(0, 600)
    expect(button).not_to_be_in_viewport()
    page.mouse.wheel(0, -100)
    expect(button).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 300)
    expect(button).not_to_be_in_viewport()
    button.focus()
    expect(button).to_be_in_viewport(ratio=1)
    page.locator("body").press("End")
    link = page.get_by_role("link", name="Privacy Policy").last
    expect(link).to_be_in_viewport(ratio=1)
    expect(button).to_be_in_viewport(ratio=1)
    link.click(trial=True)
    assert link.bounding_box()["y"] + link.bounding_box()["height"] < button.bounding_box()["y"]


def test_row_is_swiped_away(people, server, touch):
    page = people.page(server, "jordan", width=390, touch=True)
    page.goto("/documents?view=list")
    wait_for_module(page, "documents")
    row = card(page, "Fitness Testing")
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    y = box["y"] + box["height"] / 2
    finger = touch(page)
    # A little is no swipe.
    finger.swipe((box["x"] + 250, y), (box["x"] + 210, y))
    expect(row).to_be_visible()
    finger.swipe((box["x"] + 300, y), (box["x"] + 60, y))
    expect(row).to_have_count(0)
    expect_toast(page, "“Fitness Testing” moved to the trash.")
    page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)


def test_deletion_that_fails_puts_the_document_back(page, violations):
    violations.expect("status 500: POST")
    page.route("**/trash", lambda route: route.fulfill(status=500, body="", content_type="text/html"))
    page.get_by_role("button", name="Delete Athletic Résumé", exact=True).click()
    expect_toast(page, "Failed to delete document. Please try again.")
    expect(card(page, "Athletic Résumé")).to_have_count(1)
    page.unroute("**/trash")
    page.get_by_role("button", name="Retry").click()
    expect_toast(page, "“Athletic Résumé” moved to the trash.")
    expect(card(page, "Athletic Résumé")).to_have_count(0)


def test_deletion_has_the_focus_on_a_neighbour(page):
    next_title = titles(page)[1]
    card(page, titles(page)[0]).locator("a").first.focus()
    page.keyboard.press("Delete")
    expect_toast(page, "moved to the trash")
    expect(card(page, next_title).locator("a").first).to_be_focused()


@pytest.mark.core
@pytest.mark.both_browsers
def test_trash_has_what_was_deleted_until_it_is_restored(page, workspace):
    page.get_by_role("link", name="Trash").click()
    expect(page.locator(TITLES)).to_have_text([document["title"] for document in documents_of(workspace, "--trashed")])
    page.get_by_role("button", name="Restore First Cut, Not for Coaches").click()
    page.wait_for_url("**done=restored")
    expect(page.get_by_text("Restored from the trash.")).to_be_visible()
    assert documents_of(workspace, "--trashed") == []


@pytest.mark.core
def test_several_are_deleted_together(page, workspace):
    for title in ("AP Exam Scores", "SAT Score Report", "Athletic Résumé"):
        page.get_by_label(f"Select {title}", exact=True).check()
    bar = page.get_by_role("form", name="Selected documents")
    expect(bar).to_contain_text("3 documents selected")
    page.get_by_label("Select Athletic Résumé").uncheck()
    expect(bar).to_contain_text("2 documents selected")
    bar.get_by_role("button", name="Delete").click()
    page.wait_for_url("**done=trashed**")
    expect(page.get_by_text("Moved to the trash. Sharing has ended.")).to_be_visible()
    assert {one["title"] for one in documents_of(workspace, "--trashed")} >= {"AP Exam Scores", "SAT Score Report"}


@pytest.mark.both_browsers
def test_several_get_one_link(page, people, server):
    for title in ("AP Exam Scores", "SAT Score Report"):
        page.get_by_label(f"Select {title}", exact=True).check()
    page.get_by_role("form", name="Selected documents").get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/links/*done=link-made")
    address = page.get_by_label("Address").input_value()
    coach = people.page(server)
    coach.goto(address)
    expect(coach.get_by_text("AP Exam Scores").first).to_be_visible()
    expect(coach.get_by_text("SAT Score Report").first).to_be_visible()


@pytest.mark.reads
def test_choosing_nothing_any_more_hides_the_bar(page):
    bar = page.locator("#selection")
    expect(bar).to_be_hidden()
    page.get_by_label("Select AP Exam Scores").check()
    expect(bar).to_contain_text("1 document selected")
    bar.get_by_role("button", name="Cancel").click()
    expect(bar).to_be_hidden()


# When something is wrong.


def test_server_that_is_gone_is_told_and_can_be_asked_again(page, server, violations, workspace):
    violations.allow("request failed: GET .*ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)")
    violations.allow("console: Failed to load resource: net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)")
    server.kill()
    page.locator("#search").fill("resume")
    problem = page.locator("#load-problem")
    expect(problem).to_have_text(re.compile("Unable to load documents. Check your connection."))
    expect(problem).to_have_attribute("role", "alert")
    expect(page.locator(".document").first).to_be_visible()
    server.restart()
    problem.get_by_role("button", name="Retry").click()
    expect(problem).to_have_count(0)
    expect(page.locator(TITLES)).to_have_text([one["title"] for one in documents_of(workspace, "--search", "resume")])


@pytest.mark.reads
def test_error_of_the_server_is_told_and_can_be_asked_again(page, violations):
    violations.expect("status 500: GET")
    page.route("**/documents?search=**", lambda route: route.fulfill(status=500, body="", content_type="text/html"))
    page.locator("#search").fill("registrar")
    expect(page.locator("#load-problem")).to_contain_text("Server error. Please try again.")
    page.unroute("**/documents?search=**")
    page.get_by_role("button", name="Retry").click()
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])


@pytest.mark.reads
def test_no_connection_is_told_and_the_documents_stay(page, violations):
    violations.allow("ERR_INTERNET_DISCONNECTED")
    shown = titles(page)
    with cut_network(page):
        page.locator("#search").fill("registrar")
        expect(page.locator("#load-problem")).to_contain_text("Unable to load documents. Check your connection.")
        assert titles(page) == shown
    page.get_by_role("button", name="Retry").click()
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])


@pytest.mark.reads
def test_server_that_never_answers_timed_out(people, server):
    page = people.page(server, "jordan")
    # What takes 20 seconds takes 0.2, until there is no hurry any more.
    page.add_init_script("""
        const timeout = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
        Object.defineProperty(XMLHttpRequest.prototype, "timeout", {
          ...timeout, set(value) { timeout.set.call(this, value / (window.hurry ?? 100)); } });""")
    page.goto("/documents")
    wait_for_module(page, "documents")
    page.route("**/documents?search=**", lambda route: None)
    page.locator("#search").fill("registrar")
    expect(page.locator("#load-problem")).to_contain_text("Connection timed out")
    page.evaluate("window.hurry = 1")
    page.unroute("**/documents?search=**")
    page.get_by_role("button", name="Retry").click()
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])


@pytest.mark.reads
def test_answer_that_takes_long_leaves_what_is_there_and_says_it_is_busy(page):
    held = []
    page.route("**/documents?search=**", lambda route: held.append(route))
    page.locator("#search").fill("registrar")
    expect(page.locator("#results")).to_have_attribute("aria-busy", "true")
    expect(page.locator(TITLES).first).to_be_visible()
    line = "() => getComputedStyle(document.querySelector('.header'), '::after').content"
    assert page.evaluate(line) != "none"
    held[-1].continue_()
    expect(page.locator(TITLES)).to_have_text(["Official Transcript, Grades 9–12"])
    expect(page.locator("#results")).not_to_have_attribute("aria-busy", "true")
    assert page.evaluate(line) == "none"


@pytest.mark.reads
def test_document_that_cannot_be_had_without_a_connection_is_told_of(page, violations):
    # The click brings cards into view, and their pictures, which are loaded only then, cannot be had either.
    violations.allow("ERR_INTERNET_DISCONNECTED")
    with cut_network(page):
        card(page, "AP Exam Scores").locator("a").first.click()
        problem = page.locator("#load-problem")
        expect(problem).to_contain_text("Unable to load document details. Check your connection.")
        expect(problem.get_by_role("button", name="Retry")).to_be_focused()
    problem.get_by_role("button", name="Retry").click()
    page.wait_for_url("**/documents/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("AP Exam Scores")


@pytest.mark.core
def test_session_that_ended_leads_to_sign_in_and_back(people, server):
    page = people.page(server)
    page.goto("/sign-in")
    sign_in(page)
    page.wait_for_url("**/documents")
    wait_for_module(page, "documents")
    page.context.clear_cookies()
    page.locator("#search").fill("goals")
    page.wait_for_url("**/sign-in?next=**")
    sign_in(page)
    page.wait_for_url("**/documents?search=goals**")
    expect(page.locator(TITLES)).to_have_text(["Casey's Goals, Fall 2026"])


def sign_in(page):
    page.get_by_label("Name").fill("casey")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


# Sizes.


@pytest.mark.parametrize("view", ["grid", "list"])
def test_long_title_is_cut_off_and_breaks_nothing(people, server, workspace, documents, view, width):
    lines = 1 if view == "list" and width > 640 else 2
    long = "Supercalifragilistic" * 5
    workspace.compass("documents", "edit", documents["AP Exam Scores"], "--title", long)
    page = people.page(server, "jordan", width=width)
    page.goto(f"/documents?view={view}")
    title = card(page, long).locator(TITLES)
    height, line = title.evaluate("one => [one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).lineHeight)]")
    assert height <= lines * line + 1
    if width < 1440:
        assert title.evaluate("one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("view", ["grid", "list"])
@pytest.mark.reads
def test_text_of_twice_the_size_fits(people, server, view):
    page = people.page(server, "jordan", width=390)
    page.goto(f"/documents?view={view}")
    before = page.locator(TITLES).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    after = page.locator(TITLES).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert after == pytest.approx(2 * before, rel=0.05)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.reads
def test_everything_to_press_is_large_enough(people, server):
    page = people.page(server, "jordan", width=390, touch=True)
    page.goto("/documents")
    small = page.locator(
        ".document-actions button, .choose, .segmented button, .floating-button, .filters > summary, .sort-field select, #search"
    ).evaluate_all("""all => all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5)).map(([text, box]) =>
            `${text} ${box.width}×${box.height}`)""")
    assert small == []
    box = page.locator(".floating-button").bounding_box()
    assert box["width"] == box["height"] == 64


@pytest.mark.reads
def test_boxes_of_the_filters_stand_below_each_other(people, server, width):
    page = people.page(server, "jordan", width=width)
    page.goto("/documents")
    open_filters(page)
    for box in page.locator(".filter-sheet .check").all():
        label, mark = box.bounding_box(), box.locator("input").bounding_box()
        assert mark["x"] == pytest.approx(label["x"], abs=1)
        assert mark["y"] + mark["height"] / 2 == pytest.approx(label["y"] + label["height"] / 2, abs=2)


@pytest.mark.reads
def test_bar_of_what_is_chosen_covers_nothing(people, server, width):
    page = people.page(server, "jordan", width=width)
    page.goto("/documents")
    upload = page.get_by_role("link", name="Upload new document")
    expect(upload).to_be_visible()
    page.get_by_label("Select AP Exam Scores", exact=True).check()
    expect(page.locator("#selection")).to_be_visible()
    expect(upload).to_be_hidden()
    page.locator("#selection").get_by_role("button", name="Cancel").click()
    expect(upload).to_be_visible()


# Keys.


@pytest.mark.core
@pytest.mark.reads
def test_keys_walk_through_the_documents(page):
    shown = titles(page)
    link = lambda number: card(page, shown[number]).locator("a").first  # noqa: E731
    page.keyboard.press("j")
    expect(link(0)).to_be_focused()
    page.keyboard.press("j")
    expect(link(1)).to_be_focused()
    page.keyboard.press("k")
    expect(link(0)).to_be_focused()
    tops = page.locator(".document").evaluate_all("all => all.map((one) => one.offsetTop)")
    columns = tops.count(tops[0])
    page.keyboard.press("ArrowDown")
    expect(link(columns)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(link(columns + 1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(link(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(link(0)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/documents/*")


@pytest.mark.reads
def test_keys_choose_search_and_change_the_view(page):
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator("#selected-count")).to_have_text("1 document selected")
    page.keyboard.press("Escape")
    expect(page.locator("#selection")).to_be_hidden()
    page.keyboard.press("v")
    expect(page.locator(".documents-list")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("jx/vn?")
    expect(page.locator("#search")).to_have_value("jx/vn?")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.reads
def test_keys_open_the_upload_and_the_help(page):
    page.keyboard.press("n")
    sheet = page.get_by_role("dialog", name="Upload Document")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("?")
    help = page.get_by_role("dialog", name="Keyboard shortcuts")
    for text in ("Next document", "Select the document", "Delete the document", "Grid or list", "Upload a document"):
        expect(help).to_contain_text(text)


@pytest.mark.reads
def test_a_key_counts_before_a_closed_sheet_has_given_the_focus_back(page):
    page.keyboard.press("n")
    expect(page.get_by_role("dialog", name="Upload Document")).to_be_visible()
    # Within one task, as a fast writer or a slow machine has it: the page is not drawn in between.
    page.evaluate("""() => {
      const field = document.querySelector("dialog[open] input[name=title]");
      field.focus();
      field.closest("dialog").close();
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    }""")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


@pytest.mark.reads
def test_tab_reaches_everything_and_shows_where_it_is(page):
    page.locator("#search").focus()
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("""() => { const one = document.activeElement, shown = one.closest(".document") ?? one;
            return [one.getAttribute("aria-label") ?? one.textContent.trim() ?? one.id, getComputedStyle(shown).outlineStyle,
              getComputedStyle(one).outlineStyle]; }"""))
    assert all("none" not in styles[1:] or styles[1] != "none" for styles in seen), seen
    names = [name for name, *_ in seen]
    assert "Grid view" in names and any(name.startswith("Delete ") for name in names), names


# The upload.


@pytest.mark.reads
def test_rapid_presses_on_the_upload_button_open_one_sheet(page):
    asked = watch(page, "/documents/new")
    page.locator(".floating-button").evaluate("button => { for (let press = 0; press < 10; press += 1) button.click(); }")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.locator(".floating-button").evaluate("button => button.click()")
    expect(page.get_by_role("dialog")).to_have_count(1)
    assert len(asked) == 1


@pytest.mark.core("firefox")
@pytest.mark.both_browsers
@pytest.mark.parametrize("type, file, title", [
    ("Highlight Video", "film", "My Film"), ("Transcript", "pdf_one_page", "My Transcript"),
])
def test_uploaded_document_appears_with_its_progress(page, odd_files, type, file, title):
    page.get_by_role("link", name="Upload new document").click()
    wait_for_module(page, "upload")
    sheet = page.get_by_role("dialog", name="Upload Document")
    sheet.get_by_label("Document Type").select_option(label=type)
    sheet.get_by_label("Title").fill(title)
    sheet.locator("#file").set_input_files(getattr(odd_files, file))
    sheet.get_by_role("button", name="Upload", exact=True).click()
    row = page.locator("#uploads .upload-row").first
    expect(row).to_be_visible()
    expect(row.locator("progress, [role=progressbar]").first).to_be_attached()
    expect(card(page, title)).to_be_visible(timeout=30_000)
    expect(page.locator(TITLES).first).to_have_text(title)


def test_signing_out_asks_before_uploads_are_given_up(page, odd_files):
    def sign_out(answer):
        asked = []
        page.once("dialog", lambda dialog: (asked.append(dialog.message), getattr(dialog, answer)()))
        if page.locator(".account > .menu-content").is_hidden():
            page.locator(".account > summary").click()
        page.get_by_role("button", name="Sign out").click()
        return asked

    page.route("**/api/v1/uploads", lambda route: None)
    page.get_by_role("link", name="Upload new document").click()
    wait_for_module(page, "upload")
    sheet = page.get_by_role("dialog", name="Upload Document")
    sheet.get_by_label("Document Type").select_option(label="Transcript")
    sheet.get_by_label("Title").fill("Waiting")
    sheet.locator("#file").set_input_files(odd_files.pdf_one_page)
    wait_for_module(page, "upload")
    sheet.get_by_role("button", name="Upload", exact=True).click()
    expect(page.locator("#uploads .upload-row")).to_be_visible()
    question = ["1 upload is not finished, and is given up when you sign out. Sign out?"]
    assert sign_out("dismiss") == question
    expect(page.locator("#uploads .upload-row")).to_be_visible()
    assert "/documents" in page.url
    assert sign_out("accept") == question
    page.wait_for_url("**/sign-in?done=signed-out")


# What it costs.


@pytest.mark.reads
def test_nothing_is_left_behind_by_lists_that_were_shown(page):
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def measure():
        return count_kept(session, "Nodes"), count_kept(session, "JSEventListeners")

    def look(times):
        for _ in range(times):
            for type in ("transcript", "resume"):
                page.evaluate("type => { const box = document.querySelector(`[value=${type}]`); box.click(); }", type)
                page.wait_for_url(f"**type={type}**")
                page.evaluate("type => { const box = document.querySelector(`[value=${type}]`); box.click(); }", type)
                expect(page.locator(".chip")).to_have_count(0)

    look(3)
    nodes, listeners = measure()
    look(10)
    later = measure()
    assert later[0] < nodes * 1.2 + 300, (nodes, later[0])
    assert later[1] < listeners * 1.2 + 20, (listeners, later[1])


@pytest.mark.reads("many")
def test_leaving_takes_the_lists_memory_along(many, page):
    """A page that is left is given back: the heap after ten visits is that after one."""
    session = page.context.new_cdp_session(page)

    def heap():
        session.send("HeapProfiler.collectGarbage")
        return session.send("Runtime.getHeapUsage")["usedSize"]

    page.goto("/account")
    page.goto("/documents")
    first = heap()
    for _ in range(10):
        page.goto("/account")
        page.goto("/documents")
        expect(page.locator(".document").first).to_be_visible()
    assert heap() < first * 1.3 + 1_000_000
