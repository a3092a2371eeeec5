// Says that there is no connection, and keeps what would be lost from being sent meanwhile.

import { element, find, findAll, icon } from "./dom.js";
import { toast } from "./toast.js";

/** What changes something on the server; uploads wait by themselves. */
const CHANGES = "a[data-sheet]:not([href$='/new'], [href*='/new?']), form[method=post]:not(.upload-form) button";

/** The id of what says why they do not work. */
const REASON = "offline-reason";

/** Has what changes something look and be told as disabled; it stays in the order of focus, with the reason. */
function disable(disabled) {
  for (const one of findAll(CHANGES)) {
    if (one.disabled || one.hasAttribute("aria-disabled")) continue;
    one.setAttribute("aria-disabled", "true");
    if (!one.hasAttribute("aria-describedby")) one.setAttribute("aria-describedby", REASON);
    disabled.add(one);
  }
}

function enable(disabled) {
  for (const one of disabled) {
    one.removeAttribute("aria-disabled");
    if (one.getAttribute("aria-describedby") === REASON) one.removeAttribute("aria-describedby");
  }
  disabled.clear();
}

/** Watches the connection as long as the page is there. */
export function watchConnection() {
  let banner = null;
  const disabled = new Set();
  const show = () => {
    document.documentElement.toggleAttribute("data-offline", !navigator.onLine);
    if (navigator.onLine) {
      enable(disabled);
      banner?.remove();
      banner = null;
      return;
    }
    // The viewer says it itself.
    if (banner || document.body.matches(".viewer-page")) return;
    disable(disabled);
    banner = element(
      "div",
      { class: "notice notice-warning offline", role: "status" },
      icon("warning"),
      element("p", { id: REASON }, "No internet connection. You can read on. Changes have to wait; uploads resume by themselves."),
    );
    find("main")?.prepend(banner);
  };
  window.addEventListener("online", show);
  window.addEventListener("offline", show);
  document.addEventListener(
    "click",
    (event) => {
      if (navigator.onLine || !event.target.closest?.(CHANGES)) return;
      event.preventDefault();
      event.stopPropagation();
      toast("You are offline. Try again once there is a connection.", { isProblem: true });
    },
    { capture: true },
  );
  show();
}
