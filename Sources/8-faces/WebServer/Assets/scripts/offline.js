// Says that there is no connection, and keeps what would be lost from being sent meanwhile.

import { element, find, icon } from "./dom.js";
import { toast } from "./toast.js";

/** What changes something on the server; uploads wait by themselves. */
const CHANGES = "a[data-sheet]:not([href$='/new'], [href*='/new?']), form[method=post]:not(.upload-form) button";

/** Watches the connection as long as the page is there. */
export function watchConnection() {
  let banner = null;
  const show = () => {
    document.documentElement.toggleAttribute("data-offline", !navigator.onLine);
    if (navigator.onLine) {
      banner?.remove();
      banner = null;
      return;
    }
    // The viewer says it itself.
    if (banner || document.body.matches(".viewer-page")) return;
    banner = element(
      "div",
      { class: "notice notice-warning offline", role: "status" },
      icon("warning"),
      element("p", {}, "No internet connection. What you see stays; changes have to wait, and uploads go on by themselves."),
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
