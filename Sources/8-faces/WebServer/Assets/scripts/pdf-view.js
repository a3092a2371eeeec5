// The PDF viewer: puts the parts together and goes through opening, showing, failing and leaving.

import { element, find, findAll } from "./dom.js";
import { openDocument } from "./pdf-document.js";
import { explained } from "./pdf-errors.js";
import { FindBar } from "./pdf-find-bar.js";
import { listenToGestures } from "./pdf-gestures.js";
import { listenToKeys } from "./pdf-keys.js";
import { downloadLink, failure, interruption, notice, passwordQuestion, waiting } from "./pdf-messages.js";
import { PageStack } from "./pdf-pages.js";
import { Panel } from "./pdf-panels.js";
import { Thumbnails } from "./pdf-thumbnails.js";
import { Toolbar } from "./pdf-toolbar.js";

const PORTFOLIO = "This PDF is a portfolio: it has files attached to it, which are not shown here. "
  + "Download it and open it with a PDF program to see them.";
const UNREADABLE = "Some text of this document cannot be shown here. Download it to read all of it.";

let views = 0;

/**
 * Shows the PDF of a section.
 *
 * @param {HTMLElement} root
 *   `<section class="pdf" data-module="pdf-view" data-src data-download data-title data-size data-fit>`, with the fallback
 *   link `.pdf-fallback` and optionally `[data-pdf-information]`. While it lives, `data-state` is `loading`, `ready`,
 *   `password` or `error`, and `data-page`, `data-zoom` and `data-scale` say what is shown.
 * @returns {() => void} takes everything back
 */
export function start(root) {
  const view = new PdfView(root);
  view.load();
  return () => view.leave();
}

class PdfView {
  #root;
  #life = new AbortController();
  #attempt = null;
  #stack = null;
  #opened = null;
  #findBar = null;
  #thumbnails = null;
  #page = 1;

  constructor(root) {
    views += 1;
    this.#root = root;
    this.fit = root.dataset.fit === "width" ? "width" : "height";
    this.id = `pdf-${views}`;
    this.fallback = find(".pdf-fallback", root);
    this.information = find("[data-pdf-information]", root);
    this.#build();
    const { signal } = this.#life;
    listenToKeys(root, {
      stack: () => this.#stack,
      step: (direction) => this.toolbar.step(direction),
      toggleFit: () => {
        const { clientWidth, clientHeight } = this.scroller;
        this.#stack.doubleTap(clientWidth / 2, clientHeight / 2, this.#stack.page - 1);
      },
      togglePages: () => this.#togglePages(),
      toggleInformation: () => this.#toggleInformation(),
      openFind: () => this.#findBar?.open(),
      closeOne: () => this.#closeOne(),
    }, signal);
  }

  #build() {
    const { signal } = this.#life;
    const title = this.#root.dataset.title ?? "Document";
    const say = (text) => this.#say(text);
    this.toolbar = new Toolbar({
      onPages: () => this.#togglePages(),
      onFind: () => this.#findBar?.open(),
      onInformation: this.information && (() => this.#toggleInformation()),
      fit: this.fit,
      say,
    });
    this.toolbar.enabled = false;
    this.status = element("p", { class: "visually-hidden", role: "status" });
    this.findPlace = element("div", { class: "pdf-find-place" });
    const label = `${title}, pages`;
    this.scroller = element("div", { class: "pdf-scroller", tabindex: "0", role: "group", "aria-label": label });
    this.messages = element("div", { class: "pdf-messages" });
    this.thumbnailPlace = element("div", {});
    this.pages = new Panel({
      side: "left", title: "Pages", id: `${this.id}-pages`, content: this.thumbnailPlace,
      button: this.toolbar.pages, signal, onOpen: () => this.#showThumbnails(),
    });
    if (this.information) {
      this.informationMark = document.createComment("information");
      this.information.replaceWith(this.informationMark);
      this.details = new Panel({
        side: "right", title: "Information", id: `${this.id}-information`, content: this.information,
        button: this.toolbar.information, signal,
      });
    }
    this.stage = element("div", { class: "pdf-stage" }, this.scroller, this.messages, this.findPlace);
    this.frame = element("div", { class: "pdf-frame" }, this.toolbar.element,
      element("div", { class: "pdf-body" }, this.pages.element, this.stage, this.details?.element), this.status);
    if (this.fallback) this.fallback.hidden = true;
    this.#root.append(this.frame);
    this.#root.classList.add("pdf-live");
  }

  /**
   * Opens the document, also again after a failure; then it shows the page that was in view, and what the browser keeps does
   * not answer: it may be out of date, and browsers keep some refusals for good.
   */
  async load() {
    const isFresh = this.#attempt !== null;
    this.#attempt?.abort();
    this.#attempt = new AbortController();
    const signal = AbortSignal.any([this.#life.signal, this.#attempt.signal]);
    this.#close();
    this.#state("loading", waiting());
    this.#say("Loading document");
    try {
      const opened = await openDocument(this.#root.dataset.src, {
        size: Number(this.#root.dataset.size) || 0,
        isFresh,
        signal,
        askPassword: (wrong) => this.#askPassword(wrong, signal),
        onInterrupted: (error) => this.#interrupted(explained(error)),
        onUnreadable: () => this.#notice(UNREADABLE),
      });
      this.#opened = opened;
      const facts = opened.pdf.getMetadata().then(({ info }) => info, () => ({}));
      const reference = await referenceSize(opened.pdf);
      signal.throwIfAborted();
      this.#show(opened, reference, signal);
      const { Language: language, IsCollectionPresent: isPortfolio } = await facts;
      signal.throwIfAborted();
      this.scroller.lang = validLanguage(language);
      if (isPortfolio) this.#notice(PORTFOLIO);
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(explained(error));
    }
  }

  /** Takes everything back. */
  leave() {
    this.#life.abort();
    this.#close();
    this.frame.remove();
    if (this.information) {
      if (this.informationMark.parentNode) this.informationMark.replaceWith(this.information);
      else this.#root.append(this.information);
    }
    if (this.fallback) this.fallback.hidden = false;
    this.#root.classList.remove("pdf-live");
    for (const name of ["state", "page", "zoom", "scale"]) delete this.#root.dataset[name];
  }

  #show(opened, reference, signal) {
    this.#state("ready", null);
    this.#stack = new PageStack(opened, reference, {
      scroller: this.scroller,
      zoom: { mode: this.fit, scale: 1 },
      space: this.fit === "width" ? 8 : 12,
      signal,
      onChange: () => this.#changed(),
      onText: (sheet) => this.#findBar?.textCame(sheet),
    });
    this.#findBar = new FindBar(this.#stack, (text) => this.#say(text), signal);
    this.findPlace.append(this.#findBar.element);
    this.toolbar.connect(this.#stack);
    if (this.#page > 1) this.#stack.goTo(this.#page);
    listenToGestures(this.#stack, {
      signal,
      onEdgeSwipe: (edge) => (edge === "left" ? this.pages : this.details)?.open(false),
    });
    if (this.pages.isOpen) this.#showThumbnails();
    this.#changed();
    this.#say(`Page ${this.#stack.page} of ${this.#stack.count}`);
  }

  // Everything of a document goes; the frame stays for the next attempt.
  #close() {
    if (this.#stack) this.#page = this.#stack.page;
    this.#stack = null;
    this.#opened = null;
    this.#findBar?.element.remove();
    this.#findBar = null;
    this.#thumbnails = null;
    this.thumbnailPlace.replaceChildren();
    this.toolbar.disconnect();
  }

  #changed() {
    const stack = this.#stack;
    if (!stack) return;
    const { dataset } = this.#root;
    dataset.page = String(stack.page);
    dataset.zoom = stack.zoom.mode;
    dataset.scale = stack.scale.toFixed(4);
    this.toolbar.update();
    if (this.pages.isOpen) this.#thumbnails?.update(!this.pages.element.contains(document.activeElement));
  }

  #fail(error) {
    this.#attempt.abort();
    this.#close();
    const retry = () => this.load();
    this.#state("error", failure(error.message, retry, this.#download()));
  }

  #interrupted(error) {
    if (find(".pdf-interruption", this.messages) || !this.#opened) return;
    const strip = interruption(error.message, () => {
      strip.remove();
      if (error.kind === "changed") this.load();
      else this.#opened?.retry();
    }, this.#download());
    this.messages.append(strip);
  }

  // Each once: a font is used again and again.
  #notice(sentence) {
    if (!this.#opened || findAll(".pdf-notice p", this.messages).some((each) => each.textContent === sentence)) return;
    this.messages.append(notice(sentence, this.#download()));
    this.#say(sentence);
  }

  #askPassword(wrong, signal) {
    return new Promise((resolve, reject) => {
      const answer = (password) => {
        this.#state("loading", waiting());
        resolve(password);
      };
      const { form, field } = passwordQuestion(wrong, answer, this.#download());
      const hadFocus = this.#root.contains(document.activeElement);
      this.#state("password", form);
      if (wrong || hadFocus || this.#root.closest(".viewer")) field.focus();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  #state(state, message) {
    this.#root.dataset.state = state;
    this.messages.replaceChildren(...(message ? [message] : []));
  }

  #download() {
    return downloadLink(this.#root.dataset.download ?? this.#root.dataset.src);
  }

  #say(text) {
    this.status.textContent = text;
  }

  #togglePages() {
    if (!this.#stack) return;
    this.pages.toggle();
    if (this.pages.isOpen) this.#thumbnails.focus();
  }

  #toggleInformation() {
    this.details?.toggle();
  }

  #showThumbnails() {
    if (!this.#stack) return;
    if (!this.#thumbnails) {
      const signal = AbortSignal.any([this.#life.signal, this.#attempt.signal]);
      // Where it covers the pages, it has done its work with the choice.
      this.#thumbnails = new Thumbnails(this.#stack, signal, () => { if (this.pages.covers) this.pages.close(); });
      this.thumbnailPlace.replaceChildren(this.#thumbnails.element);
      this.#thumbnails.watch(this.pages.body);
    }
    this.#thumbnails.update(true);
  }

  #closeOne() {
    const inside = (panel) => panel?.isOpen && panel.element.contains(document.activeElement);
    const open = [this.pages, this.details].find(inside)
      ?? (this.#findBar?.isOpen ? this.#findBar : [this.details, this.pages].find((panel) => panel?.isOpen));
    open?.close();
    return open !== undefined;
  }
}

// Empty means unknown; files carry all kinds of things there.
function validLanguage(language) {
  try {
    return language ? Intl.getCanonicalLocales(language)[0] : "";
  } catch {
    return "";
  }
}

// The size that most of the first pages have; a cover of another shape then does not decide about all.
async function referenceSize(pdf) {
  const numbers = [1, 2, 3].filter((number) => number <= pdf.numPages);
  const sizes = await Promise.all(numbers.map(async (number) => {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }));
  const alike = (one, other) => Math.abs(one.width - other.width) < 2 && Math.abs(one.height - other.height) < 2;
  const votes = sizes.map((size) => sizes.filter((other) => alike(size, other)).length);
  return sizes[votes.indexOf(Math.max(...votes))];
}
