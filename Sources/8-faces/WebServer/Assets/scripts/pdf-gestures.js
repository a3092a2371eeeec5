// Fingers, wheel and double clicks on the pages.
//
// Two fingers only ever pinch, and until all are lifted nothing else counts. One finger scrolls, which the browser
// does itself, unless it starts at an edge and moves inwards: then it opens a panel.

import { clampedScale } from "./pdf-zoom.js";

const EDGE = 24;
const SWIPE = 40;
const TAP_TIME = 300;
const TAP_DISTANCE = 25;
const STILL = 10;
const WHEEL_REST = 140;

/**
 * Listens to gestures on a stack of pages.
 *
 * @param {PageStack} stack
 * @param {object} options
 * @param {(edge: "left"|"right") => void} options.onEdgeSwipe
 * @param {AbortSignal} options.signal
 */
export function listenToGestures(stack, { onEdgeSwipe, signal }) {
  const pinch = new Pinch(stack);
  listenToFingers(stack, pinch, onEdgeSwipe, signal);
  listenToWheel(stack, pinch, signal);
  listenToTrackpad(stack, pinch, signal);
}

// Stretches the picture of the pages while fingers move; pages are drawn anew when they rest.
class Pinch {
  #stack;
  #start = null;

  constructor(stack) {
    this.#stack = stack;
  }

  get active() {
    return this.#start !== null;
  }

  begin(x, y) {
    const place = this.#stack.placeAt(x, y);
    const { scrollLeft, scrollTop } = this.#stack.scroller;
    this.#start = { place, x, y, scale: this.#stack.scaleAt(place), scrollLeft, scrollTop, ratio: 1, atX: x, atY: y };
  }

  move(ratio, x, y) {
    const start = this.#start;
    const { style } = this.#stack.layer;
    start.ratio = clampedScale(start.scale * ratio) / start.scale;
    [start.atX, start.atY] = [x, y];
    style.transformOrigin = `${start.scrollLeft + start.x}px ${start.scrollTop + start.y}px`;
    style.transform = `translate(${x - start.x}px, ${y - start.y}px) scale(${start.ratio})`;
  }

  end() {
    const { place, scale, ratio, atX, atY } = this.#start;
    this.#start = null;
    this.#stack.setZoom({ mode: "custom", scale: scale * ratio }, { place, x: atX, y: atY });
  }
}

function listenToFingers(stack, pinch, onEdgeSwipe, signal) {
  const { scroller } = stack;
  let distance = 0;
  let finger = null;
  let lastTap = null;
  let fingersTapped = -Infinity;

  const position = (touch) => {
    const box = scroller.getBoundingClientRect();
    return [touch.clientX - box.left, touch.clientY - box.top];
  };
  const middle = ([one, other]) => {
    const [first, second] = [position(one), position(other)];
    return [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  };
  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

  const begin = (event) => {
    stack.touching = true;
    if (event.touches.length === 2) {
      event.preventDefault();
      finger = null;
      lastTap = null;
      distance = Math.max(1, apart(event.touches));
      pinch.begin(...middle(event.touches));
    } else if (event.touches.length === 1 && !isControl(event.target)) {
      const [x, y] = position(event.touches[0]);
      const width = scroller.clientWidth;
      const edge = ownsEdges() ? (x < EDGE ? "left" : x > width - EDGE ? "right" : null) : null;
      finger = { x, y, time: event.timeStamp, edge, opened: false, moved: false };
    }
  };
  const move = (event) => {
    if (pinch.active && event.touches.length >= 2) {
      if (event.cancelable) event.preventDefault();
      pinch.move(apart(event.touches) / distance, ...middle(event.touches));
    } else if (finger) {
      const [x, y] = position(event.touches[0]);
      const inwards = finger.edge === "left" ? x - finger.x : finger.x - x;
      const aside = Math.abs(y - finger.y);
      if (Math.hypot(x - finger.x, y - finger.y) > STILL) finger.moved = true;
      if (!finger.edge) return;
      if (!finger.opened && aside >= inwards) {
        finger.edge = null;
        return;
      }
      // Up to its end: a browser would take the rest of the swipe for its way back.
      if (event.cancelable) event.preventDefault();
      if (!finger.opened && inwards > SWIPE) {
        finger.opened = true;
        onEdgeSwipe(finger.edge);
      }
    }
  };
  const end = (event) => {
    if (pinch.active && event.touches.length < 2) pinch.end();
    if (event.touches.length > 0) return;
    stack.touching = false;
    if (!finger) return;
    const tap = finger;
    finger = null;
    if (event.type === "touchcancel" || tap.moved || event.timeStamp - tap.time > TAP_TIME) return;
    const near = lastTap && event.timeStamp - lastTap.time < TAP_TIME
      && Math.hypot(tap.x - lastTap.x, tap.y - lastTap.y) < TAP_DISTANCE;
    lastTap = near ? null : { x: tap.x, y: tap.y, time: event.timeStamp };
    if (!near) return;
    if (event.cancelable) event.preventDefault();
    fingersTapped = event.timeStamp;
    stack.doubleTap(tap.x, tap.y);
  };
  scroller.addEventListener("touchstart", begin, { signal, passive: false });
  scroller.addEventListener("touchmove", move, { signal, passive: false });
  scroller.addEventListener("touchend", end, { signal, passive: false });
  scroller.addEventListener("touchcancel", end, { signal });
  scroller.addEventListener("dblclick", (event) => {
    // Some browsers make a double click of two taps, too.
    if (isControl(event.target) || event.timeStamp - fingersTapped < 700) return;
    getSelection()?.removeAllRanges();
    stack.doubleTap(...position(event));
  }, { signal });
}

function listenToWheel(stack, pinch, signal) {
  let ratio = 1;
  let rest = 0;
  stack.scroller.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = stack.scroller.getBoundingClientRect();
    const at = [event.clientX - box.left, event.clientY - box.top];
    if (!pinch.active) {
      ratio = 1;
      pinch.begin(...at);
    }
    // Trackpads send many small steps that follow the fingers, wheels a large one for each notch.
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 40 : event.deltaY;
    ratio *= Math.exp(Math.abs(pixels) < 50 ? -pixels / 100 : -0.2 * Math.sign(pixels));
    pinch.move(ratio, ...at);
    clearTimeout(rest);
    rest = setTimeout(() => pinch.end(), WHEEL_REST);
  }, { signal, passive: false });
  signal.addEventListener("abort", () => clearTimeout(rest), { once: true });
}

// Safari tells of a trackpad's pinch by events of its own.
function listenToTrackpad(stack, pinch, signal) {
  const { scroller } = stack;
  const at = (event) => {
    const box = scroller.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  let ours = false;
  scroller.addEventListener("gesturestart", (event) => {
    event.preventDefault();
    ours = !pinch.active;
    if (ours) pinch.begin(...at(event));
  }, { signal });
  scroller.addEventListener("gesturechange", (event) => {
    event.preventDefault();
    if (ours && pinch.active) pinch.move(event.scale, ...at(event));
  }, { signal });
  scroller.addEventListener("gestureend", (event) => {
    event.preventDefault();
    if (ours && pinch.active) pinch.end();
    ours = false;
  }, { signal });
}

function isControl(target) {
  return target instanceof Element && target.closest("a, button, input, select") !== null;
}

// In Safari on phones the edges belong to going back and forward, except in an installed app.
function ownsEdges() {
  return navigator.standalone !== false;
}
