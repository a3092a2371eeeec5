// The keyboard shortcuts of all pages: one place that decides when a key is one, and the list of them that "?" opens.

import { element, icon } from "./dom.js";

const STORED = "compass.single-keys";
const SEQUENCE_TIME = 1000;
const EDITABLE = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file]), "
  + "textarea, select, [contenteditable]:not([contenteditable=false]), "
  + "[role=textbox], [role=combobox], [role=searchbox]";
const CONTROL = "a[href], button, input, summary, video, audio, [tabindex]:not([tabindex='-1']), [role=slider]";

const bound = new Set();
let listening = null;
let begun = null; // the first key of a sequence, and when

/**
 * Binds keys while the caller needs them.
 *
 * @param {Object<string, object>} map from a key to what it does. Keys are named as `KeyboardEvent.key` does ("Escape",
 *   "ArrowLeft", "k", "+", " "), "Shift+d" for a letter with shift, "g d" for one after the other. Values:
 *   `{does, run, when, repeats, inControls}`: `does` is said in the help ("Close the viewer"; without it the key is not
 *   listed), `run(event)` does it, `when(event)` says whether it applies now (else the key stays the browser's),
 *   `repeats: true` also takes a key that is held, `inControls` is `true` (the default), `false` (not while a link,
 *   a button, a player… has the focus) or a selector (of these, only in what it finds).
 * @param {object} [options]
 * @param {HTMLElement} [options.within] the keys work only while the focus is in it or nowhere. A modal dialog that is
 *   open takes all keys but those bound within it.
 * @param {string} [options.about] heading in the help
 * @returns {() => void} takes them back
 */
export function bind(map, { within = document.body, about = "This page" } = {}) {
  const binding = { map, within, about };
  bound.add(binding);
  if (listening === null) {
    listening = new AbortController();
    document.addEventListener("keydown", pressed, { signal: listening.signal });
  }
  return () => {
    bound.delete(binding);
    if (bound.size > 0) return;
    listening?.abort();
    listening = null;
  };
}

/** Whether keys that are one character do something (WCAG 2.2, 2.1.4). */
export function singleKeysWork() {
  try { return localStorage.getItem(STORED) !== "off"; } catch { return true; }
}

/** Turns keys that are one character on or off, and remembers it. */
export function setSingleKeys(work) {
  try {
    if (work) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  } catch { /* without storage it holds for no longer than the page */ }
}

function pressed(event) {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = hasFocus(event.target) ? event.target : document.body;
  if (target.closest(EDITABLE) !== null) return;
  const name = nameOf(event);
  const isSingle = event.key.length === 1 && event.key !== " ";
  if (isSingle && !singleKeysWork()) return;

  const sequence = begun !== null && event.timeStamp - begun.time <= SEQUENCE_TIME ? `${begun.name} ${name}` : null;
  begun = null;
  if (sequence !== null && runs(sequence, event, target)) return;
  if (runs(name, event, target)) return;
  if (startsSequence(name)) begun = { name, time: event.timeStamp };
  else if (event.key === "?" && document.querySelector("dialog:modal") === null) showHelp();
}

/** A field of a dialog that was just closed keeps the focus until the page is drawn again. */
const hasFocus = (target) => target instanceof Element && target.closest("dialog:not([open])") === null;

/** Letters are told from each other by shift, other characters are what they are: where "+" is, layouts differ. */
function nameOf(event) {
  const isLetter = /^\p{Letter}$/u.test(event.key);
  const name = isLetter ? event.key.toLowerCase() : event.key;
  return event.shiftKey && (isLetter || name.length > 1) ? `Shift+${name}` : name;
}

function runs(name, event, target) {
  const dialog = document.querySelector("dialog:modal");
  for (const { map, within } of [...bound].reverse()) {
    const entry = Object.hasOwn(map, name) ? map[name] : undefined;
    if (entry === undefined || (event.repeat && !entry.repeats)) continue;
    if (dialog !== null && !dialog.contains(within)) continue;
    if (target !== document.body && target !== document.documentElement && !within.contains(target)) continue;
    if (!mayRunIn(target, entry.inControls ?? true)) continue;
    if (entry.when !== undefined && !entry.when(event)) continue;
    event.preventDefault();
    entry.run(event);
    return true;
  }
  return false;
}

function mayRunIn(target, inControls) {
  if (inControls === true || target.closest(CONTROL) === null) return true;
  return typeof inControls === "string" && target.closest(inControls) !== null;
}

const startsSequence = (name) =>
  [...bound].some(({ map }) => Object.keys(map).some((key) => key.startsWith(`${name} `)));

const WRITTEN = {
  " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", "-": "−",
};

function keyText(key) {
  return key === " " ? [WRITTEN[" "]] : key.split(" ").flatMap((part) => part.split(/(?<=Shift)\+/))
    .map((part) => WRITTEN[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** Opens the list of what is bound; does nothing when it is open. */
export function showHelp() {
  if (document.querySelector("dialog.keys-help[open]") !== null) return;
  const before = document.activeElement;
  const close = () => dialog.close();
  const checkbox = element("input", {
    type: "checkbox", checked: singleKeysWork(), change: () => setSingleKeys(checkbox.checked),
  });
  const dialog = element("dialog", { class: "keys-help", "aria-labelledby": "keys-help-title" },
    element("header", { class: "keys-help-head" },
      element("h2", { id: "keys-help-title" }, "Keyboard shortcuts"),
      element("button", {
        type: "button", class: "icon-button", "aria-label": "Close keyboard shortcuts", click: close,
      }, icon("close"))),
    ...[...sections()].flatMap(([about, rows]) => [
      element("h3", {}, about),
      element("dl", {}, ...[...rows].map(([does, keys]) => element("div", {},
        element("dt", {}, does),
        element("dd", {}, ...keys.flatMap(drawn))))),
    ]),
    element("label", { class: "keys-help-switch" }, checkbox, "Use shortcuts of a single character"));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Headings with what is done there and by which keys; one thing that several keys do is listed once. */
function sections() {
  const all = new Map();
  for (const { map, about } of bound) {
    if (!all.has(about)) all.set(about, new Map());
    for (const [key, { does }] of Object.entries(map)) {
      if (does === undefined) continue;
      const rows = all.get(about);
      rows.set(does, [...new Set([...(rows.get(does) ?? []), key])]);
    }
  }
  all.set("Everywhere", new Map([...(all.get("Everywhere") ?? []), ["Show this list", ["?"]]]));
  return all;
}

function drawn(key, index) {
  const parts = keyText(key).map((part) => element("kbd", {}, part));
  return index === 0 ? parts : [" or ", ...parts];
}
