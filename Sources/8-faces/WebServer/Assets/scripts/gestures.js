// Which gesture the fingers make: a state machine without document, clock or effects, so that tables of events can test
// it. Its numbers are those of PhotoSwipe 5, which people know by feel.

/** Distances in CSS pixels, times in milliseconds, velocities in pixels per millisecond. */
export const NUMBERS = {
  slop: 10, // before it, a finger has not moved
  doubleTime: 300,
  doubleDistance: 25,
  holdTime: 500, // longer is no tap: the browser's own menu opens
  flick: 0.5, // a swipe this fast goes on even when short
  turnShare: 0.5, // of the width: a swipe this far goes on even when slow
  closeShare: 0.4 / 3, // of the height, where the finger would have ended had it slid on
  glide: 0.995 / 0.005, // how far a velocity carries, with a deceleration of 0.995 per millisecond
  pull: 0.6, // how much of the finger's way the document follows down
  resistance: 0.35, // how much it follows where there is nothing to go to
  velocityTime: 50,
};

/** The state before anything happened. */
export const atRest = Object.freeze({ phase: "idle", fingers: [], trail: [], tap: null });

/** Whether the page has to keep the browser from scrolling or zooming now. */
export const isClaimed = (state) => ["pan", "pinch", "dismiss", "swipe", "barred"].includes(state.phase);

/**
 * What an event means.
 *
 * @param {object} state `atRest`, or what the last call gave
 * @param {object} event `{type: "down" | "move" | "up" | "cancel", id, x, y, time, zoomed}`, or `{type: "time", time}`
 *   when the time of a `wake` action has come. `zoomed` says whether the document is larger than fits now. The first
 *   finger down also tells `width` and `height` of the window, `atTop` (nothing under the finger can scroll up),
 *   `steady` (nor to the side: a browser would take such a movement for its way back), `previous` and `next` (there is
 *   one), and `allows`: an array of "tap", "double", "pinch", "dismiss", "swipe"; an empty one ignores all until the
 *   fingers are up.
 * @returns {{state: object, actions: object[]}} actions to carry out, in their order:
 *   `tap {x, y}`, `double-tap {x, y}`, `wake {time}`, `pan {dx, dy}`, `pan-end {vx, vy}`, `pinch-start`,
 *   `pinch {factor, x, y, dx, dy}` (against the last one, around a point), `pinch-end`, `dismiss {offset}`,
 *   `dismiss-end {close}`, `swipe {offset}`, `swipe-end {turn: -1 | 0 | 1}`.
 */
export function step(state, event) {
  switch (event.type) {
    case "down": return down(state, event);
    case "move": return move(state, event);
    case "up": return up(state, event);
    case "cancel": return cancel(state, event);
    case "time": return passed(state, event);
    default: return { state, actions: [] };
  }
}

function down(state, event) {
  if (state.fingers.some((finger) => finger.id === event.id)) {
    // Its end was lost.
    const ended = cancel(state, event);
    const begun = down(ended.state, event);
    return { state: begun.state, actions: [...ended.actions, ...begun.actions] };
  }
  const finger = { id: event.id, x: event.x, y: event.y };
  const fingers = [...state.fingers, finger];
  if (fingers.length === 1) {
    const start = { ...event };
    const allowed = event.allows ?? [];
    const repeats = state.tap !== null && event.time - state.tap.time <= NUMBERS.doubleTime
      && distance(event, state.tap) <= NUMBERS.doubleDistance;
    const actions = state.tap !== null && !repeats ? [{ type: "tap", x: state.tap.x, y: state.tap.y }] : [];
    return {
      state: {
        phase: allowed.length === 0 ? "spent" : "pressed", fingers, start, repeats,
        trail: [point(event)], tap: repeats ? state.tap : null,
      },
      actions,
    };
  }
  if (fingers.length > 2 || state.phase === "spent") return { state: { ...state, fingers }, actions: [] };
  // A second finger: a pinch or nothing, until all fingers are up.
  const actions = abandoned(state);
  const pinches = state.start.allows.includes("pinch");
  if (pinches) actions.push({ type: "pinch-start" });
  return { state: { ...state, phase: pinches ? "pinch" : "spent", fingers, tap: null, repeats: false }, actions };
}

function move(state, event) {
  const old = state.fingers.find((finger) => finger.id === event.id);
  if (old === undefined) return { state, actions: [] };
  const fingers = state.fingers.map((finger) => (finger === old ? { ...finger, x: event.x, y: event.y } : finger));
  const moved = { ...state, fingers };
  if (state.phase === "pinch") return { state: moved, actions: pinched(state.fingers, fingers) };
  if (state.phase === "spent" || old !== state.fingers[0]) return { state: moved, actions: [] };
  moved.trail = [...state.trail, point(event)].filter((place) => event.time - place.time <= NUMBERS.velocityTime * 2);
  if (state.phase === "pressed") {
    moved.phase = decided(state.start, event);
    if (moved.phase === "pressed") return { state: moved, actions: [] };
  }
  switch (moved.phase) {
    case "pan": return { state: moved, actions: [{ type: "pan", dx: event.x - old.x, dy: event.y - old.y }] };
    case "dismiss": return { state: moved, actions: [{ type: "dismiss", offset: pulled(state.start, event) }] };
    case "swipe": return { state: moved, actions: [{ type: "swipe", offset: shifted(state.start, event) }] };
    default: return { state: moved, actions: [] };
  }
}

/** What one finger that moved is about. */
function decided(start, event) {
  const dx = event.x - start.x;
  const dy = event.y - start.y;
  if (Math.hypot(dx, dy) < NUMBERS.slop) return "pressed";
  if (event.zoomed) return "pan";
  if (Math.abs(dx) > Math.abs(dy)) return start.allows.includes("swipe") ? "swipe" : start.steady ? "barred" : "spent";
  return dy > 0 && start.atTop && start.allows.includes("dismiss") ? "dismiss" : "spent";
}

function up(state, event) {
  const fingers = state.fingers.filter((finger) => finger.id !== event.id);
  if (fingers.length === state.fingers.length) return { state, actions: [] };
  const rest = { ...atRest, tap: state.tap };
  switch (state.phase) {
    case "pinch":
      if (fingers.length > 1) return { state: { ...state, fingers }, actions: [] };
      // The finger that stays pans what was made larger; it never closes or turns.
      return {
        state: fingers.length === 0 ? rest : { ...state, phase: event.zoomed ? "pan" : "spent", fingers, trail: [] },
        actions: [{ type: "pinch-end" }],
      };
    case "pan": {
      const { vx, vy } = velocity(state.trail, event);
      return { state: rest, actions: [{ type: "pan-end", vx, vy }] };
    }
    case "dismiss": {
      const { vy } = velocity(state.trail, event);
      const share = (pulled(state.start, event) + vy * NUMBERS.glide) / state.start.height;
      return { state: rest, actions: [{ type: "dismiss-end", close: share > NUMBERS.closeShare }] };
    }
    case "swipe": return { state: rest, actions: [{ type: "swipe-end", turn: turned(state, event) }] };
    case "pressed": return released(state, event, rest);
    default: return { state: fingers.length === 0 ? rest : { ...state, fingers }, actions: [] };
  }
}

/** A finger that came and went in one place. */
function released(state, event, rest) {
  const place = { x: state.start.x, y: state.start.y };
  const { allows } = state.start;
  if (!allows.includes("tap") || event.time - state.start.time > NUMBERS.holdTime) {
    const actions = state.tap === null ? [] : [{ type: "tap", x: state.tap.x, y: state.tap.y }];
    return { state: { ...rest, tap: null }, actions };
  }
  if (!allows.includes("double")) return { state: { ...rest, tap: null }, actions: [{ type: "tap", ...place }] };
  if (state.repeats) return { state: { ...rest, tap: null }, actions: [{ type: "double-tap", ...place }] };
  return {
    state: { ...rest, tap: { ...place, time: event.time } },
    actions: [{ type: "wake", time: event.time + NUMBERS.doubleTime }],
  };
}

function cancel(state, event) {
  const fingers = state.fingers.filter((finger) => finger.id !== event.id);
  if (fingers.length === state.fingers.length) return { state, actions: [] };
  const next = fingers.length === 0 ? atRest : { ...state, phase: "spent", fingers, tap: null };
  return { state: next, actions: abandoned(state) };
}

/** A tap that nothing followed is one; while a finger is down that may make it a double tap, it waits. */
function passed(state, event) {
  if (state.tap === null || event.time < state.tap.time + NUMBERS.doubleTime) return { state, actions: [] };
  if (state.phase === "pressed" && state.repeats) return { state, actions: [] };
  return { state: { ...state, tap: null }, actions: [{ type: "tap", x: state.tap.x, y: state.tap.y }] };
}

/** What puts everything back that a gesture moved and now is none. */
function abandoned(state) {
  switch (state.phase) {
    case "dismiss": return [{ type: "dismiss-end", close: false }];
    case "swipe": return [{ type: "swipe-end", turn: 0 }];
    case "pan": return [{ type: "pan-end", vx: 0, vy: 0 }];
    case "pinch": return [{ type: "pinch-end" }];
    default: return [];
  }
}

function pinched([a, b], [c, d]) {
  const before = middle(a, b);
  const after = middle(c, d);
  const factor = distance(c, d) / Math.max(distance(a, b), 1);
  return [{ type: "pinch", factor, x: after.x, y: after.y, dx: after.x - before.x, dy: after.y - before.y }];
}

function pulled(start, event) {
  const dy = event.y - start.y;
  return dy > 0 ? dy * NUMBERS.pull : 0;
}

function shifted(start, event) {
  const dx = event.x - start.x;
  return (dx > 0 ? start.previous : start.next) ? dx : dx * NUMBERS.resistance;
}

function turned(state, event) {
  const dx = event.x - state.start.x;
  const { vx } = velocity(state.trail, event);
  const goes = dx > 0 ? state.start.previous : state.start.next;
  const isFlick = Math.abs(vx) > NUMBERS.flick && Math.sign(vx) === Math.sign(dx);
  // Far, and not on the way back.
  const isFar = Math.abs(dx) > state.start.width * NUMBERS.turnShare && !(Math.abs(vx) > NUMBERS.flick && !isFlick);
  if (!goes || !(isFlick || isFar)) return 0;
  return dx > 0 ? -1 : 1;
}

/** Of the last moments only: a finger that rested before it left throws nothing. */
function velocity(trail, event) {
  const from = trail.find((place) => event.time - place.time <= NUMBERS.velocityTime);
  const duration = from === undefined ? 0 : event.time - from.time;
  if (duration < 2) return { vx: 0, vy: 0 };
  return { vx: (event.x - from.x) / duration, vy: (event.y - from.y) / duration };
}

const point = ({ x, y, time }) => ({ x, y, time });
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
