// The keys of a PDF.

import { bind } from "./keys.js";

const LINE = 48;

/**
 * Binds keys until `signal` aborts.
 *
 * On the page that shows nothing else (`.viewer`) all of it counts as the PDF's, since the focus begins around the PDF
 * and may stand in the page's own bars; elsewhere only the section itself, and only while it has the focus.
 *
 * @param {HTMLElement} root
 * @param {object} viewer
 * @param {() => PageStack|null} viewer.stack
 * @param {(direction: number) => void} viewer.step
 * @param {() => void} viewer.toggleFit
 * @param {() => void} viewer.togglePages
 * @param {() => void} viewer.toggleInformation
 * @param {() => void} viewer.openFind
 * @param {() => boolean} viewer.closeOne closes find bar or panel; says whether there was one
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, viewer, signal) {
  const whole = root.closest(".viewer");
  const scope = whole ?? root;
  const isMeant = () => viewer.stack() !== null && (whole !== null || root.contains(document.activeElement));
  const press = (does, run, when = () => true) =>
    ({ does, repeats: true, when: (event) => isMeant() && when(event), run: () => run(viewer.stack()) });
  const once = (does, run) => ({ ...press(does, run), repeats: false });
  // Lists that arrows walk in keep them.
  const isFree = (event) => event.target.closest?.("[data-own-arrows]") === null;
  const move = (does, run) => press(does, run, isFree);
  // A page wider than the view is moved; otherwise the key is left to those around (the next document).
  const sideways = (distance) => press(undefined, ({ scroller }) => { scroller.scrollLeft += distance; }, (event) => {
    const { scroller } = viewer.stack();
    return isFree(event) && scroller.scrollWidth > scroller.clientWidth + 1;
  });
  const stop = bind({
    PageDown: move("Next page", (stack) => turn(stack, 1)),
    PageUp: move("Previous page", (stack) => turn(stack, -1)),
    Home: move("First page", (stack) => stack.goTo(1)),
    End: move("Last page", (stack) => stack.goTo(stack.count)),
    ArrowDown: move(undefined, ({ scroller }) => { scroller.scrollTop += LINE; }),
    ArrowUp: move(undefined, ({ scroller }) => { scroller.scrollTop -= LINE; }),
    ArrowLeft: sideways(-LINE),
    ArrowRight: sideways(LINE),
    "+": press("Zoom in", () => viewer.step(1)),
    "=": press(undefined, () => viewer.step(1)),
    "-": press("Zoom out", () => viewer.step(-1)),
    "z": once("Fit to page or width", () => viewer.toggleFit()),
    "t": once("Show or hide the pages", () => viewer.togglePages()),
    "i": once("Show or hide the information", () => viewer.toggleInformation()),
  }, { within: scope, about: "PDF" });
  signal.addEventListener("abort", stop, { once: true });
  scope.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (commands(event, viewer)) event.preventDefault();
  }, { signal });
}

/** Escape and Control+F, which mean the same while somebody types. */
function commands(event, viewer) {
  if (event.key === "Escape") {
    const closed = viewer.closeOne();
    // One Escape closes one thing: the page around has to wait for the next.
    if (closed) event.stopPropagation();
    return closed;
  }
  if (viewer.stack() === null || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return false;
  if (event.key.toLowerCase() !== "f") return false;
  viewer.openFind();
  return true;
}

// At fit to height a screenful is a page; otherwise it is a bit less than the height of the view.
function turn(stack, direction) {
  if (stack.zoom.mode === "height") stack.goTo(stack.page + direction);
  else stack.scroller.scrollTop += direction * stack.scroller.clientHeight * 0.9;
}
