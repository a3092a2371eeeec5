"""axe-core: barriers that a program can find."""

import pathlib

import axe_playwright_python

SOURCE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """
async ([tags, without]) => {
  // What fades in has no colour of its own until it is there.
  const ends = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime));
  await Promise.allSettled(ends.map((one) => one.finished));
  // axe takes a page without a colour of its own for white, also where the browser makes it dark.
  const root = document.documentElement;
  const isBare = [root, document.body].every((node) => getComputedStyle(node).backgroundColor === "rgba(0, 0, 0, 0)");
  if (isBare) root.style.backgroundColor = "Canvas";
  const found = await axe.run({exclude: without}, {runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]});
  if (isBare) root.style.backgroundColor = "";
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id} (${rule.impact}): ${rule.help}\\n    ${node.html.slice(0, 200)}\\n    ${node.failureSummary}`));
}
"""


def find_barriers(page, without=()):
    """Texts, one for each element that breaks a rule; `without`: selectors of what is left out.

    By evaluating, which the page's policy lets pass, as it does not a script element.
    """
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(f"{SOURCE}\n;0")
    return page.evaluate(RUN, [TAGS, [[selector] for selector in without]])


def check_barriers(page, without=()):
    found = find_barriers(page, without)
    assert not found, f"axe found {len(found)} on {page.url}:\n  " + "\n  ".join(found)
