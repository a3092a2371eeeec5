"""Every page at 400 %: a window of 1280 by 1024 then has room for 320 by 256 (WCAG 2.2, 1.4.10 and 2.4.11)."""

import pytest
from pages import PAGES
from playwright.sync_api import expect

ROOM = {"width": 320, "height": 256}
# Of the window, what may stay in place while one scrolls.
STAYING = 0.5
# Presses of the Tab key that are looked at: through the header and into the page.
PRESSES = 14

# The height of the window that is covered by what does not scroll along, in the middle of a page.
COVERED = """
async () => {
  scrollTo({top: document.documentElement.scrollHeight / 2, behavior: "instant"});
  await nextFrame(2);
  const covers = new Set();
  for (let y = 1; y < innerHeight; y += 2) {
    const there = document.elementsFromPoint(innerWidth / 2, y);
    const stays = (node) => ["fixed", "sticky"].includes(getComputedStyle(node).position);
    if (there.some(stays)) covers.add(y);
  }
  return covers.size * 2;
}
"""

# What has the focus, and whether any of it can be seen. Null where the page itself has it.
FOCUS = """
() => {
  const node = document.activeElement;
  if (!node || node === document.body || node === document.documentElement) return null;
  const name = `<${node.localName} class="${node.className}"> ${(node.ariaLabel ?? node.textContent).trim().slice(0, 40)}`;
  const isShown = [...node.getClientRects()].some((box) => {
    const across = [0.1, 0.5, 0.9].map((part) => box.left + box.width * part);
    const down = [0.1, 0.5, 0.9].map((part) => box.top + box.height * part);
    return across.some((x) => down.some((y) => {
      const top = document.elementFromPoint(x, y);
      return top && (node.contains(top) || top.contains(node) && getComputedStyle(top).position !== "fixed"
        || [...node.labels ?? []].some((label) => label.contains(top)));
    }));
  });
  return {name, isShown};
}
"""


@pytest.mark.parametrize("listed_page", PAGES, ids=lambda page: page.name)
def test_page_at_400_percent_fits_and_hides_nothing_that_has_the_focus(people, shared_server, listed_page, paths, violations):
    if listed_page.status >= 400:
        violations.expect(rf"status {listed_page.status}: GET ")
    page = people.page(shared_server, listed_page.person, width=320, viewport=ROOM)
    page.goto(paths[listed_page.name])
    expect(page.locator(listed_page.ready).first).to_be_attached()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px too wide"
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    for press in range(1, PRESSES + 1):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:
            break
        assert focus["isShown"], f"after {press} presses of Tab, {focus['name']} has the focus and cannot be seen"
    if listed_page.path.endswith("/view"):
        # The viewer is a window of its own, with nothing to scroll to.
        return
    covered = page.evaluate(COVERED)
    assert covered <= ROOM["height"] * STAYING, f"{covered} of {ROOM['height']} px stay covered while one scrolls"
