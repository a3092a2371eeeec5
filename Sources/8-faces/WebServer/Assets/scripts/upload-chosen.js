// The files that were chosen in the form and are not in the queue yet: one row each, with a title where there are
// several.

import { element, icon, sizeText } from "./dom.js";
import { clearError } from "./form-errors.js";
import { LIMITS, fingerprint, titleFromName } from "./upload-check.js";

/**
 * The list of chosen files. The file input has them; what is written in the rows is kept as long as the file is chosen.
 */
export class ChosenFiles {
  #input;
  #onChange;
  #rows = new Map();
  #count = 0;

  /**
   * @param {HTMLInputElement} input of type file
   * @param {() => void} onChange called after files were added or removed
   */
  constructor(input, onChange) {
    this.#input = input;
    this.#onChange = onChange;
    this.node = element("ul", { class: "upload-chosen", "aria-label": "Chosen files", hidden: true });
    input.after(this.node);
  }

  get files() {
    return [...this.#input.files];
  }

  /** Puts these files in the place of those that were chosen. */
  set(files) {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    this.#input.files = transfer.files;
    this.update();
  }

  /** Adds files to those that were chosen, but none twice. */
  add(files) {
    const known = new Set(this.files.map(fingerprint));
    this.set([...this.files, ...files.filter((file) => !known.has(fingerprint(file)))]);
  }

  remove(file) {
    const key = fingerprint(file);
    this.set(this.files.filter((other) => fingerprint(other) !== key));
    this.#input.focus();
  }

  /** The title that is written in the row of a file. */
  title(file) {
    return this.titleField(file).value;
  }

  /**
   * Brings the rows up to date after the input has changed.
   *
   * @param {boolean} hasTitles whether each row has a title of its own
   */
  update(hasTitles = this.files.length > 1) {
    const rows = new Map();
    for (const file of this.files) {
      const key = fingerprint(file);
      rows.set(key, this.#rows.get(key) ?? this.#row(file, [...this.#rows.values(), ...rows.values()]));
      rows.get(key).field.hidden = !hasTitles;
    }
    for (const row of this.#rows.values()) clearError(row.title);
    this.#rows = rows;
    this.node.replaceChildren(...[...rows.values()].map((row) => row.node));
    this.node.hidden = rows.size === 0;
    this.#onChange();
  }

  /** The field of the title of a file. */
  titleField(file) {
    return this.#rows.get(fingerprint(file)).title;
  }

  /** Shows what is wrong with a file, or with nil that nothing is, and returns the id of the message. */
  showFileFault(file, message) {
    const row = this.#rows.get(fingerprint(file));
    row.node.classList.toggle("is-wrong", Boolean(message));
    row.fault.textContent = message ?? "";
    row.fault.hidden = !message;
    return row.fault.id;
  }

  /** Two files with one title would become versions of one document. */
  #freeTitle(title, others) {
    const taken = new Set(others.map((row) => row.title.value.toLowerCase()));
    let free = title;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${title} ${number}`;
    return free;
  }

  #row(file, others) {
    this.#count += 1;
    const id = `upload-file-${this.#count}`;
    const title = element("input", {
      type: "text", id: `${id}-title`, maxlength: LIMITS.title, autocomplete: "off", required: true,
      input: () => clearError(title),
    });
    title.value = this.#freeTitle(titleFromName(file.name), others);
    const remove = element(
      "button", { type: "button", class: "upload-button", "aria-label": `Remove ${file.name}`, title: "Remove",
        click: () => this.remove(file) },
      icon("close"));
    const fault = element("p", { class: "field-error", id: `${id}-error`, hidden: true });
    const label = element(
      "label", { for: title.id }, "Title", element("span", { class: "upload-news" }, ` of ${file.name}`));
    const field = element("div", { class: "field" }, label, title);
    const node = element(
      "li", { class: "upload-file" },
      element(
        "div", { class: "upload-file-text" },
        element("p", {}, element("span", { class: "upload-name" }, file.name), " ",
          element("span", { class: "upload-size" }, sizeText(file.size))),
        field, fault),
      remove);
    return { node, title, field, fault };
  }
}
