// An image in the viewer: waiting for it, zooming by fingers, wheel, keys and buttons.

import { element, icon } from "./dom.js";
import { makeZoomable } from "./image-zoom.js";
import { REASONS, reasonOf } from "./loading.js";
import { LARGEST } from "./zoom-geometry.js";

/**
 * @param {HTMLImageElement} image
 * @param {object} owner
 * @param {HTMLElement} owner.frame
 * @param {HTMLElement} owner.bar where the zoom buttons go
 * @param {object} owner.notice see `makeNotice`
 * @param {(text: string) => void} owner.say
 * @param {() => void} owner.failed
 */
export function watchImage(image, { frame, bar, notice, say, failed }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let zoom = null;
  let asking = null;
  let saying = 0;

  const larger = button("Zoom in", "plus", () => zoom?.step(1));
  const smaller = button("Zoom out", "minus", () => zoom?.step(-1));
  const value = element("button", { type: "button", class: "zoom-value", click: () => zoom?.reset() });
  const group = element("div", { class: "zoom-group", role: "group", "aria-label": "Zoom", hidden: true },
    smaller, value, larger);
  bar.append(group);

  function describe(scale) {
    const text = `${Math.round(scale * 100)}%`;
    value.textContent = text;
    value.setAttribute("aria-label", `${text}, show the whole image`);
    larger.setAttribute("aria-disabled", String(scale >= LARGEST));
    smaller.setAttribute("aria-disabled", String(scale <= 1));
    frame.classList.toggle("is-zoomed", scale > 1.01);
  }

  function changed(scale) {
    describe(scale);
    clearTimeout(saying);
    saying = setTimeout(() => say(`Zoom ${Math.round(scale * 100)}%`), 400);
  }

  function load() {
    image.hidden = false;
    notice.wait("Loading image…", { late: () => fail(REASONS.timeout) });
    const address = image.src;
    image.removeAttribute("src");
    image.src = address;
  }

  async function loaded() {
    // Some files have a size but no pixels.
    try { await image.decode(); } catch { if (!signal.aborted) return explain(); }
    if (signal.aborted || zoom !== null) return;
    notice.clear();
    image.hidden = false;
    group.hidden = false;
    describe(1);
    zoom = makeZoomable(image, frame, changed);
  }

  function fail(reason) {
    asking?.abort();
    image.hidden = true;
    notice.fail(reason, load);
    failed();
  }

  async function explain() {
    asking?.abort();
    asking = new AbortController();
    try {
      fail(await reasonOf(image.src, AbortSignal.any([signal, asking.signal])));
    } catch { /* the viewer was left */ }
  }

  image.addEventListener("load", loaded, { signal });
  image.addEventListener("error", explain, { signal });
  if (!image.complete) notice.wait("Loading image…", { late: () => fail(REASONS.timeout) });
  else if (image.naturalWidth > 0) loaded();
  else explain();

  frame.addEventListener("wheel", (event) => {
    if (zoom === null || event.defaultPrevented) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad comes as a wheel with the Control key, in small steps.
    zoom.wheel(event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0025), { x: event.clientX, y: event.clientY });
  }, { passive: false, signal });

  const way = 80;
  const pan = (dx, dy) => ({ repeats: true, when: () => zoom?.isZoomed ?? false, run: () => zoom.nudge(dx, dy) });
  const zoomKey = (does, run) => ({ does, repeats: true, when: () => zoom !== null, run });
  return {
    get isZoomed() { return zoom?.isZoomed ?? false; },
    hold() { zoom?.hold(); },
    /** Carries out what fingers mean; says whether it was for the image. */
    act(action) {
      if (zoom === null) return;
      switch (action.type) {
        case "pan": return zoom.pan(action.dx, action.dy);
        case "pan-end": return zoom.release(action.vx, action.vy);
        case "pinch": return zoom.pinch(action);
        case "pinch-end": return zoom.endPinch();
        case "double-tap": return zoom.toggle(action);
      }
    },
    keys: {
      "+": zoomKey("Zoom in", () => zoom.step(1)),
      "=": { ...zoomKey(undefined, () => zoom.step(1)) },
      "-": zoomKey("Zoom out", () => zoom.step(-1)),
      "0": zoomKey("Show the whole image", () => zoom.reset()),
      "z": { ...zoomKey("Zoom to 200% and back", () => zoom.toggle(null)), repeats: false },
      "ArrowUp": { ...pan(0, way), does: "Move a zoomed image up" },
      "ArrowDown": { ...pan(0, -way), does: "Move a zoomed image down" },
      "ArrowLeft": pan(way, 0),
      "ArrowRight": pan(-way, 0),
    },
    stop() {
      clearTimeout(saying);
      stopping.abort();
      asking?.abort();
      zoom?.stop();
      group.remove();
    },
  };
}

function button(label, drawing, click) {
  return element("button", { type: "button", class: "icon-button", "aria-label": label, click }, icon(drawing));
}
