// Where a picture lies that is made larger: numbers only. `x` and `y` are the way of its middle from the middle of the
// frame.

export const LARGEST = 5;
const RESISTANCE = 0.35;
const STEPS = [1, 1.5, 2, 3, 4, 5];

/** The whole picture, as large as the frame allows. */
export const WHOLE = Object.freeze({ scale: 1, x: 0, y: 0 });

/** The size in which the whole picture fits the frame. */
export function fitted(picture, frame) {
  const factor = Math.min(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** How far the picture may be moved to each side before the frame shows emptiness that it need not show. */
export function reach({ scale }, size, frame) {
  return {
    x: Math.max(0, (size.width * scale - frame.width) / 2),
    y: Math.max(0, (size.height * scale - frame.height) / 2),
  };
}

/** The nearest allowed place. */
export function settled(view, size, frame) {
  const scale = clamp(view.scale, 1, LARGEST);
  const limit = reach({ scale }, size, frame);
  return { scale, x: clamp(view.x, -limit.x, limit.x), y: clamp(view.y, -limit.y, limit.y) };
}

/**
 * Larger or smaller around a point that stays where it is.
 *
 * @param {{scale: number, x: number, y: number}} view
 * @param {number} scale the new one
 * @param {{x: number, y: number}} point from the middle of the frame
 */
export function scaledAround(view, scale, point) {
  const factor = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * factor, y: point.y - (point.y - view.y) * factor };
}

/** Moved by a finger: beyond the picture's edge it follows reluctantly. */
export function moved(view, dx, dy, size, frame) {
  const limit = reach(view, size, frame);
  return { ...view, x: resisted(view.x, dx, limit.x), y: resisted(view.y, dy, limit.y) };
}

/** The scale of a pinch: beyond the limits it follows reluctantly. */
export function pinchedScale(scale, factor) {
  const wanted = scale * factor;
  const isOutside = (wanted < 1 && factor < 1) || (wanted > LARGEST && factor > 1);
  return clamp(isOutside ? scale * factor ** RESISTANCE : wanted, 0.5, LARGEST * 1.5);
}

/** The next step of the buttons. */
export function nextStep(scale, direction) {
  const further = direction > 0
    ? STEPS.find((value) => value > scale * 1.01)
    : STEPS.findLast((value) => value < scale * 0.99);
  return further ?? (direction > 0 ? LARGEST : 1);
}

function resisted(place, way, limit) {
  const isOutward = (place > limit && way > 0) || (place < -limit && way < 0);
  const next = place + (isOutward ? way * RESISTANCE : way);
  if (isOutward) return next;
  // What of this step lies beyond the edge.
  const beyond = Math.abs(next) - limit;
  const wasInside = Math.abs(place) <= limit;
  return wasInside && beyond > 0 ? Math.sign(next) * (limit + beyond * RESISTANCE) : next;
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
