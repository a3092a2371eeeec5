// Pages with a form, shown as sheets over the page that links to them. Without scripts they are pages of their own.

import { element, find, findAll, icon } from "./dom.js";
import { isChanged, startForms } from "./form.js";
import { load, LoadError } from "./load.js";
import { startModules, stopModules } from "./modules.js";
import { showTimes } from "./times.js";
import { toast } from "./toast.js";

let isOpening = false;

/** Has links with `data-sheet` open sheets. */
export function startSheets() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-sheet]");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    openSheet(link.href, link);
  });
}

/**
 * Opens the page at an address as a sheet.
 *
 * @param {string} url
 * @param {HTMLElement} [opener] what has the focus again once it is closed
 */
export async function openSheet(url, opener) {
  // A second press, while the first is still on its way.
  if (isOpening || find("dialog.sheet[open]")) return;
  isOpening = true;
  try {
    const page = await load(url);
    show(page.document, page.url, opener);
  } catch (error) {
    if (error.name === "AbortError") return;
    toast(error.message, { label: "Retry", action: () => openSheet(url, opener), isProblem: true });
  } finally {
    isOpening = false;
  }
}

function show(source, url, opener) {
  const title = find("h1", source)?.textContent ?? "";
  const body = element("div", { class: "sheet-body" });
  const close = element("button", { type: "button", class: "icon-button", "aria-label": "Close" }, icon("close"));
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "sheet-title" },
    element("div", { class: "sheet-head" }, element("h2", { id: "sheet-title" }, title), close),
    body,
  );
  fill(body, source, url);
  close.addEventListener("click", () => requestClose(dialog));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    requestClose(dialog);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) requestClose(dialog);
  });
  dialog.addEventListener("close", () => {
    stopModules(dialog);
    document.body.append(find("#toasts"));
    dialog.remove();
    opener?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  const fields = ".sheet-body input:not([type=hidden])";
  (find(`[autofocus], ${fields}, .sheet-body [data-cancel], .sheet-body button`, dialog) ?? close).focus();
  startModules(body);
}

/** What would be lost: fields that are sent. A search among what can be chosen has no name, and is none of them. */
const FIELDS = "form[method=post]:not([data-module]) :is(input, select, textarea)[name]";

/** Asks first when something was changed that would be lost. */
function requestClose(dialog) {
  const isLost = dialog.dataset.refused || findAll(FIELDS, dialog).some(isChanged);
  if (isLost && !confirm("Discard your changes?")) return;
  dialog.close();
}

function fill(body, source, url) {
  stopModules(body);
  const main = find("main", source);
  body.replaceChildren(...[...main.children].map((child) => document.importNode(child, true)));
  showTimes(body);
  startForms(body);
  for (const link of findAll("a[data-cancel]", body)) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      body.closest("dialog").close();
    });
  }
  for (const form of findAll("form[method=post]:not([data-module])", body)) sendWithin(form, body, url);
}

/** What failed, in the words that the form has for it, in which the reason has a place, or what can be done. */
function failure(form, error) {
  const words = form.dataset.failure ?? "Not saved. {reason}";
  return words.replace("{reason}", () => error.message).replace("{advice}", () => error.advice);
}

/** Sends a form and shows what comes back: the same page with what is wrong, or the page that one is sent on to. */
function sendWithin(form, body, url) {
  const dialog = () => form.closest("dialog");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (form.getAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    try {
      const values = new URLSearchParams(new FormData(form, button));
      const answer = await load(form.action, { method: "POST", body: values });
      // What was typed stays where nothing can be done with it any more, such as for a document that was erased meanwhile.
      if (answer.status >= 400 && !find("form", find("main", answer.document) ?? answer.document)) {
        throw new LoadError("refused", find(".empty p", answer.document)?.textContent ?? "Please try again.");
      }
      if (answer.status >= 400 || new URL(answer.url).pathname === new URL(url, location.href).pathname) {
        // What was typed comes back as what the server has written.
        dialog().dataset.refused = "true";
        fill(body, answer.document, url);
        startModules(body);
        find("[aria-invalid=true], [role=alert]", body)?.focus?.();
        return;
      }
      location.assign(answer.url);
    } catch (error) {
      if (error.name === "AbortError") return;
      toast(failure(form, error), { label: "Retry", action: () => form.requestSubmit(button), isProblem: true });
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
}
