// Swiping a row of the documents' list to the left deletes it, as its button does.

import { find } from "./dom.js";

/** Movements below this are no swipes yet, in pixels. */
const SLOP = 10;
/** Beyond this part of the row it is meant. */
const MEANT = 0.35;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal ends it
 */
export function watchRowSwipes(main, signal) {
  let swipe = null;

  const reset = () => {
    if (!swipe) return;
    swipe.row.style.transform = "";
    swipe.row.classList.remove("swiped", "meant");
    swipe = null;
  };

  const begin = (event) => {
    reset();
    const row = event.target.closest?.(".documents-list > .document");
    if (event.touches.length !== 1 || !row || !find("[data-action=trash]", row)) return;
    const [touch] = event.touches;
    swipe = { row, x: touch.clientX, y: touch.clientY, distance: 0, isSwipe: false };
  };

  const move = (event) => {
    if (!swipe) return;
    const [touch] = event.touches;
    const [x, y] = [touch.clientX - swipe.x, touch.clientY - swipe.y];
    if (!swipe.isSwipe) {
      if (Math.abs(y) > SLOP || event.touches.length > 1) return reset();
      if (x > -SLOP) return;
      swipe.isSwipe = true;
      swipe.row.classList.add("swiped");
    }
    event.preventDefault();
    swipe.distance = Math.min(0, x);
    swipe.row.style.transform = `translateX(${swipe.distance}px)`;
    swipe.row.classList.toggle("meant", -swipe.distance > swipe.row.offsetWidth * MEANT);
  };

  const end = (event) => {
    if (!swipe) return;
    const { row, isSwipe } = swipe;
    const isMeant = isSwipe && row.classList.contains("meant");
    // The finger did not press the link under it.
    if (isSwipe) event.preventDefault();
    reset();
    if (isMeant) find("[data-action=trash] button", row).click();
  };

  main.addEventListener("touchstart", begin, { passive: true, signal });
  main.addEventListener("touchmove", move, { passive: false, signal });
  main.addEventListener("touchend", end, { passive: false, signal });
  main.addEventListener("touchcancel", reset, { signal });
}
