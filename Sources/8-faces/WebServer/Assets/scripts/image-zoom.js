// An image that can be made larger and moved. Very large ones are shown as a bitmap of the size of the screen while
// they are whole, so that the browser does not keep 80 MB of pixels for each.

import { LARGEST, WHOLE, fitted, moved, nextStep, pinchedScale, scaledAround, settled } from "./zoom-geometry.js";
import { NUMBERS } from "./gestures.js";

/** From this number of pixels on a bitmap of the shown size takes the place of the whole image. */
const MANY_PIXELS = 8_000_000;
const DOUBLE = 2;

/**
 * @param {HTMLImageElement} image loaded
 * @param {HTMLElement} frame its box, in which the whole image fits
 * @param {(scale: number) => void} changed told of every change of the scale
 */
export function makeZoomable(image, frame, changed) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let view = WHOLE;
  let bitmap = null;
  let isPinching = false;

  const box = () => ({ width: frame.clientWidth, height: frame.clientHeight });
  const size = () => fitted({ width: image.naturalWidth || 1, height: image.naturalHeight || 1 }, box());

  /** Shows a view; smoothly when nothing holds the picture. */
  function show(next, { smooth = false, time = 260 } = {}) {
    const before = view.scale;
    view = next;
    for (const node of [image, bitmap]) {
      if (node === null) continue;
      node.style.transition = smooth && !isStill() ? `transform ${time}ms cubic-bezier(0.2, 0.8, 0.3, 1)` : "none";
      node.style.transform = view.scale === 1 && view.x === 0 && view.y === 0 ? ""
        : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    }
    if (view.scale !== before) {
      chooseSource();
      changed(view.scale);
    }
  }

  /** A bitmap is sharp as long as the picture is whole. */
  function chooseSource() {
    if (bitmap === null) return;
    bitmap.hidden = view.scale > 1.01;
    image.hidden = !bitmap.hidden;
  }

  async function downsample() {
    const { width, height } = size();
    const ratio = window.devicePixelRatio;
    const wanted = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    if (image.naturalWidth * image.naturalHeight < MANY_PIXELS || wanted.width < 1 || wanted.height < 1) return;
    if (wanted.width >= image.naturalWidth * 0.8) return;
    let pixels;
    try {
      pixels = await createImageBitmap(image, {
        resizeWidth: wanted.width, resizeHeight: wanted.height, resizeQuality: "high",
      });
    } catch { return; } // the image itself is shown as it is
    if (signal.aborted) { pixels.close(); return; }
    const canvas = bitmap ?? document.createElement("canvas");
    canvas.width = pixels.width;
    canvas.height = pixels.height;
    canvas.getContext("bitmaprenderer").transferFromImageBitmap(pixels);
    if (bitmap === null) {
      canvas.className = "viewer-image";
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", image.alt);
      canvas.hidden = true;
      image.after(canvas);
      bitmap = canvas;
    }
    show(view);
    chooseSource();
  }

  const centred = ({ x, y }) => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };

  function zoomTo(scale, place = null, options = { smooth: true }) {
    const point = place === null ? { x: 0, y: 0 } : centred(place);
    const wanted = Math.min(Math.max(scale, 1), LARGEST);
    show(settled(scaledAround(view, wanted, point), size(), box()), options);
  }

  /** Stops a movement where the eye sees it. */
  function hold() {
    const shown = [image, bitmap].find((node) => node !== null && !node.hidden);
    const matrix = new DOMMatrix(getComputedStyle(shown).transform);
    show({ scale: matrix.a, x: matrix.e, y: matrix.f });
  }

  let resizing = 0;
  const observer = new ResizeObserver(() => {
    show(settled(view, size(), box()));
    clearTimeout(resizing);
    if (bitmap !== null) resizing = setTimeout(downsample, 200);
  });
  observer.observe(frame);
  downsample();

  return {
    get scale() { return view.scale; },
    get isZoomed() { return view.scale > 1.01; },
    hold() { if (view !== WHOLE) hold(); },
    pan(dx, dy) { show(moved(view, dx, dy, size(), box())); },
    /** Lets go: the picture slides on and never leaves the frame. */
    release(vx, vy) {
      const target = { ...view, x: view.x + vx * NUMBERS.glide, y: view.y + vy * NUMBERS.glide };
      show(settled(target, size(), box()), { smooth: true, time: 420 });
    },
    /** Moves by a key. */
    nudge(dx, dy) {
      const target = { ...view, x: view.x + dx, y: view.y + dy };
      show(settled(target, size(), box()), { smooth: true, time: 120 });
    },
    pinch({ factor, x, y, dx, dy }) {
      isPinching = true;
      const point = centred({ x, y });
      const next = scaledAround({ ...view, x: view.x + dx, y: view.y + dy }, pinchedScale(view.scale, factor), point);
      show(next);
    },
    endPinch() {
      if (isPinching) show(settled(view, size(), box()), { smooth: true });
      isPinching = false;
    },
    toggle(place) { if (view.scale > 1.01) this.reset(); else zoomTo(DOUBLE, place); },
    step(direction) { zoomTo(nextStep(view.scale, direction)); },
    wheel(delta, place) { zoomTo(view.scale * Math.exp(-delta), place, {}); },
    reset() { show(WHOLE, { smooth: true }); },
    stop() {
      observer.disconnect();
      clearTimeout(resizing);
      stopping.abort();
      if (bitmap === null) return;
      bitmap.width = bitmap.height = 0; // gives the memory back at once
      bitmap.remove();
      image.hidden = false;
    },
  };
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
