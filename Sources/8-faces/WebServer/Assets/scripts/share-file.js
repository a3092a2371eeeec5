// Sharing a document: its address by what the device offers, or copied; and the way to the page that shares it with
// schools.

import { element, icon } from "./dom.js";

/**
 * Makes the link to the page of shares open a choice instead.
 *
 * @param {HTMLAnchorElement} link
 * @param {object} owner
 * @param {string} owner.title
 * @param {string} owner.address what is shared
 * @param {(text: string) => void} owner.say
 * @returns {{open: () => void, stop: () => void}}
 */
export function enhanceShare(link, { title, address, say }) {
  const listening = new AbortController();
  let dialog = null;

  function open() {
    if (dialog !== null) return;
    const before = document.activeElement;
    const result = element("p", { class: "viewer-share-result", role: "status" });
    const field = element("input", {
      class: "viewer-share-address", readonly: true, value: address, "aria-label": "Address of this document",
      focus: () => field.select(),
    });
    const close = () => dialog.close();
    const canShare = typeof navigator.share === "function";

    async function share() {
      try {
        await navigator.share({ title, url: address });
        close();
      } catch (error) {
        if (error.name === "AbortError") return;
        result.textContent = "Sharing did not work. The address can be copied instead.";
      }
    }

    async function copy() {
      try {
        await navigator.clipboard.writeText(address);
        result.textContent = "Link copied";
        say("Link copied");
      } catch {
        field.select();
        result.textContent = "Copying is not allowed here. The address is selected: copy it with the keyboard.";
      }
    }

    dialog = element("dialog", { class: "viewer-dialog", "aria-labelledby": "viewer-share-title" },
      element("header", { class: "viewer-dialog-head" },
        element("h2", { id: "viewer-share-title" }, "Share document"),
        element("button", {
          type: "button", class: "icon-button", "aria-label": "Close sharing", click: close,
        }, icon("close"))),
      element("p", { class: "viewer-share-title" }, title),
      canShare
        ? element("button", { type: "button", class: "viewer-choice", click: share }, icon("share"), "Share by…")
        : null,
      element("div", { class: "viewer-share-row" }, field,
        element("button", { type: "button", class: "viewer-small-button", click: copy }, icon("copy"), "Copy link")),
      element("p", { class: "viewer-share-note" },
        "Only people who can sign in and may see this document can open the link."),
      element("a", { class: "viewer-choice", href: link.href }, icon("school"), "Share with schools"),
      result);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
    dialog.addEventListener("close", () => {
      dialog.remove();
      dialog = null;
      (before instanceof HTMLElement && before !== document.body ? before : link).focus({ preventScroll: true });
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  }, { signal: listening.signal });

  return {
    open,
    stop() {
      listening.abort();
      dialog?.close();
    },
  };
}
