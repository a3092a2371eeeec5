// Small pictures of the pages, drawn when they come into view and nothing else has to be drawn.

import { element } from "./dom.js";
import { isAbort } from "./pdf-errors.js";
import { empty } from "./pdf-page.js";

const WIDTH = 112;
const MOST = 60;

/** A list of buttons, one for each page. */
export class Thumbnails {
  #stack;
  #buttons = [];
  #pictures = new Map();
  #visible = new Set();
  #queued = new Set();
  #signal;
  #current = 0;
  #list = null;

  /**
   * @param {PageStack} stack
   * @param {AbortSignal} signal
   * @param {() => void} onChoose a page was chosen
   */
  constructor(stack, signal, onChoose) {
    this.#stack = stack;
    this.#signal = signal;
    const { width, height } = stack.pageSize;
    const shape = `${Math.round(width)} / ${Math.round(height)}`;
    const keydown = (event) => this.#key(event);
    this.element = element("ol", { class: "pdf-thumbnails", "data-own-arrows": true, keydown });
    for (let number = 1; number <= stack.count; number += 1) {
      const sheet = element("span", { class: "pdf-thumbnail-sheet" });
      sheet.style.aspectRatio = shape;
      const names = { type: "button", class: "pdf-thumbnail", "aria-label": `Page ${number}` };
      const button = element("button", { ...names, tabindex: "-1" },
        sheet, element("span", { class: "pdf-thumbnail-number", "aria-hidden": "true" }, number));
      this.#buttons.push(button);
    }
    this.element.append(...this.#buttons.map((button) => element("li", {}, button)));
    this.element.addEventListener("click", (event) => {
      const index = this.#buttons.indexOf(event.target.closest(".pdf-thumbnail"));
      if (index < 0) return;
      stack.goTo(index + 1);
      onChoose();
    }, { signal });
    this.update();
  }

  /** Begins to draw; `scroller` is what the list scrolls in. */
  watch(scroller) {
    this.#list = scroller;
    const numbers = new Map(this.#buttons.map((button, index) => [button, index]));
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = numbers.get(target);
        if (isIntersecting) this.#visible.add(index);
        else this.#visible.delete(index);
        if (isIntersecting) this.#want(index);
      }
    }, { root: scroller, rootMargin: "200px 0px" });
    for (const button of this.#buttons) observer.observe(button);
    this.#signal.addEventListener("abort", () => {
      observer.disconnect();
      for (const picture of this.#pictures.values()) empty(picture);
    }, { once: true });
  }

  /** Marks the page in view. */
  update(scroll = false) {
    this.#buttons[this.#current].removeAttribute("aria-current");
    this.#buttons[this.#current].tabIndex = -1;
    this.#current = this.#stack.page - 1;
    const button = this.#buttons[this.#current];
    button.setAttribute("aria-current", "page");
    button.tabIndex = 0;
    if (scroll) this.#show(button);
  }

  /** Puts the focus onto the page in view. */
  focus() {
    this.#buttons[this.#current].focus({ preventScroll: true });
    this.#show(this.#buttons[this.#current]);
  }

  // Unlike scrollIntoView this moves nothing but the list itself.
  #show(button) {
    const list = this.#list;
    if (!list) return;
    const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }

  #key(event) {
    const move = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#buttons.indexOf(document.activeElement);
    const next = this.#buttons[Math.min(this.#buttons.length - 1, Math.max(0, at + move))];
    next.focus({ preventScroll: true });
    this.#show(next);
    event.preventDefault();
    event.stopPropagation();
  }

  #want(index) {
    if (this.#pictures.has(index) || this.#queued.has(index)) return;
    this.#queued.add(index);
    this.#stack.inBackground(async () => {
      this.#queued.delete(index);
      if (!this.#visible.has(index) || this.#signal.aborted) return;
      await this.#draw(index).catch((error) => {
        // A page that cannot be drawn stays white here; the page itself says why.
        if (!isAbort(error)) this.#pictures.set(index, null);
      });
    });
  }

  async #draw(index) {
    const page = await this.#stack.sheets[index].proxy();
    if (this.#signal.aborted) return;
    const natural = page.getViewport({ scale: 1 });
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    const { width, height } = this.#stack.pageSize;
    const room = Math.min(WIDTH / natural.width, (WIDTH * height / width) / natural.height);
    const viewport = page.getViewport({ scale: room * ratio });
    const picture = element("canvas", { "aria-hidden": "true" });
    picture.width = Math.max(1, Math.round(viewport.width));
    picture.height = Math.max(1, Math.round(viewport.height));
    const context = picture.getContext("2d", { alpha: false });
    const { canvas } = this.#stack.sheets[index];
    if (canvas) {
      context.imageSmoothingQuality = "high";
      context.drawImage(canvas, 0, 0, picture.width, picture.height);
    } else {
      await page.render({ canvasContext: context, viewport }).promise;
    }
    if (this.#signal.aborted) return empty(picture);
    this.#buttons[index].querySelector(".pdf-thumbnail-sheet").replaceChildren(picture);
    this.#pictures.set(index, picture);
    this.#forget();
  }

  #forget() {
    for (const [index, picture] of this.#pictures) {
      if (this.#pictures.size <= MOST) return;
      if (this.#visible.has(index)) continue;
      picture?.remove();
      empty(picture);
      this.#pictures.delete(index);
    }
  }
}
