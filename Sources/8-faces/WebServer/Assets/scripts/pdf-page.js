// One page: a sheet of paper of the right size at once, its picture, text, links and fields when it is near the view.

import { element } from "./dom.js";
import { isAbort } from "./pdf-errors.js";
import { makeFieldLayer } from "./pdf-fields.js";
import { makeLinkLayer } from "./pdf-links.js";
import { makeTextLayer } from "./pdf-text.js";

const CSS_UNITS = 96 / 72;

// Browsers refuse larger canvases; phones run out of memory before.
const MOST_PIXELS = 16777216;
const MOST_PIXELS_OF_PHONES = 5242880;

/** A page of a document in the stack of pages. */
export class PageSheet {
  #book;
  #task = null;
  #canvas = null;
  #drawnScale = 0;
  #stretched = 0;
  #layers = null;
  #fields = null;
  #proxy = null;
  #generation = 0;

  /**
   * @param {{pdf: object, library: object, goTo: (number: number) => void, onText: (sheet: PageSheet) => void}} book
   * @param {number} index counts from 0
   * @param {number} count
   */
  constructor(book, index, count) {
    this.#book = book;
    this.index = index;
    /** The TextLayer while the page is drawn, or null. */
    this.text = null;
    this.element = element("div", { class: "pdf-page", role: "group", "aria-label": `Page ${index + 1} of ${count}` });
  }

  /** Whether there is a picture, in whatever scale. */
  get drawn() {
    return this.#canvas !== null;
  }

  get canvas() {
    return this.#canvas;
  }

  /** The page of pdf.js. */
  async proxy() {
    this.#proxy ??= await this.#book.pdf.getPage(this.index + 1);
    return this.#proxy;
  }

  /** The page's size in points. */
  async size() {
    const page = await this.proxy();
    const { width, height } = page.getViewport({ scale: 1 });
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  /** Puts the sheet in its place; an old picture is stretched until there is a new one. */
  place(left, top, width, height, scale) {
    const { style } = this.element;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    this.#stretched = scale;
    this.text?.stretch(scale);
    this.#fields?.stretch(scale);
  }

  /** Whether the picture and the layers are as they should be in a scale. */
  ready(scale) {
    return this.#layers !== null && Math.abs(this.#drawnScale - scale * pixelRatio()) < 0.001;
  }

  /** Draws the page in a scale, and makes its layers if they are missing. Ends silently when cancelled. */
  async draw(scale) {
    const generation = this.#generation;
    this.element.classList.add("pdf-drawing");
    try {
      await this.#draw(scale * pixelRatio(), generation);
      if (this.#layers === null && generation === this.#generation) await this.#addLayers(generation);
      this.element.querySelector(":scope > .pdf-page-error")?.remove();
    } catch (error) {
      if (isAbort(error) || generation !== this.#generation) return;
      this.#showError();
    } finally {
      this.element.classList.remove("pdf-drawing");
    }
  }

  /** Stops drawing; what is there stays. */
  cancel() {
    this.#task?.cancel();
  }

  /** Gives picture, layers and memory back. */
  release() {
    this.#generation += 1;
    this.#task?.cancel();
    this.#task = null;
    empty(this.#canvas);
    this.#canvas = null;
    this.#layers = null;
    this.#fields = null;
    this.#drawnScale = 0;
    this.text = null;
    this.element.replaceChildren();
    this.#proxy?.cleanup();
  }

  async #draw(scale, generation) {
    if (Math.abs(this.#drawnScale - scale) < 0.001) return;
    const page = await this.proxy();
    if (generation !== this.#generation) return;
    const natural = page.getViewport({ scale: CSS_UNITS });
    const most = isPhone() ? MOST_PIXELS_OF_PHONES : MOST_PIXELS;
    const capped = Math.min(scale, Math.sqrt(most / (natural.width * natural.height)));
    const viewport = page.getViewport({ scale: capped * CSS_UNITS });
    const canvas = element("canvas", { "aria-hidden": "true" });
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    this.#task = page.render({ canvasContext: canvas.getContext("2d", { alpha: false }), viewport });
    try {
      await this.#task.promise;
    } catch (error) {
      empty(canvas);
      throw error;
    } finally {
      this.#task = null;
    }
    if (generation !== this.#generation) return empty(canvas);
    const old = this.#canvas;
    if (old) old.replaceWith(canvas);
    else this.element.prepend(canvas);
    empty(old);
    this.#canvas = canvas;
    this.#drawnScale = scale;
  }

  async #addLayers(generation) {
    const page = await this.proxy();
    const { library, pdf, goTo, onText } = this.#book;
    const [text, links, fields] = await Promise.all([
      makeTextLayer(library, page), makeLinkLayer(pdf, page, goTo), makeFieldLayer(library, pdf, page)]);
    if (generation !== this.#generation) return;
    text.stretch(this.#stretched);
    this.element.append(text.element);
    if (fields) {
      fields.stretch(this.#stretched);
      this.element.append(fields.element);
      this.#fields = fields;
    }
    if (links) this.element.append(links);
    this.#layers = true;
    this.text = text;
    onText(this);
  }

  #showError() {
    if (this.element.querySelector(":scope > .pdf-page-error")) return;
    const again = () => {
      message.remove();
      this.draw(this.#stretched);
    };
    const message = element("div", { class: "pdf-page-error", role: "alert" },
      element("p", {}, `Page ${this.index + 1} could not be shown.`),
      element("button", { type: "button", class: "button", click: again }, "Retry"));
    this.element.append(message);
  }
}

/** Gives a canvas' memory back at once instead of when it is collected. */
export function empty(canvas) {
  if (!canvas) return;
  canvas.width = 0;
  canvas.height = 0;
}

function pixelRatio() {
  return Math.min(globalThis.devicePixelRatio || 1, 3);
}

function isPhone() {
  return matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 768;
}
