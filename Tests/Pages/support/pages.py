"""The pages that there are. Each is looked at in every size, checked for barriers, and pictured by scripts/screenshots."""

import json
import re
from dataclasses import dataclass

from example import ids_by_title, make_link

# Somebody who has just been added, and has nothing yet.
NEWCOMER = "riley"


@dataclass(frozen=True)
class Page:
    name: str
    # What stands in braces is of the workspace that is looked at; see `resolve`.
    path: str
    # Who looks at it; None is a stranger.
    person: str | None = "jordan"
    # Something that is there once the page is whole.
    ready: str = "h1"
    # What it answers.
    status: int = 200
    # Parts that no two workspaces have in common: runs of one batch end in any order, and of schedules there are others each day.
    varies: tuple[str, ...] = ()


FILM, PDF, TEXT, TABLE = "Junior Season Highlights", "Athletic Résumé", "AP Exam Scores", "Senior Season Statistics"
OFFICE = "Academic Résumé"
# For whom a link of the example is.
COACHES = "College Showcase, Phoenix"

PAGES = [
    Page("open", "{open}", None),
    Page("sign-in", "/sign-in", None),
    Page("sign-in-after", "/sign-in?done=signed-out&next=%2Fdocuments", None),
    Page("home", "/"),
    Page("coach", "{link:Junior Season Highlights}", None),
    Page("link-gone", "/l/0000000000000000000000000000000000000000000", None, status=404),
    Page("policy", "/legal/privacy"),
    Page("policy-stranger", "/legal/privacy", None),
    # Documents
    Page("documents", "/documents?view=grid", ready=".document-picture"),
    Page("documents-list", "/documents?view=list&sort=name", ready=".documents-list"),
    Page("documents-filtered", "/documents?type=transcript&type=resume&shared=true&school=stanford&search=s", ready=".chip"),
    Page("documents-none", "/documents?search=nothing+is+called+so", ready=".empty-title"),
    Page("documents-empty", "/documents", NEWCOMER, ready=".empty-title"),
    Page("documents-owner", "/documents", "casey"),
    Page("trash", "/documents?trashed=true"),
    Page("trash-empty", "/documents?trashed=true", "casey", ready=".empty-title"),
    Page("upload", "/documents/new"),
    Page("document-video", "/documents/{document:%s}" % FILM, ready=".preview video"),
    Page("document-pdf", "/documents/{document:%s}" % PDF, ready=".pdf canvas"),
    Page("document-text", "/documents/{document:%s}" % TEXT, ready=".preview"),
    Page("document-table", "/documents/{document:%s}" % TABLE, ready=".more-versions"),
    Page("document-office", "/documents/{document:%s}" % OFFICE, ready=".preview-none"),
    Page("document-former", "/documents/{former:%s}" % PDF, ready=".notice-warning"),
    Page("document-trashed", "/documents/{trashed}", ready=".notice-warning"),
    Page("document-missing", "/documents/00000000-0000-4000-8000-000000000000", status=404),
    Page("edit", "/documents/{document:%s}/edit" % PDF),
    Page("share", "/documents/{document:%s}/share" % FILM),
    Page("delete", "/documents/{document:%s}/delete" % PDF),
    Page("delete-version", "/documents/{former:%s}/delete-version" % PDF),
    Page("restore", "/documents/{former:%s}/restore" % PDF, ready=".pdf canvas"),
    Page("new-version", "/documents/{document:%s}/versions/new" % TABLE),
    Page("view-video", "/documents/{document:%s}/view" % FILM, ready="video"),
    Page("view-pdf", "/documents/{document:%s}/view" % PDF, ready=".pdf canvas"),
    Page("view-text", "/documents/{document:%s}/view" % TEXT, ready=".viewer-text"),
    Page("view-office", "/documents/{document:%s}/view" % OFFICE, ready=".viewer-unavailable"),
    Page("link", "/links/{link-id}"),
    # Runs
    Page("runs", "/runs", varies=(".run",)),
    Page("runs-filtered", "/runs?status=failed&pipeline=transcript"),
    Page("runs-none", "/runs?pipeline=nothing"),
    Page("run-succeeded", "/runs/{run:succeeded}", ready="#run"),
    Page("run-failed", "/runs/{run:failed}", ready="#failure"),
    Page("run-rejected", "/runs/{run:rejected}", ready="#failure"),
    Page("run-replay", "/runs/{run:rejected}/replay"),
    Page("run-what-if", "/runs/{run:rejected}/what-if"),
    Page("quarantine", "/quarantine"),
    Page("quarantine-all", "/quarantine?all=true"),
    Page("quarantine-entry", "/quarantine/{entry}"),
    Page("quarantine-release", "/quarantine/{entry}/release"),
    Page("quarantine-discard", "/quarantine/{entry}/discard"),
    # The workspace
    Page("pipelines", "/pipelines"),
    Page("pipeline", "/pipelines/transcript"),
    Page("stages", "/stages"),
    Page("stage", "/stages/size-check"),
    Page("schedules", "/schedules"),
    Page("folders", "/folders"),
    # The other tests of this workspace make more of them than a page has.
    Page("notifications", "/notifications", varies=(".notification", ".pages")),
    Page("notifications-given-up", "/notifications?state=given-up"),
    Page("people", "/people"),
    Page("person-new", "/people/new"),
    Page("person-edit", "/people/casey/edit"),
    Page("person-remove", "/people/casey/remove"),
    Page("person-erase", "/people/casey/erase"),
    Page("account", "/account"),
    Page("not-allowed", "/people", "casey", status=403),
    Page("view-missing", "/documents/00000000-0000-4000-8000-000000000000/view", status=404),
    Page("nowhere", "/nowhere", status=404),
]


def resolve(page, server, links, documents):
    """The path of a page in a workspace, in which there is what it shows afterwards.

    `{open}` is the one-time link, `{link:TITLE}` the path of a link for coaches, `{link-id}` the id of one that there was,
    `{document:TITLE}` a document's id, `{former:TITLE}` that of its first version, `{trashed}` that of one in the trash,
    `{run:STATUS}` the id of the newest run that ended so, `{entry}` one in quarantine. `links` makes links of titles,
    `documents` has ids by titles.
    """
    workspace = server.workspace
    if page.person == NEWCOMER and NEWCOMER not in server.states:
        workspace.add_person(NEWCOMER, "owner")

    def records(*command):
        return [json.loads(line) for line in workspace.compass(*command, "--json").splitlines()]

    found = {
        "open": lambda _: server.link or "",
        "link": links,
        "link-id": lambda _: next(link["id"] for link in records("links", "list") if link["label"] == COACHES),
        "document": documents.__getitem__,
        "trashed": lambda _: records("documents", "list", "--trashed")[0]["id"],
        "former": lambda title: records("documents", "versions", documents[title])[-1]["id"],
        "run": lambda status: records("runs", "list", "--status", status)[0]["run"],
        "entry": lambda _: records("quarantine", "list")[0]["id"],
    }
    return re.sub(r"\{([a-z-]+)(?::([^}]*))?\}", lambda match: found[match[1]](match[2]), page.path)


def resolve_all(server):
    """The paths of all pages by their names. What they show is made before any of them is looked at."""
    documents = ids_by_title(server.workspace)
    return {page.name: resolve(page, server, lambda title: make_link(server.workspace, [documents[title]]), documents)
            for page in PAGES}
