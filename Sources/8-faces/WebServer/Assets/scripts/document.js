// The page of a document: Back returns to the list as it was, and what was uploaded appears.

import { find } from "./dom.js";
import { load, swap } from "./load.js";
import { clearProblem, tellProblem } from "./load-problem.js";

/** Starts on the page's main element. */
export function start(main) {
  const owner = new AbortController();
  const { signal } = owner;
  // By the history, the list is where it was, at the place to which it was scrolled.
  find("[data-back]", main)?.addEventListener(
    "click",
    (event) => {
      const steps = stepsFromList();
      if (steps === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      history.go(-steps);
    },
    { signal },
  );
  const show = async (id) => {
    const address = new URL(`/documents/${encodeURIComponent(id)}`, location.href);
    // The list that one came from; but not what was done before.
    address.search = location.search;
    address.searchParams.delete("done");
    try {
      const page = await load(address.href, { signal });
      history.replaceState(null, "", page.url);
      swap(page.document, ["document"]);
      clearProblem();
    } catch (error) {
      if (error.name === "AbortError") return;
      tellProblem(find("#document", main), error, "Unable to load document details.", () => show(id));
    }
  };
  document.addEventListener("compass:document-changed", (event) => show(event.detail.document.id), { signal });
  return () => owner.abort();
}

/** How far back in the history the list is, with nothing but pages of documents between; 0: it is not there. */
function stepsFromList() {
  if (!window.navigation?.currentEntry) return cameFromList() ? 1 : 0;
  const here = navigation.currentEntry.index;
  const before = navigation.entries().slice(0, here).map((entry) => new URL(entry.url ?? "about:blank").pathname);
  const other = before.findLastIndex((path) => !/^\/(documents|links)\//.test(path));
  return before[other] === "/documents" ? here - other : 0;
}

function cameFromList() {
  if (!document.referrer || history.length < 2) return false;
  const from = new URL(document.referrer);
  return from.origin === location.origin && from.pathname === "/documents";
}
