// The page of a document: Back returns to the list as it was, and what was uploaded appears.

import { find } from "./dom.js";
import { load, swap } from "./load.js";

/** Starts on the page's main element. */
export function start(main) {
  const owner = new AbortController();
  const { signal } = owner;
  // By the history, the list is where it was, at the place to which it was scrolled.
  find("[data-back]", main)?.addEventListener(
    "click",
    (event) => {
      if (!cameFromList() || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      history.back();
    },
    { signal },
  );
  document.addEventListener(
    "compass:document-changed",
    async (event) => {
      try {
        const page = await load(`/documents/${encodeURIComponent(event.detail.document.id)}`, { signal });
        history.replaceState(null, "", page.url);
        swap(page.document, ["document"]);
      } catch {
        // What is shown is still true; the upload itself says what became of it.
      }
    },
    { signal },
  );
  return () => owner.abort();
}

function cameFromList() {
  if (!document.referrer || history.length < 2) return false;
  const from = new URL(document.referrer);
  return from.origin === location.origin && from.pathname === "/documents";
}
