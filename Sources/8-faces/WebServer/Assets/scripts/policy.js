// The privacy policy's page: the button that prints, the way back, and accepting once the end was reached.

import { find } from "./dom.js";

const FAILED = "Failed to save acknowledgment. Please try again.";

/**
 * Brings the page of the policy to life.
 *
 * @param {HTMLElement} root the element with `data-module="policy"`
 * @returns {Function} takes everything back
 */
export function start(root) {
  const leaving = new AbortController();
  const { signal } = leaving;

  const print = find("[data-policy-print]", root);
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print(), { signal });
  }
  const share = find("[data-policy-share]", root);
  if (share) {
    share.hidden = false;
    share.addEventListener("click", () => shareAddress(find("span", share)), { signal });
  }
  find("[data-policy-back]", root)?.addEventListener("click", goBack, { signal });

  const form = find("[data-policy-accept]", root);
  const end = find("[data-policy-end]", root);
  if (form && end) accepting(form, end, signal);
  return () => leaving.abort();
}

/** By what the device offers; else the address is copied. `word` is what the button says. */
async function shareAddress(word) {
  const url = location.href.split("#")[0];
  try {
    if (typeof navigator.share === "function") return void (await navigator.share({ title: document.title, url }));
    await navigator.clipboard.writeText(url);
    word.textContent = "Link copied";
  } catch (error) {
    // Whoever gives up sharing has done nothing wrong.
    if (error.name !== "AbortError") word.textContent = "Sharing does not work here";
  }
}

/** To where the reader came from, if that is a page of ours; else the link leads on. */
function goBack(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || window.history.length < 2) return;
  if (!document.referrer || new URL(document.referrer).origin !== window.location.origin) return;
  event.preventDefault();
  window.history.back();
}

function accepting(form, end, signal) {
  const button = find("button", form);
  const reason = find(".policy-reason", form);
  const failure = find("[data-policy-failure]", form);
  const status = find("[data-policy-status]", form);
  let hasReachedEnd = false;
  let isSending = false;

  // It stays in the order of focus, so that whoever comes to it learns why it does not work yet.
  button.setAttribute("aria-disabled", "true");
  button.setAttribute("aria-describedby", reason.id);
  reason.hidden = false;

  whenSeen(end, form, signal, () => {
    hasReachedEnd = true;
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-describedby");
    reason.hidden = true;
    status.textContent = "You have reached the end. You can accept the policy now.";
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    if (!hasReachedEnd) {
      // Set anew, so that it is said again.
      status.textContent = "";
      status.textContent = reason.textContent;
      return;
    }
    isSending = true;
    button.setAttribute("aria-busy", "true");
    failure.textContent = "";
    try {
      await send(form, signal);
    } catch (error) {
      if (!signal.aborted) failure.textContent = error.message;
    } finally {
      isSending = false;
      button.removeAttribute("aria-busy");
    }
  }, { signal });
}

/**
 * Sends the form, and goes where the answer leads.
 *
 * @throws {Error} whose message is to be shown
 */
async function send(form, signal) {
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), signal });
  } catch {
    throw new Error(FAILED);
  }
  if (answer.ok && answer.redirected) {
    window.location.assign(answer.url);
    return;
  }
  if (answer.status === 409) throw new Error("The policy has changed while you were reading. Reload the page to read it.");
  throw new Error(await detail(answer));
}

/** Why it was not saved, as far as the answer tells. */
async function detail(answer) {
  if (!answer.headers.get("Content-Type")?.startsWith("application/problem+json")) return FAILED;
  try {
    const problem = await answer.json();
    return problem.detail ? `${FAILED} ${problem.detail}` : FAILED;
  } catch {
    return FAILED;
  }
}

/**
 * Calls once when the end of the text has come into view: by scrolling, the End key, a jump, or because all fits.
 *
 * The end is a pixel high and any part of it counts, since Firefox does not report empty ones and zoom rounds. What the
 * footer covers is not seen, so the view ends a little below the footer's upper edge.
 */
function whenSeen(end, footer, signal, act) {
  let observer;
  const watch = () => {
    observer?.disconnect();
    const covered = Math.max(0, Math.floor(footer.getBoundingClientRect().height) - 4);
    observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      stop();
      act();
    }, { threshold: 0, rootMargin: `0px 0px -${covered}px 0px` });
    observer.observe(end);
  };
  const resizing = new ResizeObserver(watch);
  const stop = () => {
    observer?.disconnect();
    resizing.disconnect();
  };
  resizing.observe(footer);
  signal.addEventListener("abort", stop, { once: true });
}
