// Fingers and mouse as events of the gesture machine. Touch events and not pointer events for fingers, since only they
// let the page decide at the first move whether the browser may scroll.

import { atRest, isClaimed, step } from "./gestures.js";

const SLACK = 50; // milliseconds in which a second tap that the browser has not yet told of still counts

/** Where a finger belongs to something else. */
const CONTROLS = "a, button, input, select, textarea, summary, label, dialog, nav, [role=toolbar], [role=slider], "
  + "[role=scrollbar], [data-gestures=off]";

/**
 * Watches an element and tells what its fingers mean.
 *
 * @param {HTMLElement} area
 * @param {object} owner
 * @param {(target: Element, place: {x: number, y: number}, pointer: "touch" | "mouse") => string[]} owner.allows what
 *   may be done that starts there, see `step`
 * @param {() => {zoomed: boolean, previous: boolean, next: boolean}} owner.view
 * @param {(action: object) => void} owner.act
 * @param {() => void} owner.touched a first finger or the mouse's button came down
 * @param {string} [owner.controls] a selector of what fingers belong to that begin on it
 * @param {() => void} owner.released no finger is down any more; what they meant has been told
 * @returns {() => void} takes it all back
 */
export function watchFingers(area, { allows, view, act, touched, released, controls = CONTROLS }) {
  const listening = new AbortController();
  const { signal } = listening;
  let state = atRest;
  let alarm = 0;

  function feed(event) {
    const result = step(state, event);
    const isOver = state.fingers.length > 0 && result.state.fingers.length === 0;
    state = result.state;
    for (const action of result.actions) {
      if (action.type !== "wake") { act(action); continue; }
      clearTimeout(alarm);
      const rest = Math.max(action.time - performance.now(), 0) + SLACK;
      alarm = setTimeout(() => feed({ type: "time", time: action.time }), rest);
    }
    if (isOver) released();
  }

  /** The facts of a gesture's start. */
  function beginning(target, place, pointer) {
    const isTaken = target.closest?.(controls) !== null || isMagnified();
    return {
      allows: isTaken ? [] : allows(target, place, pointer), ...scrolling(target, area),
      width: window.innerWidth, height: window.innerHeight, ...view(),
    };
  }

  function feedTouches(type, event) {
    for (const touch of event.changedTouches) {
      const place = { x: touch.clientX, y: touch.clientY };
      const isFirst = type === "down" && state.fingers.length === 0;
      if (isFirst) touched();
      const facts = isFirst ? beginning(touch.target, place, "touch") : { zoomed: view().zoomed };
      feed({ type, id: touch.identifier, ...place, time: event.timeStamp, ...facts });
    }
  }

  area.addEventListener("touchstart", (event) => {
    // The end of a finger can be lost, for instance when its element left the page.
    if (event.touches.length === event.changedTouches.length) state = { ...atRest, tap: state.tap };
    feedTouches("down", event);
  }, { passive: true, signal });
  area.addEventListener("touchmove", (event) => {
    if (event.defaultPrevented) return cancelAll(); // somebody inside has taken it
    feedTouches("move", event);
    if (isClaimed(state) && event.cancelable) event.preventDefault();
  }, { passive: false, signal });
  area.addEventListener("touchend", (event) => feedTouches("up", event), { passive: true, signal });
  area.addEventListener("touchcancel", (event) => feedTouches("cancel", event), { passive: true, signal });

  function cancelAll() {
    for (const finger of state.fingers) feed({ type: "cancel", id: finger.id, time: performance.now() });
  }

  // The mouse pans and clicks; it neither closes nor turns, which would catch people who only want to select something.
  const mouse = "mouse";
  const place = (event) => ({ id: mouse, x: event.clientX, y: event.clientY, time: event.timeStamp });
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0 || state.fingers.length > 0) return;
    touched();
    const facts = beginning(event.target, place(event), "mouse");
    facts.allows = facts.allows.filter((name) => name === "tap" || name === "double");
    feed({ type: "down", ...place(event), ...facts });
    if (facts.zoomed && facts.allows.length > 0) area.setPointerCapture(event.pointerId);
  }, { signal });
  for (const [name, type] of [["pointermove", "move"], ["pointerup", "up"], ["pointercancel", "cancel"]]) {
    area.addEventListener(name, (event) => {
      if (event.pointerType === "mouse") feed({ type, ...place(event), zoomed: view().zoomed });
    }, { signal });
  }
  // An image that is dragged as a file would end the gesture.
  area.addEventListener("dragstart", (event) => {
    if (event.target instanceof HTMLImageElement) event.preventDefault();
  }, { signal });

  return () => {
    clearTimeout(alarm);
    listening.abort();
  };
}

/** Whether the browser itself has magnified the page: fingers then move the window over it. */
const isMagnified = () => (window.visualViewport?.scale ?? 1) > 1.01;

/** What between the two can scroll. */
function scrolling(target, area) {
  const facts = { atTop: true, steady: true };
  for (let node = target; node instanceof Element; node = node.parentElement) {
    if (node.scrollTop > 0) facts.atTop = false;
    const isWide = node.scrollWidth > node.clientWidth;
    if (isWide && /auto|scroll/.test(getComputedStyle(node).overflowX)) facts.steady = false;
    if (node === area) break;
  }
  return facts;
}
