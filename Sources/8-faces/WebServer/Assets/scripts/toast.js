// Short messages at the edge of the page.

import { element, find } from "./dom.js";

const SHOWN = 10_000;

/**
 * Shows a message, which goes by itself unless the reader is at it.
 *
 * @param {string} text
 * @param {{label?: string, action?: function(): void, isProblem?: boolean}} [options] a button, and whether it is told at
 *   once to whoever listens.
 * @returns {function(): void} takes it away
 */
export function toast(text, { label, action, isProblem = false } = {}) {
  const place = find("#toasts");
  const remove = () => {
    clearTimeout(timer);
    made.remove();
  };
  const button = label
    ? element("button", { type: "button", click: () => (remove(), action?.()) }, label)
    : element("button", { type: "button", "aria-label": "Dismiss", click: remove }, "×");
  const made = element("div", { class: "toast", role: isProblem ? "alert" : null }, element("span", {}, text), button);
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (made.matches(":hover, :focus-within") ? wait() : remove()), SHOWN);
  };
  // A dialog makes everything else inert, so that what it says has to stand in it.
  (find("dialog[open]") ?? document.body).append(place);
  place.append(made);
  while (place.childElementCount > 3) place.firstElementChild.remove();
  wait();
  return remove;
}
