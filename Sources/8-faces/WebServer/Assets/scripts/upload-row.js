// One file of the queue as a row that is made once and brought up to date.

import { element, icon } from "./dom.js";
import { factTexts, noteText, percent, stateText } from "./upload-words.js";

const PICTURES = {
  highlight_video: "video", transcript: "pdf", resume: "pdf", rec_letter: "mail", questionnaire: "text",
  stats_sheet: "table",
};
const MARKS = { ready: "check", refused: "warning", failed: "warning", missing: "info", paused: "pause" };

/** States whose first action is said in words, below the row. */
const WORDED = ["missing", "failed", "ready"];

/** Buttons by name: in which states, with which picture and word. */
const ACTIONS = [
  ["pause", ["queued", "uploading"], "pause", "Pause"],
  ["resume", ["paused"], "play", "Resume"],
  ["retry", ["failed"], "retry", "Retry"],
  ["choose", ["missing"], "folder", "Choose again"],
  ["cancel", ["queued", "uploading", "paused", "missing"], "close", "Cancel"],
  ["remove", ["failed", "refused", "ready"], "close", "Remove"],
];

/** A row. Its buttons call `act` with a name of ACTIONS and the id of the entry. */
export class UploadRow {
  #entry = null;
  #buttons = new Map();
  #picture = element("span", { class: "upload-picture", "aria-hidden": "true" });
  #name = element("span", { class: "upload-name" });
  #state = element("span", { class: "upload-state" });
  #progress;
  #facts = element("span", { class: "upload-figures" });
  #note = element("p", { class: "upload-note" });
  #actions = element("div", { class: "upload-actions" });
  #link = element("a", { class: "upload-open" });
  #act;
  #kind = "";

  constructor(act, labelled) {
    this.#act = act;
    this.#name.id = labelled;
    this.#progress = element("progress", { class: "upload-progress", max: "100", "aria-labelledby": labelled });
    this.node = element(
      "li", { class: "upload-row", tabindex: "-1" },
      this.#picture,
      element(
        "div", { class: "upload-text" },
        element("p", { class: "upload-title" }, this.#name), this.#progress,
        element("p", { class: "upload-facts" }, this.#state, this.#facts), this.#note),
      this.#actions);
  }

  /** Shows an entry as it is now. */
  show(entry, blocked, rate) {
    const has = this.#entry;
    this.#entry = entry;
    this.node.dataset.state = entry.state;
    this.node.dataset.upload = entry.id;
    this.node.classList.toggle("has-words", WORDED.includes(entry.state));
    this.#text(this.#name, entry.name);
    this.#text(this.#state, stateText(entry, blocked));
    this.#text(this.#note, noteText(entry));
    this.#note.hidden = this.#note.textContent === "";
    const facts = factTexts(entry, rate).join("\n");
    if (this.#facts.dataset.texts !== facts) {
      this.#facts.dataset.texts = facts;
      this.#facts.replaceChildren(...facts.split("\n").map((text) => element("span", {}, text)));
    }
    this.#bar(entry);
    const kind = MARKS[entry.state] ?? PICTURES[entry.type] ?? "file";
    if (kind !== this.#kind) this.#picture.replaceChildren(icon((this.#kind = kind)));
    if (has?.state !== entry.state || has?.name !== entry.name || has?.result !== entry.result) this.#arrange(entry);
  }

  #text(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }

  #bar(entry) {
    const isOpen = entry.state === "verifying" || entry.state === "processing";
    this.#progress.hidden = ["ready", "refused"].includes(entry.state) || (entry.state === "failed" && !entry.offset);
    // Without a value: it goes on, and nobody can say how far.
    if (isOpen) this.#progress.removeAttribute("value");
    else this.#progress.value = percent(entry);
  }

  #arrange(entry) {
    const focused = this.#actions.contains(document.activeElement);
    const wanted = ACTIONS.filter(([, states]) => states.includes(entry.state));
    const nodes = wanted.map(([name, , picture, word]) => this.#button(name, picture, word, entry));
    if (entry.state === "ready" && entry.result) {
      this.#link.href = `/documents/${encodeURIComponent(entry.result.id)}`;
      const { title, version } = entry.result;
      // With the title of another one it has become the next version of that.
      const name = version > 1 ? `${title} (version ${version})` : title;
      this.#link.replaceChildren("Open ", element("span", { class: "upload-document" }, name));
      nodes.unshift(this.#link);
    }
    this.#actions.replaceChildren(...nodes);
    // Whoever has pressed what is gone now goes on with what has taken its place.
    if (focused && !this.#actions.contains(document.activeElement)) (nodes[0] ?? this.node).focus();
  }

  #button(name, picture, word, entry) {
    if (!this.#buttons.has(name)) {
      const press = () => this.#act(name, this.#entry.id);
      const parts = [icon(picture), element("span", { class: "upload-word" }, word)];
      this.#buttons.set(name, element("button", { type: "button", class: "upload-button", click: press }, ...parts));
    }
    const button = this.#buttons.get(name);
    button.setAttribute("aria-label", name === "choose" ? `Choose ${entry.name} again` : `${word} ${entry.name}`);
    button.classList.toggle("is-worded", name === "choose" || name === "retry");
    button.classList.toggle("is-end", name === "cancel" || name === "remove");
    button.title = word;
    return button;
  }
}
