"""The pages that there are. Each is looked at in every size, checked for barriers, and pictured by scripts/screenshots."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    name: str
    # `{link:TITLE}` is the path of a link for coaches, `{document:TITLE}` a document's id, `{open}` the one-time link.
    path: str
    # Who looks at it; None is a stranger.
    person: str | None = "jordan"
    # Something that is there once the page is whole.
    ready: str = "h1"


PAGES = [
    Page("open", "{open}", None),
    Page("home", "/"),
    Page("coach", "{link:Junior Season Highlights}", None),
]


def resolve(page, server, links, documents):
    """The path of a page in a workspace; `links` makes links of titles, `documents` has ids by titles."""
    path = page.path.replace("{open}", server.link or "")
    for kind, find in (("link", links), ("document", documents.__getitem__)):
        while (start := path.find(f"{{{kind}:")) >= 0:
            end = path.index("}", start)
            path = path[:start] + find(path[start + len(kind) + 2:end]) + path[end + 1:]
    return path
