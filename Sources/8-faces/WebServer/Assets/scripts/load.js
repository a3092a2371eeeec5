// Gets pages of this site as documents, of which parts are put into the page that is shown. The server writes all markup;
// scripts never make any of text.

import { startModules, stopModules } from "./modules.js";
import { showTimes } from "./times.js";

/**
 * Why a page could not be had: `kind` is "offline", "timeout", "server" or "refused"; `advice` is what can be done about it,
 * for messages that have no room for the reason.
 */
export class LoadError extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
    this.advice = kind === "offline" ? "Check your connection." : "Please try again.";
  }
}

/**
 * Gets a page.
 *
 * @param {string} url of this site
 * @param {{method?: string, body?: URLSearchParams|FormData, signal?: AbortSignal, timeout?: number}} [options] `timeout` in
 *   milliseconds, 20,000 unless said otherwise.
 * @returns {Promise<{document: Document, url: string, status: number}>} with the address that it was sent on to; also for
 *   answers such as 404 and 422 that are pages.
 * @throws {LoadError} and AbortError.
 */
export function load(url, { method = "GET", body = null, signal, timeout = 20_000 } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "document";
    request.timeout = timeout;
    request.setRequestHeader("Accept", "text/html");
    const stop = () => request.abort();
    signal?.addEventListener("abort", stop, { once: true });
    request.onloadend = () => signal?.removeEventListener("abort", stop);
    request.onabort = () => reject(signal?.reason ?? new DOMException("Given up.", "AbortError"));
    request.ontimeout = () => reject(new LoadError("timeout", "Connection timed out."));
    request.onerror = () =>
      reject(
        navigator.onLine
          ? new LoadError("offline", "Unable to reach the server. Check your connection.")
          : new LoadError("offline", "You are offline."),
      );
    request.onload = () => {
      const answer = request.response;
      if (request.status >= 500 || !answer?.body) {
        return reject(new LoadError("server", "Server error. Please try again."));
      }
      const isSignIn = (address) => new URL(address, location.href).pathname === "/sign-in";
      if (isSignIn(request.responseURL) && !isSignIn(url)) {
        location.assign(request.responseURL);
        return;
      }
      resolve({ document: answer, url: request.responseURL, status: request.status });
    };
    request.send(body);
  });
}

/**
 * Puts parts of a page that was got in the places of those with the same ids. What has no part there is left as it is; the
 * focus stays on an element with the same id.
 *
 * @param {Document} source
 * @param {string[]} ids
 */
export function swap(source, ids) {
  const focused = document.activeElement?.id;
  for (const id of ids) {
    const old = document.getElementById(id);
    const made = source.getElementById(id);
    if (!old || !made) continue;
    stopModules(old);
    const part = document.importNode(made, true);
    old.replaceWith(part);
    showTimes(part);
    startModules(part);
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}
