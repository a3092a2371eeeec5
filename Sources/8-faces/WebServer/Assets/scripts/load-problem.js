// Says on a page why a part of it could not be had, with a way to ask again.

import { element, find } from "./dom.js";

/**
 * Shows a notice; a newer one takes the place of an older one.
 *
 * @param {Element} before what it stands above
 * @param {Error} error of `load`
 * @param {string} words what is said when there is no connection, before what can be done about it
 * @param {() => void} retry
 */
export function tellProblem(before, error, words, retry) {
  clearProblem();
  before.before(
    element(
      "div",
      { class: "notice notice-problem", id: "load-problem", role: "alert" },
      element("p", {}, error.kind === "offline" ? `${words} ${error.advice}` : error.message),
      element("button", { type: "button", class: "button", click: retry }, "Retry"),
    ),
  );
}

/** Takes it away. */
export function clearProblem() {
  find("#load-problem")?.remove();
}
