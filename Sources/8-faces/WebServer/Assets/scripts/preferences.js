// What somebody prefers in this browser.

import { find } from "./dom.js";

const SHORTCUTS = "compass-shortcuts";

/** @param {Element} root with a box for shortcuts of a single key */
export function start(root) {
  const box = find("[data-shortcuts]", root);
  const state = find("[role=status]", root);
  box.checked = read() !== "off";
  const changed = () => {
    state.textContent = write(box.checked ? null : "off")
      ? box.checked ? "Shortcuts are on." : "Shortcuts are off."
      : "This browser keeps nothing for this page, so it holds until you leave.";
  };
  box.addEventListener("change", changed);
  return () => box.removeEventListener("change", changed);
}

function read() {
  try {
    return localStorage.getItem(SHORTCUTS);
  } catch {
    return null;
  }
}

function write(value) {
  try {
    if (value === null) localStorage.removeItem(SHORTCUTS);
    else localStorage.setItem(SHORTCUTS, value);
    return true;
  } catch {
    return false;
  }
}
