// The panels at the left and right edge of the pages.

import { element } from "./dom.js";
import { iconButton } from "./pdf-toolbar.js";

const SWIPE = 40;

/** A panel that its button opens and closes. */
export class Panel {
  #button;
  #onOpen;

  /**
   * @param {object} options
   * @param {"left"|"right"} options.side
   * @param {string} options.title
   * @param {string} options.id unique in the page
   * @param {HTMLElement} options.content
   * @param {HTMLButtonElement} options.button its `aria-expanded` follows
   * @param {(panel: Panel) => void} [options.onOpen]
   * @param {AbortSignal} options.signal
   */
  constructor({ side, title, id, content, button, onOpen = () => {}, signal }) {
    this.#button = button;
    this.#onOpen = onOpen;
    this.heading = element("p", { class: "pdf-panel-title", id: `${id}-title` }, title);
    this.closer = iconButton("close", `Close ${title.toLowerCase()}`, { click: () => this.close() });
    this.body = element("div", { class: "pdf-panel-body", tabindex: "-1" }, content);
    const names = { class: `pdf-panel pdf-panel-${side}`, id, role: "region", "aria-labelledby": `${id}-title` };
    this.element = element("div", { ...names, hidden: true },
      element("div", { class: "pdf-panel-head" }, this.heading, this.closer),
      this.body);
    button.setAttribute("aria-controls", id);
    this.#listenToSwipes(side, signal);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Whether it lies over the pages instead of beside them. */
  get covers() {
    return this.isOpen && getComputedStyle(this.element).position === "absolute";
  }

  /** Opens the panel; with `focus`, keys go there. */
  open(focus = true) {
    if (!this.isOpen) {
      this.element.hidden = false;
      this.#button.setAttribute("aria-expanded", "true");
    }
    this.#onOpen(this);
    if (focus && !this.element.contains(document.activeElement)) this.closer.focus();
  }

  /** Closes the panel and gives the focus back to its button if it was inside. */
  close() {
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
    if (inside) this.#button.focus();
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  // A swipe back to the edge that it came from closes it.
  #listenToSwipes(side, signal) {
    let start = null;
    this.element.addEventListener("touchstart", (event) => {
      const [touch] = event.touches;
      start = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    }, { signal, passive: true });
    this.element.addEventListener("touchmove", (event) => {
      if (!start) return;
      const [touch] = event.touches;
      const outwards = side === "left" ? start.x - touch.clientX : touch.clientX - start.x;
      if (outwards > SWIPE && outwards > 2 * Math.abs(touch.clientY - start.y)) {
        start = null;
        this.close();
      }
    }, { signal, passive: true });
  }
}
