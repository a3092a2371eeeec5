// An image in a page. Whole, it is a link, over which one finger scrolls the page; two fingers make it larger in its place, and
// one then moves it.

import { find } from "./dom.js";
import { watchImage } from "./image-state.js";
import { makeZoomable } from "./image-zoom.js";
import { watchFingers } from "./touch-input.js";

/**
 * @param {HTMLElement} frame around a link with an image, see `watchImage`; has the class `is-zoomed` while the image is larger
 * @returns {() => void} takes it back
 */
export function start(frame) {
  const image = find("img", frame);
  const stopping = new AbortController();
  const stopWatchingImage = watchImage(frame);
  let zoom = null;

  function loaded() {
    if (image.naturalWidth === 0) return;
    zoom ??= makeZoomable(image, frame, (scale) => frame.classList.toggle("is-zoomed", scale > 1.01));
  }

  image.addEventListener("load", loaded, { signal: stopping.signal });
  if (image.complete) loaded();
  const stopWatching = watchFingers(frame, {
    controls: "button",
    allows: (target, place, pointer) => (zoom !== null && pointer === "touch" ? ["pinch"] : []),
    view: () => ({ zoomed: zoom?.isZoomed ?? false, previous: false, next: false }),
    touched: () => zoom?.hold(),
    released() {},
    act(action) {
      switch (action.type) {
        case "pan": return zoom.pan(action.dx, action.dy);
        case "pan-end": return zoom.release(action.vx, action.vy);
        case "pinch": return zoom.pinch(action);
        case "pinch-end": return zoom.endPinch();
      }
    },
  });

  return () => {
    stopping.abort();
    stopWatching();
    stopWatchingImage();
    zoom?.stop();
    frame.classList.remove("is-zoomed");
  };
}
