// Short messages at the edge of the page.

import { element, find } from "./dom.js";
import { stopSecond } from "./double-click.js";
import { bind, singleKeysWork } from "./keys.js";

const SHOWN = 10_000;
const MOST = 3;

/** What takes away each of those that are shown, the oldest first. */
const shown = new Set();

/**
 * Shows a message, which goes by itself; no time passes for it as long as it has the pointer or the focus. F6 leads to its
 * button, and back to where one was.
 *
 * @param {string} text
 * @param {{label?: string, action?: function(): void, key?: string, isProblem?: boolean}} [options] a button; a key that does
 *   the same while the message is there, named as `bind` has it; whether it is told at once to whoever listens.
 * @returns {function(): void} takes it away
 */
export function toast(text, { label, action, key, isProblem = false } = {}) {
  const place = find("#toasts");
  // A dialog makes everything else inert, so that what it says has to stand in it.
  const host = find("dialog[open]") ?? document.body;
  let timer;
  /** What keeps it: "pointer", "focus". */
  const keeps = new Set();
  let before = null;
  /** Where one was; what was put in its place, if the part of the page has come anew since. */
  const origin = () => (before?.isConnected ? before : before?.id ? document.getElementById(before.id) : null);
  const keep = (what) => (keeps.add(what), clearTimeout(timer));
  const wait = (what) => {
    keeps.delete(what);
    clearTimeout(timer);
    if (keeps.size === 0) timer = setTimeout(remove, SHOWN);
  };
  const remove = () => {
    clearTimeout(timer);
    release();
    shown.delete(remove);
    const hadFocus = made.contains(document.activeElement);
    made.remove();
    if (hadFocus) origin()?.focus({ preventScroll: true });
  };
  const press = (event) => {
    stopSecond(event);
    remove();
    action?.();
  };
  const button = label
    ? element("button", { type: "button", "aria-keyshortcuts": key, click: press },
      label, key && singleKeysWork() && element("kbd", { "aria-hidden": "true" }, key.toUpperCase()))
    : element("button", { type: "button", "aria-label": "Dismiss", click: press }, "×");
  const made = element(
    "div",
    {
      class: "toast", role: isProblem ? "alert" : null,
      pointerenter: () => keep("pointer"), pointerleave: () => wait("pointer"),
      focusin: (event) => {
        keep("focus");
        if (!made.contains(event.relatedTarget)) before = event.relatedTarget;
      },
      focusout: () => wait("focus"),
    },
    element("span", {}, text), button);
  const goOrReturn = () => {
    if (!made.contains(document.activeElement)) return button.focus();
    const target = origin();
    if (target) target.focus();
    else button.blur();
  };
  const release = bind(
    {
      F6: { does: "Go to the message, and back", run: goOrReturn },
      ...(key && { [key]: { does: label, run: () => button.click() } }),
    },
    { within: host, about: "Everywhere" },
  );
  host.append(place);
  place.append(made);
  shown.add(remove);
  if (shown.size > MOST) [...shown][0]();
  wait();
  return remove;
}
