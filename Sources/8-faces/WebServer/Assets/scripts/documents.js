// The documents' list: filters that work while one types, more documents as one comes to the end, deletion that can be
// taken back, choosing several.

import { element, find, findAll } from "./dom.js";
import { stopSecond } from "./double-click.js";
import { watchDrops } from "./drop.js";
import { isChanged } from "./form.js";
import { bindListKeys } from "./list-keys.js";
import { load, LoadError, swap } from "./load.js";
import { clearProblem, tellProblem } from "./load-problem.js";
import { watchRowSwipes } from "./row-swipe.js";
import { openSheet } from "./sheet.js";
import { toast } from "./toast.js";

const PARTS = ["results", "count", "chips", "statistics"];
/** Typing goes on for so long before it is looked for, in milliseconds. */
const PAUSE = 250;
/** What takes no longer shows no skeleton, in milliseconds. */
const SOON = 300;

/** Starts on the page's main element. */
export function start(main) {
  const owner = new AbortController();
  const { signal } = owner;
  const list = new DocumentList(main, signal);
  const form = find("#filters", main);
  form.addEventListener("submit", (event) => (event.preventDefault(), list.show(list.address(event.submitter))), { signal });
  let pause;
  form.addEventListener(
    "input",
    (event) => {
      clearTimeout(pause);
      // An answer to what was asked before would take this change back.
      list.giveUp();
      pause = setTimeout(() => list.show(list.address()), event.target.type === "search" ? PAUSE : 0);
    },
    { signal },
  );
  main.addEventListener("click", (event) => list.click(event), { signal });
  main.addEventListener("submit", (event) => list.submit(event), { signal });
  main.addEventListener(
    "click", (event) => event.target.closest("form[data-action=trash] button") && stopSecond(event), { signal });
  main.addEventListener("change", (event) => event.target.name === "document" && list.countChosen(), { signal });
  find("#selection", main)?.addEventListener("reset", () => setTimeout(() => list.countChosen()), { signal });
  window.addEventListener("popstate", () => list.show(location.href, { isNew: false, isBack: true }), { signal });
  window.addEventListener("pagehide", () => list.keepPlace(), { signal });
  document.addEventListener("compass:document-changed", () => list.show(location.href, { isNew: false }), { signal });
  window.addEventListener("scroll", followScrolling(main), { passive: true, signal });
  watchRowSwipes(main, signal);
  watchDrops({ accepts: () => !find("dialog[open]"), onFiles: (...found) => list.upload(...found), signal });
  const releaseKeys = bindListKeys(main);
  // What was asked for while this was on its way.
  if (findAll("input, select", form).some(isChanged)) list.show(list.address());
  else list.comeBack();
  return () => {
    releaseKeys();
    clearTimeout(pause);
    owner.abort();
  };
}

class DocumentList {
  constructor(main, signal) {
    this.main = main;
    this.signal = signal;
    this.current = null;
    signal.addEventListener("abort", () => this.observer?.disconnect());
  }

  /** The address of the form as it is filled in, without what is empty. */
  address(submitter) {
    const values = new FormData(find("#filters", this.main), submitter?.name ? submitter : undefined);
    const query = new URLSearchParams([...values].filter(([, value]) => value !== ""));
    return `/documents${query.size ? "?" : ""}${query}`;
  }

  /** Ends the request that is on its way, if there is one. */
  giveUp() {
    this.current?.abort();
  }

  /** Shows the list at an address. A newer request ends an older one. */
  async show(address, { isNew = true, isBack = false } = {}) {
    this.giveUp();
    const current = (this.current = new AbortController());
    // What is there stays until the answer has come.
    const busy = setTimeout(() => find("#results", this.main).setAttribute("aria-busy", "true"), SOON);
    try {
      const page = await load(address, { signal: AbortSignal.any([this.signal, current.signal]) });
      swap(page.document, PARTS);
      this.updateForm(page.document, isBack);
      if (isNew) history.pushState(null, "", page.url);
      this.watchEnd();
      this.countChosen();
      clearProblem();
    } catch (error) {
      if (error.name === "AbortError") return;
      const retry = () => this.show(address, { isNew });
      tellProblem(find("#results", this.main), error, "Unable to load documents.", retry);
    } finally {
      clearTimeout(busy);
      if (this.current === current) find("#results", this.main)?.removeAttribute("aria-busy");
    }
  }

  /** The filters' number and which view is chosen; what one types is left alone, unless one goes back. */
  updateForm(source, isBack) {
    for (const selector of ["#filter-sheet > summary", ".segmented"]) {
      const made = find(`#filters ${selector}`, source);
      const old = find(`#filters ${selector}`, this.main);
      if (!made || !old || made.isEqualNode(old)) continue;
      const hadFocus = old.contains(document.activeElement) && document.activeElement.value;
      const part = document.importNode(made, true);
      old.replaceWith(part);
      if (hadFocus) find(`[value="${CSS.escape(hadFocus)}"]`, part)?.focus();
    }
    const wanted = new URLSearchParams(new FormData(find("#filters", source)));
    for (const field of findAll("input, select", find("#filters", this.main))) {
      if (field === document.activeElement && field.type !== "checkbox" && !isBack) continue;
      if (field.type === "checkbox") field.checked = wanted.getAll(field.name).includes(field.value);
      else if (field.name) field.value = wanted.get(field.name) ?? "";
    }
  }

  click(event) {
    if (!navigator.onLine && event.target.closest(".document-title a")) return this.stay(event);
    const link = event.target.closest("a.chip, a.chip-clear, #more, .empty a[href^='/documents'], .sheet-buttons a");
    if (!link || link.matches("[data-sheet]") || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.id === "more") this.more(link);
    else this.show(link.href);
  }

  /** Without a connection a document's page would be the browser's own words. */
  stay(event) {
    event.preventDefault();
    const link = event.target.closest("a");
    const error = new LoadError("offline", "You are offline.");
    tellProblem(find("#results", this.main), error, "Unable to load document details.", () => link.click());
    find("#load-problem button").focus();
  }

  /** Opens the form that uploads, with files that were dropped on the page. */
  async upload(files, folders) {
    if (folders.length > 0) toast(`Folders cannot be uploaded: ${folders.join(", ")}.`, { isProblem: true });
    const button = find(".floating-button", this.main);
    if (files.length === 0 || !button) return;
    await openSheet(button.href, button);
    const input = find("dialog[open] input[type=file]");
    if (!input) return;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    // The form's script may be there already, or finds them when it comes.
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Adds the next page behind what is shown. */
  async more(link) {
    if (link.getAttribute("aria-busy")) return;
    link.setAttribute("aria-busy", "true");
    link.textContent = "Loading…";
    const coming = skeletons();
    const soon = setTimeout(() => find("#results .documents", this.main).append(...coming), SOON);
    try {
      const page = await load(link.href, { signal: this.signal });
      // Another list is shown by now.
      if (!link.isConnected) return;
      const place = link.closest(".more");
      const list = find("#results .documents", this.main);
      const hadFocus = document.activeElement === link;
      const added = findAll("#results .documents > li", page.document)
        // A document that was changed meanwhile may come a second time.
        .filter((item) => !document.getElementById(item.id))
        .map((item) => document.importNode(item, true));
      list.append(...added);
      const end = find("#results .more", page.document);
      place.replaceWith(...(end ? [document.importNode(end, true)] : []));
      if (hadFocus) find("a", added[0] ?? list)?.focus();
      this.watchEnd();
    } catch (error) {
      if (error.name === "AbortError") return;
      link.removeAttribute("aria-busy");
      link.textContent = "Try again";
      this.observer?.disconnect();
      toast(error.message, { isProblem: true });
    } finally {
      clearTimeout(soon);
      for (const item of coming) item.remove();
    }
  }

  /** Remembers how much is shown and where it is scrolled to, for who comes back. */
  keepPlace() {
    const shown = findAll("#results .document", this.main).length;
    history.replaceState({ ...history.state, shown, top: scrollY }, "");
  }

  /** Shows as much as there was when the page was left, where it was. */
  async comeBack() {
    const { shown = 0, top = 0 } = history.state ?? {};
    let isFurther = false;
    for (let link; (link = find("#more", this.main)) && findAll("#results .document", this.main).length < shown; ) {
      await this.more(link);
      // It did not come.
      if (link.isConnected) break;
      isFurther = true;
    }
    if (isFurther && !this.signal.aborted) scrollTo({ top, behavior: "instant" });
    this.watchEnd();
  }

  /** Has more come by itself before the end is reached. */
  watchEnd() {
    this.observer?.disconnect();
    const link = find("#more", this.main);
    if (!link) return;
    this.observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.more(link),
      { rootMargin: "600px" },
    );
    this.observer.observe(link);
  }

  submit(event) {
    const form = event.target;
    if (form.dataset.action !== "trash") return;
    event.preventDefault();
    this.trash(form);
  }

  /** Takes a document out of the list at once, and puts it back when that fails or is taken back. */
  async trash(form) {
    const item = form.closest(".document");
    const title = find(".document-title", item).textContent;
    const next = find("a", item.nextElementSibling ?? item.previousElementSibling ?? this.main);
    const place = document.createComment("");
    item.replaceWith(place);
    next?.focus();
    try {
      const { status } = await load(form.action, { method: "POST", body: new URLSearchParams(), signal: this.signal });
      if (status >= 400) return void await this.tellRefused(title, status);
      toast(`“${title}” moved to the trash. It stays there for 30 days.`, {
        label: "Undo",
        key: "z",
        action: () => this.restore(form.action.replace(/\/trash(?=\?|$)/, "/untrash"), title),
      });
      await this.show(location.href, { isNew: false });
    } catch (error) {
      if (error.name === "AbortError") return;
      place.replaceWith(item);
      toast(`Failed to delete document. ${error.advice}`, {
        label: "Retry",
        action: () => this.trash(form),
        isProblem: true,
      });
    }
  }

  async restore(address, title) {
    try {
      const body = new URLSearchParams({ shares: "true" });
      const { status } = await load(address, { method: "POST", body, signal: this.signal });
      if (status >= 400) return void await this.tellRefused(title, status);
      await this.show(location.href, { isNew: false });
      toast(`“${title}” is back.`);
    } catch (error) {
      if (error.name === "AbortError") return;
      toast(`Not restored. ${error.message}`, {
        label: "Retry",
        action: () => this.restore(address, title),
        isProblem: true,
      });
    }
  }

  /** The list as it is now, in which somebody else has changed the document meanwhile. */
  async tellRefused(title, status) {
    await this.show(location.href, { isNew: false });
    toast(`“${title}” was ${status === 404 ? "deleted" : "changed"} meanwhile.`, { isProblem: true });
  }

  countChosen() {
    const count = findAll(".choose :checked", this.main).length;
    const text = find("#selected-count", this.main);
    if (text) text.textContent = count === 1 ? "1 document selected" : `${count} documents selected`;
  }
}

/** So far one scrolls on purpose, in pixels. */
const ON_PURPOSE = 8;

/** Tells by `data-scrolls` which way one scrolls; at the end of the page it is "up", where nothing is covered any more. */
function followScrolling(main) {
  let last = scrollY;
  return () => {
    if (Math.abs(scrollY - last) < ON_PURPOSE) return;
    const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2 * ON_PURPOSE;
    main.dataset.scrolls = scrollY > last && !isEnd ? "down" : "up";
    last = scrollY;
  };
}

/** What stands in the places of six documents that are on their way. */
function skeletons() {
  return Array.from({ length: 6 }, () => element("li", { class: "document skeleton", "aria-hidden": "true" }));
}
