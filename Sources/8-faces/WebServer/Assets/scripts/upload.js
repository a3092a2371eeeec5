// The form by which files are uploaded.

import { element, find } from "./dom.js";
import { watchDrops } from "./drop.js";
import { clearError, showError } from "./form-errors.js";
import { descriptionFault, fileFault, titleFault, versionFault } from "./upload-check.js";
import { ChosenFiles } from "./upload-chosen.js";
import { sharedQueue } from "./upload-queue.js";

/** A second press within so long is meant for what the first one has done. */
const RAPID = 1000;

/**
 * Has a form put its files into the queue instead of being sent. It tells of that by `compass:uploads-added`, with the
 * entries as `detail.entries`, and closes the dialog that it is in.
 *
 * @param {HTMLFormElement} form `data-endpoint`, `data-max-sizes`, `data-extensions`; with `data-document` it adds a
 * version
 *   to that document, whose type is a hidden field `type` with `data-label`
 * @returns {() => void} takes it all back
 */
export function start(form) {
  const leaving = new AbortController();
  new UploadForm(form, leaving.signal);
  return () => leaving.abort();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

class UploadForm {
  #form;
  #input;
  #button;
  #chosen;
  #sizes;
  #extensions;
  #document;
  #status = element("p", { class: "upload-added", role: "status" });
  #alert = element("p", { class: "upload-refusal", role: "alert" });
  /** What describes the file field from the beginning. */
  #hint;
  #addedAt = -Infinity;

  constructor(form, signal) {
    this.#form = form;
    this.#sizes = parsed(form.dataset.maxSizes);
    this.#extensions = parsed(form.dataset.extensions);
    this.#document = form.dataset.document || undefined;
    this.#input = find("input[type=file]", form);
    this.#button = find(".upload-buttons button:not([type=button])", form);
    this.#hint = this.#input.getAttribute("aria-describedby");
    // Without scripts they are uploaded one at a time.
    this.#input.multiple = !this.#document;
    this.#chosen = new ChosenFiles(this.#input, () => this.#arrange());
    const wasNoValidate = form.noValidate;
    form.noValidate = true;
    form.append(this.#alert, this.#status);
    const listen = (node, name, body) => node.addEventListener(name, body, { signal });
    listen(form, "submit", (event) => {
      event.preventDefault();
      const isRapid = event.timeStamp - this.#addedAt < RAPID && this.#chosen.files.length === 0;
      if (!isRapid) this.#submit(event.timeStamp);
    });
    listen(form, "input", (event) => {
      clearError(event.target);
      this.#alert.textContent = "";
      // Files are looked at once they have their rows, by `change`.
      if (event.target !== this.#input) this.#offer();
    });
    listen(this.#input, "change", () => this.#chosen.update(this.#areSeveral));
    if (this.#field("type")) listen(this.#field("type"), "change", () => this.#arrange());
    for (const node of form.querySelectorAll("[data-upload-cancel]")) {
      listen(node, "click", (event) => this.#cancel(event));
    }
    watchDrops({ accepts: () => this.#accepts(), onFiles: (...found) => this.#dropped(...found), signal });
    signal.addEventListener("abort", () => {
      form.noValidate = wasNoValidate;
      this.#button?.removeAttribute("aria-disabled");
      this.#button?.removeAttribute("title");
      this.#chosen.node.remove();
      this.#alert.remove();
      this.#status.remove();
    });
    // What the browser has kept of a page that was left.
    this.#chosen.update(this.#areSeveral);
  }

  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  #value(name) {
    return this.#field(name)?.value.trim() ?? "";
  }

  get #areSeveral() {
    return !this.#document && this.#input.files.length > 1;
  }

  /** What the chosen type allows. */
  get #rule() {
    const field = this.#field("type");
    const type = field.value;
    const label = field.dataset.label ?? field.selectedOptions?.[0]?.textContent.trim() ?? type;
    return { label, extensions: this.#extensions[type], maxSize: this.#sizes[type] };
  }

  // Choosing

  /** The form as it has to be for what is chosen. */
  #arrange() {
    const { files } = this.#chosen;
    clearError(this.#input);
    this.#describe(this.#hint);
    this.#input.removeAttribute("aria-invalid");
    this.#guessType(files);
    const title = this.#field("title");
    if (title && title.type !== "hidden") {
      // Of several one has stayed: with the title that was written for it.
      const isLast = title.closest(".field")?.hidden && files.length === 1;
      if (isLast && !title.value) title.value = this.#chosen.title(files[0]);
      (title.closest(".field") ?? title).hidden = this.#areSeveral;
      if (this.#areSeveral) clearError(title);
    }
    const { extensions } = this.#rule;
    if (this.#field("type").value && extensions) this.#input.accept = extensions.join(",");
    else this.#input.removeAttribute("accept");
    for (const file of files) this.#chosen.showFileFault(file, this.#faultOf(file));
    this.#offer();
  }

  #describe(ids) {
    if (ids) this.#input.setAttribute("aria-describedby", ids);
    else this.#input.removeAttribute("aria-describedby");
  }

  #faultOf(file) {
    return this.#field("type").value ? fileFault(file, this.#rule) : null;
  }

  /** A film can only be one thing. */
  #guessType(files) {
    const field = this.#field("type");
    if (field.value || files.length === 0) return;
    const possible = Object.entries(this.#extensions).filter(([, extensions]) =>
      files.every((file) => extensions.some((extension) => file.name.toLowerCase().endsWith(extension))));
    if (possible.length !== 1) return;
    field.value = possible[0][0];
    clearError(field);
  }

  #accepts() {
    const dialog = find("dialog[open]");
    return !dialog || dialog.contains(this.#form);
  }

  #dropped(files, folders) {
    const dialog = this.#form.closest("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    this.#alert.textContent = folders.length > 0 ? `Folders cannot be uploaded: ${folders.join(", ")}.` : "";
    if (this.#document && files.length > 1) {
      this.#refuseFiles("Choose one file: it becomes the next version.");
      return;
    }
    if (files.length === 0) return;
    if (this.#document) this.#chosen.set(files);
    else this.#chosen.add(files);
    const type = this.#field("type");
    const next = type.type !== "hidden" && !type.value ? type : find("input[type=text]:not([hidden])", this.#form);
    (next?.checkVisibility?.() === false ? this.#input : next ?? this.#input).focus();
  }

  #cancel(event) {
    const dialog = this.#form.closest("dialog");
    this.#reset();
    if (!dialog) return;
    event.preventDefault();
    dialog.close();
  }

  #reset() {
    this.#form.reset();
    for (const field of this.#form.elements) clearError(field);
    this.#alert.textContent = "";
    this.#chosen.update(false);
  }

  // Adding to the queue

  #refuseFiles(message) {
    showError(this.#input, message);
    this.#input.focus();
    this.#alert.textContent = message;
  }

  /** What is wrong with the form itself: fields in the order of the page, each with what is to be said of it. */
  #faults(files) {
    const found = [];
    const check = (field, fault) => field && fault && found.push([field, fault]);
    check(this.#field("type"), this.#field("type").value ? null : "Choose a document type.");
    if (!this.#document && !this.#areSeveral) check(this.#field("title"), titleFault(this.#value("title")));
    const version = this.#field("version");
    // What is no number at all a browser gives as nothing.
    check(version, versionFault(version?.validity.badInput ? "?" : this.#value("version")));
    check(this.#field("description"), descriptionFault(this.#value("description")));
    check(this.#input, files.length === 0 ? "Choose a file." : null);
    if (this.#areSeveral) {
      for (const file of files) check(this.#chosen.titleField(file), titleFault(this.#chosen.title(file)));
    }
    const isBefore = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    return found.sort(([one], [other]) => (isBefore(one, other) ? -1 : 1));
  }

  /** Upload looks and is told as disabled until there is something to upload. It says what is missing; a press, also where. */
  #offer() {
    const { files } = this.#chosen;
    const missing = this.#faults(files).map(([, fault]) => fault);
    if (missing.length === 0 && !files.some((file) => !this.#faultOf(file))) missing.push(this.#faultOf(files[0]));
    if (!this.#button) return;
    this.#button.title = missing.join(" ");
    if (missing.length === 0) this.#button.removeAttribute("aria-disabled");
    else this.#button.setAttribute("aria-disabled", "true");
  }

  #submit(now) {
    const { files } = this.#chosen;
    this.#status.textContent = "";
    const wrong = this.#faults(files);
    for (const field of this.#form.elements) clearError(field);
    for (const [field, fault] of wrong) showError(field, fault);
    if (wrong.length > 0) {
      this.#alert.textContent = `${wrong.length === 1 ? "One field is" : `${wrong.length} fields are`} not right yet.`;
      wrong[0][0].focus();
      return;
    }
    const faults = new Map(files.map((file) => [file, this.#faultOf(file)]).filter(([, fault]) => fault));
    const good = files.filter((file) => !faults.has(file));
    if (good.length > 0) {
      this.#addedAt = now;
      this.#add(good.map((file) => this.#addition(file)));
    }
    if (faults.size > 0) this.#keepWrong(faults, good.length);
    else this.#close();
  }

  #addition(file) {
    const version = this.#value("version");
    return {
      file,
      type: this.#field("type").value,
      typeLabel: this.#rule.label,
      title: this.#areSeveral ? this.#chosen.title(file).trim() : this.#value("title"),
      endpoint: this.#form.dataset.endpoint,
      document: this.#document,
      school: this.#value("school") || undefined,
      description: this.#value("description") || undefined,
      inputs: parsed(this.#form.dataset.inputs)[this.#value("type")],
      version: version ? Number(version) : undefined,
    };
  }

  async #add(additions) {
    const queue = await sharedQueue();
    const entries = queue.add(additions);
    const count = entries.length === 1 ? "1 file was" : `${entries.length} files were`;
    this.#status.textContent = `${count} added to the uploads.`;
    this.#form.dispatchEvent(new CustomEvent("compass:uploads-added", { bubbles: true, detail: { entries } }));
  }

  /** Only those that are wrong stay in the form. */
  #keepWrong(faults, others) {
    this.#chosen.set([...faults.keys()]);
    const ids = [...faults].map(([file, fault]) => this.#chosen.showFileFault(file, fault));
    this.#input.setAttribute("aria-invalid", "true");
    this.#describe([this.#hint, ...ids].filter(Boolean).join(" "));
    this.#input.focus();
    const said = [...faults].map(([file, fault]) => `${file.name}: ${fault}`);
    this.#alert.textContent = others > 0 ? `Not uploaded: ${said.join(" ")}` : said.join(" ");
  }

  #close() {
    this.#reset();
    this.#form.closest("dialog")?.close();
  }
}
