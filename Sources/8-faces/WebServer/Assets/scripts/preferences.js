// What somebody prefers in this browser.

import { find } from "./dom.js";
import { setSingleKeys, singleKeysWork } from "./keys.js";

/** @param {Element} root with a box for shortcuts of a single key */
export function start(root) {
  const box = find("[data-shortcuts]", root);
  const state = find("[role=status]", root);
  box.checked = singleKeysWork();
  const changed = () => {
    setSingleKeys(box.checked);
    state.textContent =
      singleKeysWork() === box.checked
        ? box.checked ? "Shortcuts are on." : "Shortcuts are off."
        : "This browser keeps nothing for this page.";
  };
  box.addEventListener("change", changed);
  return () => box.removeEventListener("change", changed);
}
