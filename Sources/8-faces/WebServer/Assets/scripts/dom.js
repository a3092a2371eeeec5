// Making parts of a page without writing markup as text, which the page's policy forbids (Trusted Types).

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element.
 *
 * @param {string} tag
 * @param {Object<string, string|number|boolean|Function|null|undefined>} attributes `class`, `aria-label` and so on; true
 *   sets an attribute without a value, false, null and undefined leave it out; a function listens to the event of that name.
 * @param {...(Node|string|null|undefined|false)} children strings become text.
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/**
 * A drawing of the sprite, which assistive technology passes over: what it stands for has to be said beside it.
 *
 * @param {string} name its id in images/icons.svg
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `asset:icons.svg#${name}`);
  made.append(use);
  return made;
}

/** The first element that a selector finds, or null. */
export const find = (selector, within = document) => within.querySelector(selector);

/** All elements that a selector finds, as an array. */
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

/**
 * Sizes as the pages write them: "3.1 MB", in powers of 1000.
 *
 * @param {number} bytes
 */
export function sizeText(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/**
 * Durations as people say them: "12 seconds", "3 minutes", "1.5 hours".
 *
 * @param {number} seconds
 */
export function durationText(seconds) {
  const say = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return say(Math.round(seconds), "second");
  if (seconds < 5400) return say(Math.round(seconds / 60), "minute");
  return `${(seconds / 3600).toFixed(1)} hours`;
}
