// The bars of the viewer: one tab stop with arrow keys inside, and when they are to be seen.

import { findAll } from "./dom.js";

const HIDE_AFTER = 3000;
const MOUSE_REST = 600; // after a click that hid the bars, the hand is still moving
const MOUSE_WAY = 12;

/**
 * Makes a toolbar one stop of the Tab key, as the ARIA authoring practices want it.
 *
 * @param {HTMLElement} toolbar
 * @returns {() => void} takes it back
 */
export function rove(toolbar) {
  const listening = new AbortController();
  const { signal } = listening;
  const items = () => findAll("a[href], button", toolbar).filter((item) => !item.hidden && item.offsetParent !== null);
  const choose = (chosen) => {
    for (const item of findAll("a[href], button", toolbar)) item.tabIndex = item === chosen ? 0 : -1;
  };
  choose(items()[0]);

  toolbar.addEventListener("focusin", (event) => {
    if (items().includes(event.target)) choose(event.target);
  }, { signal });
  toolbar.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = items();
    const at = all.indexOf(event.target);
    if (at < 0) return;
    const isReversed = getComputedStyle(toolbar).direction === "rtl";
    const further = isReversed ? -1 : 1;
    const next = {
      ArrowRight: (at + further + all.length) % all.length, ArrowLeft: (at - further + all.length) % all.length,
      Home: 0, End: all.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault(); // also tells the page's shortcuts that the key is taken
    all[next].focus();
  }, { signal });
  return () => {
    listening.abort();
    for (const item of findAll("a[href], button", toolbar)) item.removeAttribute("tabindex");
  };
}

/**
 * Shows and hides the bars. They go when a tap asks for it, and by themselves only after 3 seconds in which
 * `hidesItself()` held; never while one of them has the focus or the mouse, or a dialog is open. Any key, focus or
 * mouse brings them back.
 *
 * @param {HTMLElement} viewer gets the class `bars-hidden`
 * @param {object} owner
 * @param {() => boolean} owner.hidesItself such as: a film plays
 */
export function watchBars(viewer, { hidesItself }) {
  const listening = new AbortController();
  const { signal } = listening;
  const bars = () => findAll(".viewer-toolbar, .viewer-transfer, .pdf-toolbar, .pdf-find", viewer);
  let alarm = 0;
  let hiddenAt = null; // when and where the mouse was

  const isHovered = (bar) => bar.matches(":hover") && matchMedia("(hover: hover)").matches;
  const hasFocus = (bar) => bar.contains(document.activeElement);
  const isNeeded = () => document.querySelector("dialog[open]") !== null
    || bars().some((bar) => isHovered(bar) || hasFocus(bar));

  function show() {
    viewer.classList.remove("bars-hidden");
    hiddenAt = null;
    wait();
  }

  function hide() {
    if (isNeeded()) return;
    viewer.classList.add("bars-hidden");
    clearTimeout(alarm);
  }

  function wait() {
    clearTimeout(alarm);
    if (hidesItself()) alarm = setTimeout(() => { if (hidesItself() && !isNeeded()) hide(); else wait(); }, HIDE_AFTER);
  }

  document.addEventListener("keydown", show, { signal, capture: true });
  viewer.addEventListener("focusin", () => { if (bars().some(hasFocus)) show(); }, { signal });
  viewer.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    if (hiddenAt === null || !viewer.classList.contains("bars-hidden")) return show();
    hiddenAt.x ??= event.clientX;
    hiddenAt.y ??= event.clientY;
    const way = Math.hypot(event.clientX - hiddenAt.x, event.clientY - hiddenAt.y);
    if (event.timeStamp - hiddenAt.time > MOUSE_REST && way > MOUSE_WAY) show();
  }, { signal });
  wait();

  return {
    show,
    /** A tap. */
    toggle() {
      if (viewer.classList.contains("bars-hidden")) return show();
      // The button that was clicked last would keep the bars; who taps the document means the document.
      if (bars().some(hasFocus)) viewer.focus({ preventScroll: true });
      hide();
      hiddenAt = { time: performance.now() };
    },
    /** What `hidesItself` asks for has changed. */
    update() { if (hidesItself()) wait(); else show(); },
    stop() {
      clearTimeout(alarm);
      listening.abort();
      viewer.classList.remove("bars-hidden");
    },
  };
}
