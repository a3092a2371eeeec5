// The bar for finding text.

import { element } from "./dom.js";
import { Finder } from "./pdf-find.js";
import { iconButton } from "./pdf-toolbar.js";

const TYPING = 200;
const SPEECH = 700;

/** The bar, closed at first. */
export class FindBar {
  #stack;
  #finder;
  #say;
  #timer = 0;
  #speech = 0;
  #frame = 0;
  #opener = null;
  #wanted = -1;

  /**
   * @param {PageStack} stack
   * @param {(text: string) => void} say reads news out
   * @param {AbortSignal} signal
   */
  constructor(stack, say, signal) {
    this.#stack = stack;
    this.#say = say;
    this.#finder = new Finder(stack, () => this.#soon(), (index) => this.#show(index));
    this.input = element("input", {
      class: "pdf-find-input", type: "search", "aria-label": "Find in text", placeholder: "Find in text",
      autocomplete: "off", spellcheck: "false", input: () => this.#typed(), keydown: (event) => this.#key(event),
    });
    this.state = element("span", { class: "pdf-find-state" });
    this.stopper = element("button",
      { type: "button", class: "button", hidden: true, click: () => this.#finder.stop() }, "Stop");
    this.previous = iconButton("chevron-down", "Previous hit",
      { class: "icon-button pdf-upwards", disabled: true, click: () => this.#finder.move(-1) });
    this.next = iconButton("chevron-down", "Next hit", { disabled: true, click: () => this.#finder.move(1) });
    this.element = element("div", { class: "pdf-find", role: "search", "aria-label": "Find in text", hidden: true },
      this.input, this.state, this.stopper, this.previous, this.next,
      iconButton("close", "Close find", { click: () => this.close() }));
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      clearTimeout(this.#speech);
      cancelAnimationFrame(this.#frame);
      this.#finder.close();
    }, { once: true });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  open() {
    if (!this.isOpen) {
      this.#opener = document.activeElement;
      this.element.hidden = false;
    }
    this.input.focus();
    this.input.select();
  }

  close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#speech);
    this.#finder.close();
    this.input.value = "";
    this.#update();
    this.element.hidden = true;
    this.#opener?.focus?.({ preventScroll: true });
  }

  /** Marks the hits of a page whose text has just come. */
  textCame(sheet) {
    if (!this.isOpen) return;
    this.#finder.mark(sheet);
    this.#revealHit(sheet);
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finder.search(this.input.value), TYPING);
  }

  #key(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    this.#finder.move(event.shiftKey ? -1 : 1);
  }

  // The hit's page first; its exact place when the text layer is there.
  #show(index) {
    this.#wanted = index;
    const sheet = this.#stack.sheets[index];
    if (sheet.text) this.#revealHit(sheet);
    else this.#stack.goTo(index + 1);
  }

  #revealHit(sheet) {
    if (sheet.index !== this.#wanted) return;
    const mark = sheet.element.querySelector(".pdf-hit-current");
    if (!mark) return;
    this.#wanted = -1;
    this.#stack.reveal(mark, this.element.offsetHeight);
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#update();
    });
  }

  #update() {
    const finder = this.#finder;
    const text = this.#sentence();
    this.state.textContent = text;
    this.stopper.hidden = !finder.running;
    this.previous.disabled = this.next.disabled = finder.count === 0;
    clearTimeout(this.#speech);
    // Not every step of the search is read out, only where it comes to rest.
    if (text !== "" && !finder.running) this.#speech = setTimeout(() => this.#say(text), SPEECH);
  }

  #sentence() {
    const { query, count, position, running, searched, hasText } = this.#finder;
    if (query === "") return "";
    const found = count > 0 ? `${position} of ${count}` : "";
    if (running) return `${found || "Searching"}… page ${searched} of ${this.#stack.count}`;
    if (count > 0) return found;
    if (searched < this.#stack.count) return "Stopped";
    return hasText ? "Nothing found" : "This document has no text to search";
  }
}
