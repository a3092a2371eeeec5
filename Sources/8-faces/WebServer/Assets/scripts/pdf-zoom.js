// Which zooms there are and how one leads to the next.

import { LARGEST, SMALLEST } from "./pdf-layout.js";

/** Steps of the buttons; the select offers those of CHOICES. */
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const CHOICES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The choices of the zoom select: value and text. On an upright phone a whole page is as wide as the view. */
export const zoomChoices = [
  ["height", "Fit page"],
  ["width", "Fit width"],
  ...CHOICES.map((scale) => [String(scale), percent(scale)]),
];

/** "125%" */
export function percent(scale) {
  return `${Math.round(scale * 100)}%`;
}

/** The zoom that a choice of the select means. */
export function zoomOfChoice(value) {
  return value === "height" || value === "width" ? { mode: value, scale: 1 } : { mode: "custom", scale: Number(value) };
}

/** The choice of the select that shows a zoom, or null if none does. */
export function choiceOfZoom(zoom) {
  if (zoom.mode !== "custom") return zoom.mode;
  const match = CHOICES.find((scale) => Math.abs(scale - zoom.scale) < 0.005);
  return match ? String(match) : null;
}

/**
 * A double tap: height and width in turn, and from everything else back to height.
 *
 * @param {Zoom} zoom
 * @param {number|null} alike the scale of both fits where they are the same: then twice of it stands for the width
 */
export function zoomAfterDoubleTap(zoom, alike) {
  if (zoom.mode === "custom") return { mode: "height", scale: 1 };
  if (alike !== null) return { mode: "custom", scale: clampedScale(alike * 2) };
  return { mode: zoom.mode === "height" ? "width" : "height", scale: 1 };
}

/** The next larger (1) or smaller (-1) step from a scale. */
export function steppedScale(scale, direction) {
  const further = direction > 0
    ? STEPS.find((step) => step > scale * 1.01)
    : STEPS.findLast((step) => step < scale * 0.99);
  return further ?? clampedScale(scale);
}

/** A scale within what is allowed. */
export function clampedScale(scale) {
  return Math.min(LARGEST, Math.max(SMALLEST, scale));
}
