"""The keyboard registry of all pages."""

import pytest
from library import wait_for_module
from playwright.sync_api import expect

# Binds some keys and keeps what they did.
SETUP = """async (address) => {
  const { bind } = await import(address);
  const add = (parent, tag, attributes) => { const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value); parent.append(made); return made; };
  const place = document.querySelector("main");
  add(place, "input", { id: "field", "aria-label": "Field" });
  add(place, "textarea", { id: "area", "aria-label": "Area" });
  add(place, "div", { id: "editor", contenteditable: "true", role: "textbox", "aria-label": "Editor" });
  add(place, "input", { id: "box", type: "checkbox", "aria-label": "Box" });
  add(place, "button", { id: "button" }).textContent = "Button";
  window.did = [];
  const run = (name) => ({ does: `Do ${name}`, run: () => { did.push(name); } });
  window.unbind = bind({ "k": run("k"), "Shift+d": run("D"), "+": run("plus"), "Escape": run("escape"), "h d": run("documents"), "h r": run("runs"),
    "r": run("r"), " ": { ...run("space"), inControls: false }, "ArrowRight": { ...run("right"), repeats: true }, "x": { ...run("x"), when: () => false } });
}"""


def did(page):
    return page.evaluate("() => did.splice(0)")


@pytest.fixture
def page(people, shared_server):
    page = people.page(shared_server, "jordan")
    set_up(page, "/stages")
    return page


def set_up(page, path):
    page.goto(path)
    page.evaluate(SETUP, wait_for_module(page, "keys"))
    page.evaluate("() => scrollTo(0, 0)")


@pytest.mark.core
def test_keys_do_what_they_are_bound_to(page):
    for key in ("k", "Shift+D", "+", "Escape", "x", "q", "ArrowRight", " "):
        page.keyboard.press(key)
    assert did(page) == ["k", "D", "plus", "escape", "right", "space"]


def test_one_key_after_the_other_is_a_sequence(page):
    for key in ("h", "d", "h", "r", "r", "h", "k"):
        page.keyboard.press(key)
    assert did(page) == ["documents", "runs", "r", "k"]


@pytest.mark.parametrize("key", ["Control+k", "Meta+k", "Alt+k"])
def test_with_modifiers_they_are_the_browsers(page, key):
    page.keyboard.press(key)
    assert did(page) == []


@pytest.mark.core
@pytest.mark.parametrize("place", ["#field", "#area", "#editor"])
def test_nothing_happens_while_somebody_types(page, place):
    page.locator(place).focus()
    for key in ("k", "g", "d", "+", "?"):
        page.keyboard.press(key)
    assert did(page) == []
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_nothing_happens_while_a_word_is_composed(page):
    page.evaluate("""() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", isComposing: true, bubbles: true }))""")
    assert did(page) == []


def test_a_control_keeps_the_keys_that_are_its_own(page):
    page.locator("#button").focus()
    page.keyboard.press(" ")
    page.keyboard.press("k")
    page.locator("#box").focus()
    page.keyboard.press(" ")
    page.keyboard.press("k")
    assert did(page) == ["k", "k"]
    expect(page.locator("#box")).to_be_checked()


def test_a_held_key_counts_once_unless_it_repeats(page):
    for key in ("k", "ArrowRight"):
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.up(key)
    assert did(page) == ["k", "right", "right", "right"]


def test_a_key_that_was_taken_is_left_alone(page):
    page.evaluate("() => document.querySelector('main').addEventListener('keydown', (event) => event.preventDefault())")
    page.locator("#button").focus()
    page.keyboard.press("k")
    assert did(page) == []


def test_a_modal_dialog_takes_all_keys_but_its_own(page):
    page.evaluate("""async (address) => { const { bind } = await import(address);
      const dialog = document.createElement("dialog"); dialog.textContent = "Dialog"; document.body.append(dialog); dialog.showModal();
      bind({ "k": { does: "Inner", run: () => did.push("inner") } }, { within: dialog }); }""", wait_for_module(page, "keys"))
    for key in ("k", "+", "?"):
        page.keyboard.press(key)
    assert did(page) == ["inner"]


def test_the_question_mark_lists_what_is_bound(page, axe):
    page.locator("#button").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    rows = dialog.locator("dl > div").all_inner_texts()
    assert [" ".join(row.split()) for row in rows if not row.startswith("Go to")] == [
        "Show this list ?", "Do k K", "Do D ShiftD", "Do plus +", "Do escape Esc", "Do documents HD", "Do runs HR", "Do r R", "Do space Space", "Do right →",
        "Do x X"]
    axe(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#button")).to_be_focused()
    assert did(page) == []  # Escape closed the list only


def test_single_keys_can_be_turned_off_and_stay_off(page):
    page.keyboard.press("?")
    page.get_by_label("Use shortcuts of a single character").uncheck()
    page.keyboard.press("Escape")
    for key in ("k", "+", "g", "d", "?", "Shift+D", "Escape", "ArrowRight"):
        page.keyboard.press(key)
    assert did(page) == ["escape", "right"]
    set_up(page, "/stages/size-check")
    page.keyboard.press("k")
    assert did(page) == []
    page.evaluate("async (address) => { (await import(address)).showHelp(); }", wait_for_module(page, "keys"))  # as the button does
    page.get_by_label("Use shortcuts of a single character").check()
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    assert did(page) == ["k"]


def test_unbound_keys_do_nothing(page):
    page.evaluate("() => window.unbind()")
    for key in ("k", "?", "Escape"):
        page.keyboard.press(key)
    assert did(page) == []
    expect(page.get_by_role("dialog")).to_have_count(0)
