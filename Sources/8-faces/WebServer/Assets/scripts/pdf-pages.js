// The stack of pages that scrolls: what is in view gets drawn, what is far away gives its memory back.

import { element } from "./dom.js";
import { PageLayout } from "./pdf-layout.js";
import { PageSheet } from "./pdf-page.js";
import { zoomAfterDoubleTap } from "./pdf-zoom.js";

const MOST_CANVASES = 10;

/**
 * @typedef {Zoom} Zoom
 * @typedef {Place} Place
 */

/** All pages of a document in an element that scrolls. */
export class PageStack {
  #book;
  #layout;
  #sheets = [];
  #used = [];
  #drawing = null;
  #background = [];
  #frame = 0;
  #pinned = null;
  #touching = false;
  #postponed = false;
  #observer;
  #signal;
  #view = { width: 0, height: 0 };
  #wanted = [];
  // What could not be drawn is not tried again and again; its own button does that.
  #refused = new Set();

  /**
   * @param {{pdf: object, library: object}} opened
   * @param {{width: number, height: number}} reference a page's size in points
   * @param {object} options
   * @param {HTMLElement} options.scroller
   * @param {Zoom} options.zoom
   * @param {number} options.space pixels between pages
   * @param {AbortSignal} options.signal takes everything back
   * @param {() => void} options.onChange the page or the zoom has changed
   * @param {(sheet: PageSheet) => void} options.onText a page's text layer is there
   */
  constructor({ pdf, library }, reference, { scroller, zoom, space, signal, onChange, onText }) {
    this.scroller = scroller;
    this.zoom = zoom;
    this.count = pdf.numPages;
    this.page = 1;
    this.onChange = onChange;
    this.#signal = signal;
    this.#book = { pdf, library, onText, goTo: (number) => this.goTo(number) };
    this.#layout = new PageLayout(this.count, reference, space);
    this.layer = element("div", { class: "pdf-layer" });
    for (let index = 0; index < this.count; index += 1) {
      this.#sheets.push(new PageSheet(this.#book, index, this.count));
    }
    this.layer.append(...this.#sheets.map((sheet) => sheet.element));
    scroller.replaceChildren(this.layer);
    scroller.addEventListener("scroll", () => this.#soon(), { signal, passive: true });
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(scroller, { box: "border-box" });
    signal.addEventListener("abort", () => this.#destroy(), { once: true });
    this.#resized();
  }

  get scale() {
    return this.#layout.scale;
  }

  get sheets() {
    return this.#sheets;
  }

  get pageSize() {
    return this.#layout.reference;
  }

  /** Tells that fingers are on the screen: then a change of height alone (an address bar that hides) waits. */
  set touching(value) {
    this.#touching = value;
    if (!value && this.#postponed) this.#resized();
  }

  /**
   * Changes the zoom and keeps a point of a page where it is in the view.
   *
   * @param {Zoom} zoom
   * @param {{place: Place, x: number, y: number}} [kept] if not given, the top of the page in view
   */
  setZoom(zoom, kept = this.#topOfView()) {
    this.zoom = zoom;
    this.layer.style.transform = "";
    this.#arrange(kept);
    this.onChange();
  }

  /** Changes the zoom and shows a page from its top, in the middle of its width. */
  setZoomAtTop(zoom, index) {
    this.zoom = zoom;
    this.layer.style.transform = "";
    this.#arrange(null);
    this.goTo(index + 1);
    this.onChange();
  }

  /**
   * Does what a double tap means at a point of the view: the other fit, and a page from its top; or twice the size around
   * the point, where both fits are the same.
   */
  doubleTap(x, y, index = this.placeAt(x, y).index) {
    const zoom = zoomAfterDoubleTap(this.zoom, this.#layout.fitsAlike(this.#view) ? this.scale : null);
    if (zoom.mode === "custom") this.setZoom(zoom, { place: this.placeAt(x, y), x, y });
    else this.setZoomAtTop(zoom, index);
  }

  /** Shows a page from its top. Numbers outside lead to the first or last page. */
  goTo(number) {
    const index = Math.min(this.count, Math.max(1, Math.round(number))) - 1;
    const layout = this.#layout;
    const left = (layout.width - this.#view.width) / 2;
    this.scroller.scrollTo({ left, top: layout.tops[index] - layout.space, behavior: "instant" });
    this.#pinned = { page: index + 1, top: this.scroller.scrollTop };
    this.#update();
  }

  /** Scrolls just so far that an element inside a page shows; `covered` pixels at the top of the view do not count. */
  reveal(target, covered) {
    const inner = target.getBoundingClientRect();
    const outer = this.scroller.getBoundingClientRect();
    const margin = 32;
    const top = outer.top + covered;
    if (inner.top < top + margin || inner.bottom > outer.bottom - margin) {
      this.scroller.scrollTop += inner.top - top - (outer.height - covered) / 3;
    }
    if (inner.left < outer.left + margin || inner.right > outer.right - margin) {
      this.scroller.scrollLeft += inner.left - outer.left - outer.width / 3;
    }
  }

  /** The place of a point of the view. */
  placeAt(x, y) {
    return this.#layout.placeAt(this.scroller.scrollLeft + x, this.scroller.scrollTop + y);
  }

  /** How large the page of a place is drawn now. */
  scaleAt(place) {
    return this.#layout.scaleOfPage(place.index);
  }

  /** Runs small work when no page has to be drawn; `job` returns a promise. */
  inBackground(job) {
    this.#background.push(job);
    this.#work();
  }

  #topOfView() {
    const place = this.placeAt(this.#view.width / 2, this.#layout.space);
    return { place, x: this.#view.width / 2, y: this.#layout.space };
  }

  #resized() {
    const { offsetHeight, clientWidth } = this.scroller;
    if (clientWidth === 0 || offsetHeight === 0) return;
    const before = this.#view;
    if (clientWidth === before.width && offsetHeight === before.height) return;
    this.#postponed = this.#touching && clientWidth === before.width;
    if (this.#postponed) return;
    const kept = before.width > 0 ? this.#topOfView() : null;
    this.#view = { width: clientWidth, height: offsetHeight };
    if (kept) kept.x = clientWidth / 2;
    this.#arrange(kept);
    if (!kept) this.goTo(this.page);
    this.onChange();
  }

  #arrange(kept) {
    const layout = this.#layout;
    if (this.#view.width === 0) return;
    layout.arrange(this.zoom, this.#view);
    // What is just being drawn would have the wrong size.
    if (this.#drawing !== null) this.#sheets[this.#drawing]?.cancel();
    this.layer.style.width = `${layout.width}px`;
    this.layer.style.height = `${layout.height}px`;
    this.#sheets.forEach((sheet, index) => {
      const scale = layout.scaleOfPage(index);
      sheet.place(layout.lefts[index], layout.tops[index], layout.widths[index], layout.heights[index], scale);
    });
    if (kept) {
      const [x, y] = layout.pointOf(kept.place);
      this.scroller.scrollTo({ left: x - kept.x, top: y - kept.y, behavior: "instant" });
    }
    this.#update();
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#update();
    });
  }

  #update() {
    if (this.#view.width === 0 || this.#signal.aborted) return;
    const from = this.scroller.scrollTop;
    const to = from + this.#view.height;
    if (this.#pinned && Math.abs(this.#pinned.top - from) > 1) this.#pinned = null;
    const page = this.#pinned?.page ?? this.#layout.foremost(from, to) + 1;
    const [first, last] = this.#layout.visible(from, to);
    this.#want(first, last, page - 1);
    if (page !== this.page) {
      this.page = page;
      this.onChange();
    }
  }

  // The page in front first, then the others in view, then a neighbour on each side.
  #want(first, last, front) {
    const wanted = [];
    const end = Math.min(this.count - 1, last + 1);
    for (let index = Math.max(0, first - 1); index <= end; index += 1) wanted.push(index);
    const rank = (index) => Math.abs(index - front) + (index < first || index > last ? 1000 : 0);
    wanted.sort((a, b) => rank(a) - rank(b));
    wanted.splice(MOST_CANVASES);
    this.#wanted = wanted;
    if (this.#drawing !== null && !wanted.includes(this.#drawing)) this.#sheets[this.#drawing]?.cancel();
    this.#work();
  }

  async #work() {
    if (this.#drawing !== null) return;
    for (;;) {
      if (this.#signal.aborted) return;
      const index = this.#wanted.find((each) => !this.#refused.has(each)
        && !this.#sheets[each].ready(this.#layout.scaleOfPage(each)));
      if (index === undefined) break;
      this.#drawing = index;
      await this.#draw(index);
      this.#drawing = null;
    }
    const job = this.#background.shift();
    if (!job) return;
    this.#drawing = -1;
    await job();
    this.#drawing = null;
    this.#work();
  }

  async #draw(index) {
    const sheet = this.#sheets[index];
    const layout = this.#layout;
    if (!layout.known[index]) {
      const size = await sheet.size().catch(() => null);
      if (this.#signal.aborted) return;
      if (size && layout.learn(index, size)) this.#arrange(this.#topOfView());
    }
    const scale = layout.scaleOfPage(index);
    this.#used = [...this.#used.filter((each) => each !== index), index];
    await sheet.draw(scale);
    if (this.#signal.aborted) return;
    if (sheet.element.querySelector(":scope > .pdf-page-error")) this.#refused.add(index);
    this.#forget();
  }

  #forget() {
    const spare = this.#used.filter((index) => !this.#wanted.includes(index)
      && !this.#sheets[index].element.contains(document.activeElement));
    while (this.#used.length > MOST_CANVASES && spare.length > 0) {
      const index = spare.shift();
      this.#used = this.#used.filter((each) => each !== index);
      this.#refused.delete(index);
      this.#sheets[index].release();
    }
  }

  #destroy() {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#background = [];
    for (const index of this.#used) this.#sheets[index].release();
    this.layer.remove();
  }
}
