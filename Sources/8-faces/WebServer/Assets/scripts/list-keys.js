// The documents' list by the keyboard.

import { find, findAll } from "./dom.js";
import { bind } from "./keys.js";

/**
 * Binds the keys of the list: moving among documents, choosing, deleting, and what is above the list.
 *
 * @param {HTMLElement} main
 * @returns {function(): void} takes them back
 */
export function bindListKeys(main) {
  const titles = () => findAll(".document-title a", main);
  const current = () => document.activeElement?.closest?.(".document");

  const move = (step) => {
    const all = titles();
    const at = all.indexOf(find(".document-title a", current() ?? document.createElement("p")));
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))];
    next?.focus();
    next?.closest(".document").scrollIntoView({ block: "nearest" });
  };

  /** How many cards stand beside each other. */
  const columns = () => {
    const all = titles();
    const top = all[0]?.closest(".document").offsetTop;
    const rows = all.findIndex((title) => title.closest(".document").offsetTop !== top);
    return rows < 1 ? Math.max(1, all.length) : rows;
  };

  const press = (selector) => find(selector, main)?.click();
  return bind(
    {
      j: { does: "Next document", run: () => move(1), repeats: true },
      k: { does: "Previous document", run: () => move(-1), repeats: true },
      ArrowRight: { run: () => move(1), when: () => current() !== null, repeats: true },
      ArrowLeft: { run: () => move(-1), when: () => current() !== null, repeats: true },
      ArrowDown: { run: () => move(columns()), when: () => current() !== null, repeats: true },
      ArrowUp: { run: () => move(-columns()), when: () => current() !== null, repeats: true },
      x: {
        does: "Select the document",
        run: () => find(".choose input", current()).click(),
        when: () => Boolean(current()),
      },
      Delete: {
        does: "Delete the document",
        run: () => find("[data-action=trash] button", current())?.click(),
        when: () => Boolean(current()),
      },
      "/": { does: "Search", run: () => find("#search", main)?.focus() },
      n: { does: "Upload a document", run: () => press(".floating-button") },
      u: { run: () => press(".floating-button") },
      v: { does: "Grid or list", run: () => press(".segmented [aria-pressed=false]") },
      Escape: {
        does: "Select nothing",
        run: () => find("#selection [type=reset]", main).click(),
        when: () => find(".choose :checked", main) !== null,
      },
    },
    { about: "Documents" },
  );
}
