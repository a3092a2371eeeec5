"""What users upload is never active: whatever its name and bytes are, and however a page of the site asks for it."""

import json

import pytest
from beacon import Beacon
from evil import EXTENSIONS, page, payloads
from library import add_carelessly
from serving import wait_until

# What may be shown; all else has to be stored. SVG, HTML and XML are not among it.
SHOWN = {
    "application/pdf", "video/mp4", "video/webm", "video/quicktime", "video/x-m4v", "image/jpeg", "image/png", "image/webp",
    "image/gif", "text/plain", "text/csv",
} | {
    f"text/{kind}; charset={charset}"
    for kind in ("plain", "csv") for charset in ("utf-8", "windows-1252", "utf-16le", "utf-16be")
}
# In a page without any policy, which none of ours is: so it is the bytes' own headers that hold.
EMBED = """
async (addresses) => {
  const kinds = [["img", "src"], ["video", "src"], ["audio", "src"], ["iframe", "src"], ["embed", "src"], ["object", "data"],
    ["script", "src"]];
  const settle = (node) => new Promise((done) => {
    ["load", "error", "loadedmetadata"].forEach((name) => node.addEventListener(name, done, {once: true}));
    // An embedded download tells nothing of itself.
    setTimeout(done, 1000);
  });
  const embed = async (address) => {
    const nodes = kinds.map(([kind, attribute]) => Object.assign(document.createElement(kind), {[attribute]: address}));
    nodes.push(Object.assign(document.createElement("link"), {rel: "stylesheet", href: address}));
    const settled = nodes.map(settle);
    document.body.append(...nodes);
    await Promise.all(settled);
    nodes.forEach((node) => node.remove());
  };
  while (addresses.length > 0) await Promise.all(addresses.splice(0, 12).map(embed));
  return [document.title, String(window.ran)];
}
"""


def store(workspace, folder, beacon, extensions):
    """Each of the payloads under each of some extensions, by the type's own pipeline and by a careless one.

    What the pipelines let through is one thing, what the server makes of it another.
    """
    files = {}
    for extension in extensions:
        type = EXTENSIONS[extension]
        for name, data in payloads(beacon).items():
            # A name for each: files of one name would be versions of one document.
            path = folder / f"{name}-{extension[1:]}{extension}"
            path.write_bytes(data)
            files.setdefault(type, []).append(path)
    accepted = 0
    pipelines = {"highlight_video": "highlight-video", "transcript": "transcript", "resume": "resume", "stats_sheet": "stats-sheet"}
    for type, paths in files.items():
        # 3: some are refused, and should be.
        lines = workspace.compass("run", pipelines[type], *map(str, paths), "--json", status=3).splitlines()
        accepted += sum(json.loads(line)["status"] == "succeeded" for line in lines)
        add_carelessly(workspace, *paths, type=type)
    return accepted, sum(map(len, files.values()))


def listed(workspace):
    return [json.loads(line) for line in workspace.compass("documents", "list", "--limit", "500", "--json").splitlines()]


def check_headers(answer, what):
    headers = answer.headers
    assert answer.status == 200, what
    assert headers["x-content-type-options"] == "nosniff", what
    assert headers["cross-origin-resource-policy"] == "same-origin", what
    policy = headers["content-security-policy"]
    assert "sandbox" in policy and "allow-" not in policy and "default-src 'none'" in policy, f"{what}: {policy}"
    kind, disposition = headers["content-type"], headers["content-disposition"]
    if disposition.startswith("inline"):
        assert kind in SHOWN, f"{what}: shown as {kind}"
    else:
        assert disposition.startswith("attachment"), f"{what}: {disposition}"
        assert kind in SHOWN | {"application/octet-stream"}, f"{what}: sent as {kind}"
    return disposition.split(";")[0]


def bare_page(context, body="<p>bare</p>"):
    """Of the site's own origin, without any policy."""
    tab = context.new_page()
    tab.route("**/bare", lambda route: route.fulfill(
        body=f"<!doctype html><title>bare</title>{body}", headers={"Content-Type": "text/html"}))
    tab.goto("/bare")
    return tab


def navigate(context, address):
    """Opens bytes as a page of their own; what becomes a download is one."""
    tab = context.new_page()
    try:
        tab.goto(address, timeout=5_000)
        assert tab.title() != "ran", address
    except Exception as error:
        if "Download is starting" not in str(error) and "ERR_ABORTED" not in str(error):
            raise
    finally:
        tab.close()


@pytest.fixture(params=[(".pdf", ".txt", ".mp4"), (".mov", ".avi", ".doc", ".docx"), (".csv", ".xls", ".xlsx")], ids=" ".join)
def stored(request, workspace, tmp_path):
    """A beacon, and the documents with bytes that would tell it of themselves."""
    folder = tmp_path / "evil"
    folder.mkdir()
    before = {one["id"] for one in listed(workspace)}
    with Beacon() as beacon:
        accepted, offered = store(workspace, folder, beacon.url, request.param)
        documents = [one for one in listed(workspace) if one["id"] not in before]
        print(f"{accepted} of {offered} were accepted by pipelines; {len(documents)} are stored")
        yield beacon, documents


@pytest.mark.core
def test_bytes_that_users_store_run_nothing(people, server, stored, workspace, violations):
    beacon, documents = stored
    everything = {one["id"] for one in listed(workspace)}
    context = people.context(server, "jordan")
    cookies = context.cookies()
    # What is blocked of them is told in the console; that is as it should be.
    violations.allow("blocked|Refused|sandbox|Content Security Policy|status 404|script error|console|request failed")
    sent = {"inline": [], "attachment": []}
    for one in documents:
        address = f"/api/v1/documents/{one['id']}/content"
        how = check_headers(context.request.get(address), one["title"])
        sent[how].append(address)
    tab = bare_page(context)
    inline, attached = sent["inline"], sent["attachment"]
    assert tab.evaluate(EMBED, inline + attached[::5]) == ["bare", "undefined"]
    for address in inline + attached[::10]:
        navigate(context, address)
    assert context.cookies() == cookies
    assert {one["id"] for one in listed(workspace)} == everything
    assert beacon.heard == []
    assert inline and attached


@pytest.mark.core
def test_bytes_behind_a_link_have_the_same_headers(people, server, workspace, links):
    context = people.context(server)
    titles = ["Junior Season Highlights", "Academic Résumé", "AP Exam Scores", "Athletic Résumé", "Senior Season Statistics"]
    path = links(*titles)
    for number, title in enumerate(titles, 1):
        check_headers(context.request.get(f"{path}/{number}"), title)
        assert check_headers(context.request.get(f"{path}/{number}?download=true"), title) == "attachment"


def test_the_same_bytes_would_run_if_the_server_let_them(people, server, violations):
    """So that the test above is known to see what it looks for."""
    with Beacon() as beacon:
        context = people.context(server, "jordan")
        violations.allow(".")
        tab = bare_page(context, page(beacon.url).decode())
        wait_until("the beacon hears of it", lambda: {"/image", "/fetch", "/plain"} <= set(beacon.heard))
        assert tab.title() == "ran"
        assert "ran" in {cookie["name"] for cookie in context.cookies()}
