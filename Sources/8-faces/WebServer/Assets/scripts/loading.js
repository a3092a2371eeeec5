// What is shown in place of a document that is not there yet, or does not come, and how to find out why.

import { element, icon } from "./dom.js";

/** How long a document may take until it shows something. */
export const TIMEOUT = 10_000;
const SHORT = 200; // what is quicker needs no spinner

/** Reasons, as people read them. `retries` tells whether trying again may help. */
export const REASONS = {
  timeout: { text: "Connection timed out", detail: "The document took too long to load.", retries: true },
  offline: { text: "Connection lost", detail: "No internet connection. Please check your connection.", retries: true },
  lost: { text: "Connection lost", detail: "The server could not be reached.", retries: true },
  signedOut: {
    text: "You are signed out", detail: "Please sign in again to see this document.", retries: true, reloads: true,
  },
  gone: {
    text: "File no longer available", detail: "It may have been deleted, or is not shared with you any more.",
    retries: false,
  },
  server: { text: "Server error. Unable to load document.", detail: "", retries: true },
  refused: { text: "Unable to load document.", detail: "The server refused the file.", retries: true },
  corrupt: { text: "Unable to load file. File may be corrupt.", detail: "", retries: false, downloads: true },
};

/**
 * Finds out why something did not load, by asking for its head.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<object>} one of `REASONS`; `corrupt` when the server gives the file
 */
export async function reasonOf(address, signal) {
  if (!navigator.onLine) return REASONS.offline;
  const late = new AbortController();
  const alarm = setTimeout(() => late.abort(), TIMEOUT);
  try {
    const { ok, status } = await fetch(address, {
      method: "HEAD", cache: "no-store", signal: AbortSignal.any([signal, late.signal]),
    });
    if (ok) return REASONS.corrupt;
    if (status === 401 || status === 403) return REASONS.signedOut;
    if (status === 404 || status === 410) return REASONS.gone;
    return status >= 500 ? REASONS.server : REASONS.refused;
  } catch (error) {
    if (signal.aborted) throw error;
    return late.signal.aborted ? REASONS.timeout : navigator.onLine ? REASONS.lost : REASONS.offline;
  } finally {
    clearTimeout(alarm);
  }
}

/**
 * The place for such words over a document. One thing at a time: a new word takes the place of the last.
 *
 * @param {HTMLElement} host
 * @param {{href: string, name: string}|null} download what "Download to view" offers
 */
export function makeNotice(host, download) {
  let shown = null;
  let alarm = 0;

  function clear() {
    clearTimeout(alarm);
    shown?.remove();
    shown = null;
    host.removeAttribute("aria-busy");
  }

  function place(node) {
    clear();
    shown = node;
    host.append(node);
  }

  return {
    clear,
    /**
     * Shows that something is awaited; calls `late` when it takes longer than `timeout`. `quiet` is for where
     * something turns already.
     */
    wait(text, { late = null, timeout = TIMEOUT, quiet = false } = {}) {
      place(element("div", { class: `viewer-notice viewer-wait${quiet ? " viewer-wait-quiet" : ""}`, role: "status" }));
      host.setAttribute("aria-busy", "true");
      alarm = setTimeout(() => {
        if (!quiet) shown?.append(element("span", { class: "viewer-spinner", "aria-hidden": "true" }));
        shown?.append(element("span", {}, text));
        if (late !== null) alarm = setTimeout(late, timeout - SHORT);
      }, SHORT);
    },
    /** Whether it waits. */
    get isWaiting() { return shown?.classList.contains("viewer-wait") ?? false; },
    /** Says what went wrong and offers what helps. */
    fail({ text, detail = "", retries = false, reloads = false, downloads = false }, retry) {
      const again = reloads ? () => location.reload() : retry;
      const hadFocus = shown?.contains(document.activeElement) ?? false;
      place(element("div", { class: "viewer-notice viewer-failure", role: "alert" },
        icon("warning"),
        element("p", { class: "viewer-notice-text" }, text),
        detail === "" ? null : element("p", { class: "viewer-notice-detail" }, detail),
        element("p", { class: "viewer-notice-actions" },
          retries ? element("button", { type: "button", class: "button viewer-outline-button", click: () => again() },
            icon("retry"), "Retry") : null,
          downloads && download !== null
            ? element("a", {
              class: "button viewer-fill-button", href: download.href, download: download.name,
              "data-action": "download-to-view",
            }, icon("download"), "Download to view")
            : null)));
      if (hadFocus) shown.querySelector("button, a")?.focus();
    },
  };
}
