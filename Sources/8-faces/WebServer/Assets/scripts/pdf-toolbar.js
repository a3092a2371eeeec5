// The bar above the pages: panels, page number, zoom, find.

import { element, icon } from "./dom.js";
import { choiceOfZoom, percent, steppedScale, zoomChoices, zoomOfChoice } from "./pdf-zoom.js";

/**
 * A button with a drawing and a name.
 *
 * @param {string} drawing name in the sprite
 * @param {string} name what it is called
 * @param {object} attributes further attributes and listeners
 */
export function iconButton(drawing, name, attributes = {}) {
  return element("button", { type: "button", class: "icon-button", "aria-label": name, title: name, ...attributes },
    icon(drawing));
}

/** The bar; it is made before the document is open, and `connect` brings it to life. */
export class Toolbar {
  #stack = null;

  /**
   * @param {object} actions
   * @param {() => void} actions.onPages
   * @param {() => void} actions.onFind
   * @param {(() => void)|null} actions.onInformation null if there is nothing to show
   * @param {"height"|"width"} actions.fit what the zoom shows before there is a document
   * @param {(text: string) => void} actions.say reads news out
   */
  constructor({ onPages, onFind, onInformation, fit, say }) {
    this.say = say;
    this.pages = iconButton("pages", "Pages",
      { "aria-expanded": "false", "aria-keyshortcuts": "t", title: "Pages (T)", click: onPages });
    this.find = iconButton("search", "Find in text",
      { "aria-keyshortcuts": "Control+F", title: "Find in text (Ctrl+F)", click: onFind });
    this.information = onInformation && iconButton("info", "Information",
      { "aria-expanded": "false", "aria-keyshortcuts": "i", title: "Information (I)", click: onInformation });
    this.number = element("input", {
      class: "pdf-number", type: "text", inputmode: "numeric", autocomplete: "off", value: "1",
      "aria-label": "Page", focus: () => this.number.select(), change: () => this.#jump(),
      keydown: (event) => this.#numberKey(event),
    });
    this.total = element("span", { class: "pdf-total" }, "of …");
    const stepping = { class: "icon-button pdf-zoom-step" };
    this.smaller = iconButton("minus", "Zoom out", { ...stepping, click: () => this.step(-1) });
    this.larger = iconButton("plus", "Zoom in", { ...stepping, click: () => this.step(1) });
    this.custom = element("option", { value: "custom", hidden: true });
    this.zoom = element("select", { class: "pdf-zoom", "aria-label": "Zoom", change: () => this.#choose() },
      ...zoomChoices.map(([value, text]) => element("option", { value }, text)), this.custom);
    this.zoom.value = fit;
    this.controls = [this.pages, this.find, this.number, this.smaller, this.larger, this.zoom];
    this.element = element("div", { class: "pdf-toolbar", role: "group", "aria-label": "Document controls" },
      this.pages,
      element("div", { class: "pdf-place" },
        element("span", { class: "pdf-word", "aria-hidden": "true" }, "Page"), this.number, this.total),
      element("div", { class: "pdf-zooms" }, this.smaller, this.zoom, this.larger),
      element("div", { class: "pdf-ends" }, this.find, this.information));
    this.enabled = false;
  }

  set enabled(value) {
    for (const control of this.controls) control.disabled = !value;
  }

  connect(stack) {
    this.#stack = stack;
    this.enabled = true;
    this.total.textContent = `of ${stack.count}`;
    this.number.setAttribute("aria-label", `Page, of ${stack.count}`);
    this.number.style.minWidth = `${String(stack.count).length + 2.5}ch`;
    this.update();
  }

  disconnect() {
    this.#stack = null;
    this.enabled = false;
  }

  /** Shows the page and the zoom as they are now. */
  update() {
    const { page, zoom, scale } = this.#stack;
    if (document.activeElement !== this.number) this.number.value = String(page);
    const choice = choiceOfZoom(zoom);
    this.custom.textContent = percent(scale);
    this.custom.hidden = choice !== null;
    this.zoom.value = choice ?? "custom";
    this.smaller.disabled = steppedScale(scale, -1) >= scale;
    this.larger.disabled = steppedScale(scale, 1) <= scale;
  }

  /** One step larger (1) or smaller (-1). */
  step(direction) {
    const scale = steppedScale(this.#stack.scale, direction);
    this.#stack.setZoom({ mode: "custom", scale });
    this.say(`Zoom ${percent(scale)}`);
  }

  #choose() {
    const zoom = zoomOfChoice(this.zoom.value);
    if (zoom.mode === "custom") this.#stack.setZoom(zoom);
    else this.#stack.setZoomAtTop(zoom, this.#stack.page - 1);
  }

  #numberKey(event) {
    if (event.key === "Enter") {
      this.#jump();
      this.number.select();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.number.value = String(this.#stack.page);
      this.number.blur();
    }
  }

  #jump() {
    const number = Number.parseInt(this.number.value, 10);
    if (Number.isFinite(number)) {
      this.#stack.goTo(number);
      this.say(`Page ${this.#stack.page} of ${this.#stack.count}`);
    }
    this.number.value = String(this.#stack.page);
  }
}
