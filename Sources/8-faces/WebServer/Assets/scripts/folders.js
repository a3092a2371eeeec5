// Keeps a page that shows the present state up to date: every few seconds, and only while somebody looks at it.

import { load } from "./load.js";
import { showTimes } from "./times.js";

const EVERY = 5_000;

/** @param {Element} root whose parts with `data-live` and an id are brought up to date */
export function start(root) {
  const leaving = new AbortController();
  const { signal } = leaving;
  let timer;

  const look = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const page = await load(location.pathname + location.search, { signal });
      if (page.status === 200) update(root, page.document);
      root.removeAttribute("data-stale");
    } catch (error) {
      if (error.name === "AbortError") return;
      // It is tried again; what is shown stays, and says that it is old.
      root.setAttribute("data-stale", "");
    }
    if (!signal.aborted) timer = setTimeout(look, EVERY);
  };

  document.addEventListener("visibilitychange", () => !document.hidden && look(), { signal });
  timer = setTimeout(look, EVERY);
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
}

/** Replaces only what differs, so that focus, places in lists and what is folded out stay. */
function update(root, source) {
  for (const old of root.querySelectorAll("[data-live][id]")) {
    const part = source.getElementById(old.id);
    if (part) adopt(old, document.importNode(part, true));
  }
}

function adopt(old, fresh) {
  showTimes(fresh);
  for (const details of fresh.querySelectorAll("details[id]")) {
    if (document.getElementById(details.id)?.open) details.open = true;
  }
  if (old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  if (!focused) return old.replaceWith(fresh);
  // What has the focus stays in its place until it has lost it.
  const within = focused.id ? fresh.querySelector(`#${CSS.escape(focused.id)}`) : null;
  if (!within) return;
  old.replaceWith(fresh);
  within.focus({ preventScroll: true });
}
