// Where leaving the viewer leads: back to the page that opened it, scrolled as it was, however many documents were
// looked at meanwhile (they take each other's place in the history).

/**
 * @param {string} fallback where the link Close leads
 * @param {{origin: string|null}|null} arrival what the last page of the viewer knew
 * @returns {{origin: string|null, leave: () => void, reset: () => void}}
 */
export function makeReturn(fallback, arrival) {
  const origin = history.state?.viewerOrigin ?? (arrival === null ? ownReferrer() : arrival.origin);
  history.replaceState({ ...history.state, viewerOrigin: origin }, "");
  let isLeaving = false;
  return {
    origin,
    /** For a page that comes back from the browser's memory: it has not been left. */
    reset() { isLeaving = false; },
    leave() {
      if (isLeaving) return; // twice would go back twice
      isLeaving = true;
      if (origin !== null && liesBehind(origin)) history.back();
      else location.assign(fallback);
    },
  };
}

/** The page that led here, if it is one of ours that shows documents and not the viewer itself. */
function ownReferrer() {
  if (document.referrer === "") return null;
  const { origin, pathname, href } = new URL(document.referrer);
  return origin === location.origin && /^\/documents(\/|$)/.test(pathname) && !pathname.endsWith("/view") ? href : null;
}

function liesBehind(origin) {
  if (window.navigation?.currentEntry) {
    const before = navigation.entries()[navigation.currentEntry.index - 1];
    return before?.url?.split("#")[0] === origin.split("#")[0];
  }
  return history.length > 1; // a new tab has nothing behind
}
