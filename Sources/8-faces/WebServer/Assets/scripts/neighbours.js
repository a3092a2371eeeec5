// The documents before and after this one. Steps are counted while they come quickly, and one navigation goes to where
// they lead: thirty presses of a key land thirty documents further, and load one page.

import { find } from "./dom.js";

const PAUSE = 180; // milliseconds between presses that belong together
const PAUSE_IN_SERIES = 320; // who hurries is not to be cut off
const ARRIVAL = "compass.viewer-arrival";
const LARGEST_AHEAD = 8_000_000;

/**
 * @param {HTMLElement|null} nav with the links `a[rel=prev]` and `a[rel=next]`, `data-position` and `data-count`
 * @param {object} owner
 * @param {(direction: -1 | 0 | 1) => void} owner.leave shows that it goes on, or (0) that it does not after all
 * @param {(error: Error, retry: () => void) => void} owner.failed
 * @param {() => object} owner.luggage what the next page should know: `{origin}`
 */
export function makeSteps(nav, { leave, failed, luggage }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const indicator = nav === null ? null : find(".viewer-position", nav);
  const position = Number(nav?.dataset.position ?? 1);
  const count = Number(nav?.dataset.count ?? 1);
  const own = nav === null ? {} : linksIn(nav, location.href);
  const pages = new Map(); // address to a promise of its links
  let offset = 0;
  let alarm = 0;
  let focus = null;
  let isSeries = false;
  let isGoing = false;
  let isHeld = false;

  function describe() {
    const shown = position + offset;
    if (indicator === null || indicator.textContent === `${shown} of ${count}`) return;
    indicator.textContent = `${shown} of ${count}`;
    indicator.setAttribute("aria-label", `Document ${shown} of ${count}`);
  }

  /** Goes on or back; `from` is the link that was used and gets the focus on the next page. */
  function press(direction, from = null) {
    const next = Math.min(Math.max(offset + direction, 1 - position), count - position);
    if (next === offset) return;
    offset = next;
    focus = from;
    describe();
    leave(Math.sign(offset));
    isSeries = alarm !== 0;
    isHeld = false;
    clearTimeout(alarm);
    if (isGoing) window.stop(); // to a document that is not meant any more
    isGoing = false;
    alarm = setTimeout(arrive, isSeries ? PAUSE_IN_SERIES : PAUSE);
    walk(offset).catch(() => {}); // begins already; what fails is told when it counts
  }

  /** As if nothing had been pressed. */
  function reset() {
    clearTimeout(alarm);
    alarm = 0;
    isGoing = isHeld = false;
    offset = 0;
    describe();
  }

  /** A finger is down again: it may be the next of a series. */
  function hold() {
    if (alarm === 0) return;
    clearTimeout(alarm);
    if (isGoing) window.stop();
    isGoing = false;
    isHeld = true;
  }

  /** The finger is up; unless it pressed again, it goes where it was going. */
  function goOn() {
    if (isHeld) alarm = setTimeout(arrive, PAUSE_IN_SERIES);
    isHeld = false;
  }

  async function arrive() {
    const wanted = offset;
    if (wanted === 0) return reset();
    try {
      const { href } = await walk(wanted);
      if (offset !== wanted || signal.aborted) return; // pressed again meanwhile
      const direction = wanted > 0 ? "next" : "prev";
      store({ href, direction, focus, ...luggage() });
      isGoing = true;
      location.replace(href);
    } catch (error) {
      if (offset !== wanted || signal.aborted) return;
      const wish = offset;
      reset();
      leave(0);
      failed(error, () => press(wish, focus));
    }
  }

  /** The address that lies so many steps away. */
  async function walk(steps) {
    const name = steps > 0 ? "next" : "prev";
    let links = own;
    let href = location.href;
    for (let step = 0; step < Math.abs(steps); step += 1) {
      href = links[name];
      if (href === undefined) throw new Error("There is no further document.");
      if (step < Math.abs(steps) - 1) links = await linksOf(href);
    }
    return { href };
  }

  function linksOf(href) {
    if (!pages.has(href)) {
      const page = fetchPage(href, signal).then((read) => linksIn(read, href));
      page.catch(() => pages.delete(href));
      pages.set(href, page);
    }
    return pages.get(href);
  }

  /** Reads the neighbours while nothing else is to do, and their images when these are small. */
  function readAhead() {
    if (navigator.connection?.saveData) return;
    for (const href of [own.next, own.prev].filter(Boolean)) {
      linksOf(href).then(({ image, size }) => {
        if (image !== undefined && size > 0 && size <= LARGEST_AHEAD) new Image().src = image;
      }).catch(() => {}); // nobody has asked for it yet
    }
  }
  const idle = window.requestIdleCallback === undefined
    ? setTimeout(readAhead, 500) : requestIdleCallback(readAhead, { timeout: 3000 });

  nav?.addEventListener("click", (event) => {
    const link = event.target.closest("a[rel=prev], a[rel=next], a[data-steps]");
    if (link === null || !link.hasAttribute("href")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Firefox counts a click by the keyboard as one of a mouse, so that `detail` does not tell them apart.
    const steps = Number(link.dataset.steps ?? (link.rel === "next" ? 1 : -1));
    press(steps, link.matches(":focus-visible") ? (steps > 0 ? "next" : "prev") : null);
  }, { signal });

  return {
    press,
    hold,
    goOn,
    reset,
    hasPrevious: position > 1 && own.prev !== undefined,
    hasNext: position < count && own.next !== undefined,
    stop() {
      clearTimeout(alarm);
      if (window.cancelIdleCallback === undefined) clearTimeout(idle);
      else cancelIdleCallback(idle);
      stopping.abort();
    },
  };
}

/** What the page that led here left for this one, once. */
export function takeArrival() {
  try {
    const arrival = JSON.parse(sessionStorage.getItem(ARRIVAL) ?? "null");
    sessionStorage.removeItem(ARRIVAL);
    return arrival?.href === location.href ? arrival : null;
  } catch { return null; }
}

function store(arrival) {
  try {
    sessionStorage.setItem(ARRIVAL, JSON.stringify(arrival));
  } catch { /* then the next page starts like any other */ }
}

function linksIn(page, base) {
  const absolute = (selector, name) => {
    const value = find(selector, page)?.getAttribute(name);
    return value === null || value === undefined ? undefined : new URL(value, base).href;
  };
  return {
    prev: absolute("a[rel=prev][href]", "href"), next: absolute("a[rel=next][href]", "href"),
    image: absolute("img.viewer-image", "src"), size: Number(find(".viewer", page)?.dataset.size ?? 0),
  };
}

/** Trusted Types leave only this way to read a page. */
function fetchPage(href, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.timeout = 10_000;
    request.onload = () => (request.status === 200 && request.response !== null
      ? resolve(request.response) : reject(new Error(`The server answered ${request.status}.`)));
    request.onerror = request.ontimeout = () => reject(new Error("The server could not be reached."));
    request.onabort = () => reject(new DOMException("Left", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("GET", href);
    request.send();
  });
}
