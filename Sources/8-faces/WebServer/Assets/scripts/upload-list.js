// The queue of uploads at the edge of every page.

import { element, icon } from "./dom.js";
import { sharedQueue } from "./upload-queue.js";
import { UploadRow } from "./upload-row.js";
import { newsOf, quarter, summaryText } from "./upload-words.js";

const FOLDED = "compass-uploads-folded";
/** News are gathered for so long, so that many files do not talk over each other. */
const GATHER = 400;

/**
 * Shows the queue in a section, and says on the page what has become a document.
 *
 * @param {HTMLElement} section `<section id="uploads" data-module="upload-list" aria-label="Uploads">`; `data-person`:
 * whose
 *   uploads these are; `data-sign-in`: where one signs in, if that is not /sign-in
 * @returns {() => void} takes it all back
 */
export function start(section) {
  const leaving = new AbortController();
  let view = null;
  sharedQueue().then((queue) => {
    if (!leaving.signal.aborted) view = new UploadList(section, queue, leaving.signal);
  });
  return () => {
    leaving.abort();
    view?.leave();
  };
}

class UploadList {
  #section;
  #queue;
  #rows = new Map();
  #told = new Map();
  #summary = element("span", { class: "upload-summary" });
  #fold = element("button", { type: "button", class: "upload-fold", "aria-controls": "upload-queue" });
  #list = element("ul", { class: "upload-rows", id: "upload-queue" });
  #notice = element("p", { class: "upload-notice", hidden: true });
  #retryAll;
  #clear;
  #status = element("div", { class: "upload-news", role: "status" });
  #alert = element("div", { class: "upload-news", role: "alert" });
  #news = { status: [], alert: [] };
  #timer = null;
  #chooser = element("input", { type: "file", hidden: true, tabindex: "-1" });
  #observer;
  #ask = (event) => event.preventDefault();
  /** Whether somebody has said that what waits may go. */
  #isGivenUp = false;

  constructor(section, queue, signal) {
    this.#section = section;
    this.#queue = queue;
    this.#retryAll = element(
      "button", { type: "button", class: "upload-all", click: () => queue.retryAll() }, "Retry all failed");
    this.#clear = element(
      "button", { type: "button", class: "upload-all", click: () => this.#clearFinished() }, "Clear finished");
    this.#fold.append(icon("upload"), this.#summary, icon("chevron-down"));
    this.#fold.addEventListener("click", () => this.#setFolded(!this.#isFolded));
    this.#chooser.addEventListener("change", () => this.#chosen());
    section.classList.add("upload-panel");
    section.append(
      element("h2", { class: "upload-heading" }, this.#fold), this.#notice, this.#list,
      element("div", { class: "upload-foot" }, this.#retryAll, this.#clear), this.#chooser);
    // Beside the section, as what is hidden announces nothing.
    section.after(this.#status, this.#alert);
    // What had come to a good end on a page before is no news any more.
    const isOver = ({ state, order }) => state === "ready" && order < performance.timeOrigin;
    this.#setFolded(this.#wasFolded() || (queue.entries.length > 0 && queue.entries.every(isOver)));
    document.addEventListener("submit", (event) => this.#askBeforeSigningOut(event), { signal });
    queue.addEventListener("change", (event) => this.#change(event.detail ?? {}), { signal });
    // What floats at the edge of the window stands above the panel.
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(section);
    for (const entry of queue.entries) this.#told.set(entry.id, quarter(entry));
    this.#draw();
    for (const entry of queue.entries) if (entry.order >= performance.timeOrigin) this.#catchUp(entry);
  }

  /** What was added on this page may have gone far before this script was there. */
  #catchUp(entry) {
    if (entry.state === "queued") return;
    this.#change({ before: { ...entry, state: "queued" }, after: { ...entry, state: "uploading", offset: 0, tries: 0 } });
    if (entry.state !== "uploading") this.#change({ before: { ...entry, state: "uploading" }, after: entry });
  }

  leave() {
    removeEventListener("beforeunload", this.#ask);
    this.#observer.disconnect();
    clearTimeout(this.#timer);
    this.#section.replaceChildren();
    this.#status.remove();
    this.#alert.remove();
    document.documentElement.style.removeProperty("--uploads-height");
  }

  #measure() {
    const height = this.#section.hidden ? 0 : this.#section.offsetHeight;
    document.documentElement.style.setProperty("--uploads-height", `${height}px`);
  }

  // Folded: one line

  get #isFolded() {
    return this.#fold.getAttribute("aria-expanded") === "false";
  }

  #wasFolded() {
    try {
      return sessionStorage.getItem(FOLDED) === "yes";
    } catch {
      return false;
    }
  }

  #setFolded(isFolded) {
    this.#fold.setAttribute("aria-expanded", String(!isFolded));
    this.#section.classList.toggle("is-folded", isFolded);
    try {
      sessionStorage.setItem(FOLDED, isFolded ? "yes" : "no");
    } catch {
      // It is open on the next page, then.
    }
  }

  // What changes

  #change({ before = null, after = null }) {
    let isNew = false;
    if (before || after) {
      if (!before && after?.state === "queued") {
        this.#setFolded(false);
        isNew = true;
      }
      const news = newsOf(before, after);
      if (news) this.#announce(news);
      if (before && before.state !== "ready" && after?.state === "ready" && after.result) {
        const detail = { document: after.result };
        document.dispatchEvent(new CustomEvent("compass:document-changed", { bubbles: true, detail }));
      }
    }
    this.#draw();
    if (isNew) this.#list.scrollTop = this.#list.scrollHeight;
  }

  #draw() {
    const queue = this.#queue;
    const { entries, blocked } = queue;
    this.#section.hidden = entries.length === 0;
    // Only while it is of use, as browsers keep no page for going back that has such a listener.
    if (queue.losesByLeaving && !this.#isGivenUp) addEventListener("beforeunload", this.#ask);
    else removeEventListener("beforeunload", this.#ask);
    const ids = new Set(entries.map((entry) => entry.id));
    for (const [id, row] of this.#rows) if (!ids.has(id)) this.#drop(id, row);
    for (const entry of entries) {
      if (!this.#rows.has(entry.id)) {
        const row = new UploadRow((name, id) => this.#act(name, id), `upload-name-${entry.id}`);
        this.#rows.set(entry.id, row);
        this.#list.append(row.node);
      }
      this.#rows.get(entry.id).show(entry, blocked, queue.rate(entry.id));
      this.#tellQuarter(entry);
    }
    const summary = summaryText(entries, blocked);
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    const has = (...states) => entries.some((entry) => states.includes(entry.state));
    this.#section.classList.toggle("has-trouble", has("failed", "refused", "missing"));
    this.#show(this.#retryAll, has("failed"));
    this.#show(this.#clear, has("ready", "refused"));
    this.#drawNotice(blocked, entries);
  }

  #show(button, isShown) {
    if (!isShown && button === document.activeElement) this.#fold.focus();
    button.hidden = !isShown;
  }

  #drop(id, row) {
    const neighbour = row.node.nextElementSibling ?? row.node.previousElementSibling;
    const hadFocus = row.node.contains(document.activeElement);
    row.node.remove();
    this.#rows.delete(id);
    this.#told.delete(id);
    if (hadFocus) (neighbour?.querySelector("button, a") ?? this.#fold).focus();
  }

  #drawNotice(blocked, entries) {
    const why = entries.some((entry) => ["queued", "processing"].includes(entry.state)) ? blocked : null;
    if (this.#notice.dataset.why === String(why)) return;
    this.#notice.dataset.why = String(why);
    this.#notice.hidden = why === null;
    const parts = {
      offline: ["You are offline. Uploads resume by themselves when you are online."],
      "signed-out": [
        "Your session has expired. ",
        element(
          "a", { href: this.#section.dataset.signIn ?? "/sign-in", target: "_blank", rel: "noopener" },
          "Sign in in a new tab"),
        ", and uploads resume. ",
        element("button", { type: "button", class: "upload-all", click: () => this.#queue.checkSession() }, "Go on"),
      ],
    };
    this.#notice.replaceChildren(...(parts[why] ?? []));
    if (why === "offline") this.#announce({ text: parts.offline[0], isUrgent: true });
    if (why === "signed-out") {
      this.#announce({ text: "Your session has expired. Sign in to resume the uploads.", isUrgent: true });
    }
  }

  /** Signing out has the browser forget what it kept, files that wait among it. */
  #askBeforeSigningOut(event) {
    if (new URL(event.target.action).pathname !== "/sign-out") return;
    const count = this.#queue.entries.filter((entry) => !["ready", "refused"].includes(entry.state)).length;
    if (count === 0) return;
    const words = count === 1 ? "1 upload is not finished, and is" : `${count} uploads are not finished, and are`;
    this.#isGivenUp = confirm(`${words} given up when you sign out. Sign out?`);
    if (this.#isGivenUp) removeEventListener("beforeunload", this.#ask);
    else event.preventDefault();
  }

  // What is said

  #tellQuarter(entry) {
    const now = quarter(entry);
    const told = this.#told.get(entry.id) ?? 0;
    this.#told.set(entry.id, now);
    // The first and the last one are told of with the state.
    if (entry.state === "uploading" && now > told && now < 100) {
      this.#announce({ text: `${entry.name}: ${now}% uploaded.`, isUrgent: false });
    }
  }

  #announce({ text, isUrgent }) {
    this.#news[isUrgent ? "alert" : "status"].push(text);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      for (const [kind, node] of [["status", this.#status], ["alert", this.#alert]]) {
        if (this.#news[kind].length === 0) continue;
        node.replaceChildren(...this.#news[kind].map((line) => element("p", {}, line)));
        this.#news[kind] = [];
      }
    }, GATHER);
  }

  // What is pressed

  #act(name, id) {
    const queue = this.#queue;
    if (name === "pause") queue.pause(id);
    else if (name === "resume") queue.resume(id);
    else if (name === "retry") queue.retry(id);
    else if (name === "choose") this.#chooser.click();
    else queue.remove(id);
  }

  #chosen() {
    const [file] = this.#chooser.files;
    this.#chooser.value = "";
    if (!file || this.#queue.giveFile(file)) return;
    this.#announce({ text: `${file.name} is not the file that was chosen before.`, isUrgent: true });
    this.#notice.hidden = false;
    this.#notice.dataset.why = "other-file";
    this.#notice.replaceChildren(`${file.name} is not the file that was chosen before. Choose the same one.`);
  }

  #clearFinished() {
    this.#queue.clearFinished();
    if (!this.#section.hidden) this.#fold.focus();
  }
}
