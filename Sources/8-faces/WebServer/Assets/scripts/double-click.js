// Double clicks where one click takes away what was pressed.

/** A second press within so long, in milliseconds, and so near, in pixels, is the other half of a double click. */
const DOUBLE = 600;
const NEAR = 24;

/**
 * The second half of a double click would meet what lies beneath, or what has moved up: it goes nowhere.
 *
 * @param {MouseEvent} event the first half
 */
export function stopSecond({ detail, clientX, clientY }) {
  // Pressed by a key.
  if (detail === 0) return;
  const stop = (event) => {
    if (event.detail === 0 || Math.hypot(event.clientX - clientX, event.clientY - clientY) > NEAR) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", stop, { capture: true, signal: AbortSignal.timeout(DOUBLE) });
}
