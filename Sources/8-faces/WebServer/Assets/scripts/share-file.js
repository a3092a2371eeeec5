// Sharing a document: its file or its address by what the device offers, or the address copied; and the way to the page that
// shares it with schools.

import { element, icon } from "./dom.js";
import { nameIn } from "./download.js";

/** Larger files are not read into memory to be handed on. */
const LARGEST_SHARED = 20_000_000;

/**
 * Makes the link to the page of shares open a choice instead.
 *
 * @param {HTMLAnchorElement} link
 * @param {object} owner
 * @param {string} owner.title
 * @param {string} owner.address of the document
 * @param {{href: string, size: number}} owner.file
 * @param {(text: string) => void} owner.say
 * @returns {{open: () => void, stop: () => void}}
 */
export function enhanceShare(link, { title, address, file, say }) {
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
    const closing = new AbortController();
    const canShare = typeof navigator.share === "function";
    let read = null;

    async function share() {
      try {
        await navigator.share({ title, url: address });
        close();
      } catch (error) {
        if (error.name === "AbortError") return;
        result.textContent = "Sharing did not work. The address can be copied instead.";
      }
    }

    async function shareFile() {
      try {
        if (read === null) result.textContent = "Reading the file…";
        read ??= await readFile(file.href, title, closing.signal);
        result.textContent = "";
        if (!navigator.canShare({ files: [read] })) {
          result.textContent = "This device does not share files of this kind. The link can be shared instead.";
          return;
        }
        await navigator.share({ files: [read], title });
        close();
      } catch (error) {
        if (error.name === "AbortError") return;
        // A press counts for some seconds only, and reading may take longer.
        result.textContent = read !== null && error.name === "NotAllowedError"
          ? "The file is ready. Press again to share it." : "Sharing did not work. The file can be downloaded instead.";
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
      canShare && file.size <= LARGEST_SHARED && canShareFiles()
        ? element("button", { type: "button", class: "button viewer-choice", click: shareFile }, icon("file"), "Share file…")
        : null,
      canShare
        ? element("button", { type: "button", class: "button viewer-choice", click: share }, icon("share"), "Share link…")
        : null,
      element("div", { class: "viewer-share-row" }, field,
        element("button", { type: "button", class: "button", click: copy }, icon("copy"), "Copy link")),
      element("p", { class: "viewer-share-note" },
        "Only people who can sign in and may see this document can open the link."),
      element("a", { class: "button viewer-choice", href: link.href }, icon("school"), "Share with schools"),
      result);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
    dialog.addEventListener("close", () => {
      closing.abort();
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

/** Whether the device takes files at all; of a kind it decides when it sees the file. */
function canShareFiles() {
  const example = new File(["%PDF-"], "document.pdf", { type: "application/pdf" });
  return navigator.canShare?.({ files: [example] }) ?? false;
}

async function readFile(href, title, signal) {
  const answer = await fetch(href, { signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const bytes = await answer.blob();
  return new File([bytes], nameIn(answer.headers.get("Content-Disposition")) ?? title, { type: bytes.type });
}
