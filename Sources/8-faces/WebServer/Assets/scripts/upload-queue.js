// The queue of uploads: which file is sent when, by which tab, and what happens when something is in the way.

import { fingerprint } from "./upload-check.js";
import { UploadFiles } from "./upload-files.js";
import { UploadJobs } from "./upload-jobs.js";
import { hasEnded, isActive, isSending, newEntry, Rate, step } from "./upload-state.js";
import { openStore } from "./upload-store.js";
import { Tabs } from "./upload-tabs.js";
import { ask, endUpload } from "./tus.js";

const PARALLEL = 2;
/** Of those that were stored, those that are older than an hour are no news any more. */
const NEWS = 3_600_000;
/** How often progress is told of. */
const TICK = 250;

const fingerprintOf = (entry) => JSON.stringify([entry.name, entry.size, entry.lastModified, entry.mediaType]);
const identifier = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");

/**
 * All uploads of this browser. Its event is `change`, after anything that can be seen has changed; its `detail` has
 * `before`
 * and `after` of an entry (`before` null: new, `after` null: removed), or nothing when only progress or `blocked` did.
 */
export class UploadQueue extends EventTarget {
  #store;
  #tabs;
  #person;
  #entries = new Map();
  #rates = new Map();
  #files;
  #jobs;
  #timer = null;
  #tick = null;
  #leaving = new AbortController();
  /** Whether this tab sends, and knows what the one before it has left. */
  #sends = false;
  /** Whether the browser keeps this page for going back. */
  #rests = false;
  /** Why nothing is sent: null, "offline" or "signed-out". */
  blocked = navigator.onLine ? null : "offline";

  /**
   * @param {{store: import("./upload-store.js").UploadStore, tabs: Tabs, person: string}} parts `person`: whose uploads
   *   these are; those of somebody else who was signed in here before are left alone
   */
  constructor({ store, tabs, person }) {
    super();
    this.#store = store;
    this.#tabs = tabs;
    this.#person = person;
    const options = { signal: this.#leaving.signal };
    this.#files = new UploadFiles(store, tabs, this.#leaving.signal);
    this.#jobs = new UploadJobs({
      entry: (id) => this.#entries.get(id),
      apply: (id, event) => (event.kind === "progress" ? this.#progress(id, event) : this.#apply(id, event)),
      files: this.#files,
      signedOut: () => this.#block("signed-out"),
      ended: () => this.#go(),
    });
    tabs.addEventListener("message", (event) => this.#hear(event.data), options);
    addEventListener("online", () => this.#unblock("offline"), options);
    addEventListener("offline", () => this.#block("offline"), options);
    document.addEventListener("visibilitychange", () => this.#look(), options);
    // A page that the browser keeps for going back must not keep others from sending.
    addEventListener("pagehide", () => this.#rest(), options);
    addEventListener("pageshow", (event) => event.persisted && this.#wake(), options);
  }

  /** Entries in the order in which they were added. */
  get entries() {
    return [...this.#entries.values()].sort((one, other) => one.order - other.order);
  }

  /** Whether leaving this page would lose a file that is being sent: the next one goes on with all that the browser keeps. */
  get losesByLeaving() {
    return this.#sends && this.entries.some((entry) => isSending(entry) && !entry.isKept);
  }

  /** Bytes a second of an entry, or null. */
  rate(id) {
    return this.#rates.get(id)?.value(performance.now()) ?? null;
  }

  /** Reads what was kept, and goes on with it. */
  async load() {
    this.#rests = false;
    for (const entry of await this.#store.entries()) {
      if (entry.person !== this.#person) continue;
      if (entry.state === "ready" && entry.order < Date.now() - NEWS) this.#store.remove(entry.id);
      else this.#set(entry);
    }
    this.#go();
  }

  /**
   * Adds files. One that is in the queue already, for the same document, is not added again.
   *
   * @param {{file: File, type: string, title: string}[]} additions with what newEntry takes about each
   * @returns {object[]} the entries, new ones or those that were there
   */
  add(additions) {
    const added = additions.map(({ file, ...about }, index) => {
      const same = this.entries.find(
        (entry) =>
          !hasEnded(entry) && fingerprintOf(entry) === fingerprint(file) && entry.type === about.type &&
          entry.title === about.title && entry.document === about.document);
      if (same) {
        this.giveFile(file);
        return this.#entries.get(same.id);
      }
      const entry = newEntry(identifier(), file, { ...about, person: this.#person }, Date.now() + index / 1000);
      this.#keep(entry.id, file);
      this.#put(entry);
      return entry;
    });
    this.#go();
    return added;
  }

  /** Gives a file that was chosen again to the entries that wait for it. Returns whether one did. */
  giveFile(file) {
    const isIt = (entry) => (entry.hasChanged ? entry.name === file.name : fingerprintOf(entry) === fingerprint(file));
    const waiting = this.entries.filter((entry) => entry.state === "missing" && isIt(entry));
    for (const entry of waiting) {
      this.#keep(entry.id, file);
      this.#apply(entry.id, { kind: "file", file });
    }
    this.#go();
    return waiting.length > 0;
  }

  async #keep(id, file) {
    if (await this.#files.put(id, file)) this.#apply(id, { kind: "kept" });
  }

  pause(id) {
    this.#apply(id, { kind: "pause" });
    this.#jobs.stop(id);
    this.#go();
  }

  resume(id) {
    this.#apply(id, { kind: "resume" });
    this.#go();
  }

  retry(id) {
    this.#apply(id, { kind: "retry" });
    this.#go();
  }

  /** Tries everything again that has failed. */
  retryAll() {
    for (const entry of this.entries) if (entry.state === "failed") this.#apply(entry.id, { kind: "retry" });
    this.#go();
  }

  /** Takes an entry out of the queue, and gives its upload up where it still can be. */
  remove(id) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#jobs.stop(id);
    this.#forget(id);
    this.#tabs.say({ kind: "gone", id });
    this.#store.remove(id);
    // Where that fails, the server gives the upload up by itself after a day.
    if (entry.path && ["queued", "uploading", "paused", "missing", "failed"].includes(entry.state)) {
      this.#end(entry.path);
    }
    this.#go();
  }

  /** Takes out all that are done with. */
  clearFinished() {
    for (const entry of this.entries) if (entry.state === "ready" || entry.state === "refused") this.remove(entry.id);
  }

  /** Looks whether somebody is signed in again. */
  async #look() {
    if (this.blocked !== "signed-out" || document.visibilityState !== "visible") return;
    await this.checkSession();
  }

  /** Asks the server whether somebody is signed in again, and goes on if so. */
  async checkSession() {
    try {
      await ask("/api/v1/sessions/current", { signal: this.#leaving.signal });
    } catch {
      return;
    }
    this.#unblock("signed-out");
    this.#tabs.say({ kind: "unblocked" });
  }

  async #end(path) {
    try {
      await endUpload(path, this.#leaving.signal);
    } catch (error) {
      // The connection that was just cut may still be open at its other end.
      if (error.status !== 423) return;
      setTimeout(() => endUpload(path, this.#leaving.signal).catch(() => {}), 2000);
    }
  }

  // What changes an entry

  #apply(id, event) {
    const before = this.#entries.get(id);
    if (!before) return;
    const after = step(before, event);
    // The tab that sends may have changed it meanwhile, and then needs to know what happened.
    if (after !== before) this.#put(after, this.#sends ? null : event);
  }

  /** An entry as this tab has changed it, by `event` if the tab that sends is to do the same with its own. */
  #put(changed, event = null) {
    const entry = { ...changed, revision: (changed.revision ?? 0) + 1 };
    this.#store.put(entry);
    this.#tabs.say({ kind: "entry", entry, event });
    this.#set(entry);
  }

  /** An entry as another tab has changed it, which may not have heard of all that this one did. */
  #hearEntry(entry, event) {
    const own = this.#entries.get(entry.id);
    if (!this.#sends || !own || !event) {
      this.#set(entry);
      return;
    }
    const after = step(own, event);
    if (after !== own) this.#put(after);
  }

  /** An entry as it is now, whoever has changed it. */
  #set(entry) {
    const before = this.#entries.get(entry.id) ?? null;
    if (before && before.revision > entry.revision) return;
    this.#entries.set(entry.id, entry);
    // Nobody sends it again.
    if (["ready", "refused"].includes(entry.state) && before?.state !== entry.state) this.#files.drop(entry.id);
    this.#tell({ before, after: entry });
  }

  #forget(id) {
    const before = this.#entries.get(id);
    this.#entries.delete(id);
    this.#files.drop(id);
    this.#rates.delete(id);
    if (before) this.#tell({ before, after: null });
  }

  #tell(detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }

  /** Tells of progress, but not of each. */
  #progress(id, event) {
    const before = this.#entries.get(id);
    const after = before && step(before, event);
    if (!after || after === before) return;
    if (!this.#rates.has(id) || event.offset < before.offset) this.#rates.set(id, new Rate());
    this.#rates.get(id).add(event.offset, performance.now());
    this.#entries.set(id, after);
    if (event.isKept) this.#store.put(after);
    this.#tick ??= setTimeout(() => {
      this.#tick = null;
      for (const entry of this.#entries.values()) {
        if (entry.state !== "uploading") continue;
        this.#tabs.say({ kind: "progress", id: entry.id, offset: entry.offset });
      }
      this.#tell();
    }, TICK);
  }

  /** What another tab says. */
  #hear(message) {
    if (message.kind === "entry" && message.entry.person === this.#person) {
      const { id } = message.entry;
      this.#hearEntry(message.entry, message.event);
      if (!["uploading", "verifying", "processing"].includes(this.#entries.get(id).state)) this.#jobs.stop(id);
      this.#go();
    } else if (message.kind === "progress" && !this.#sends) {
      this.#progress(message.id, { kind: "progress", offset: message.offset });
    } else if (message.kind === "gone") {
      this.#jobs.stop(message.id);
      this.#forget(message.id);
      // Also what this tab has kept after the other one removed it.
      this.#store.remove(message.id);
      this.#go();
    } else if (message.kind === "file") {
      this.#apply(message.id, { kind: "file", file: message.file });
      this.#go();
    } else if (message.kind === "blocked") {
      this.blocked = message.why;
      this.#tell();
    } else if (message.kind === "unblocked") {
      this.#unblock("signed-out");
    }
  }

  // What keeps everything from being sent

  #block(why) {
    this.blocked = why;
    this.#jobs.stopAll();
    if (why === "signed-out") this.#tabs.say({ kind: "blocked", why });
    this.#tell();
  }

  #unblock(why) {
    if (this.blocked !== why) return;
    this.blocked = navigator.onLine ? null : "offline";
    // Whatever waits for its next try need not.
    for (const entry of this.entries) {
      if (entry.state === "queued" && entry.retryAt > 0) this.#apply(entry.id, { kind: "retry" });
    }
    this.#tell();
    this.#go();
  }

  #rest() {
    this.#rests = true;
    this.#jobs.stopAll();
    this.#leave();
  }

  /** Other pages may have removed entries meanwhile. */
  #wake() {
    if (this.#store.keeps) this.#entries.clear();
    this.#tell();
    this.load();
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#sends = false;
    this.#tabs.leave();
  }

  // Sending

  /** Begins whatever can begin now; called after anything that may let something begin. */
  #go() {
    if (this.#rests) return;
    const active = this.entries.filter(isActive);
    if (active.length === 0) {
      this.#leave();
      return;
    }
    if (!this.#sends) {
      this.#tabs.lead(() => this.#takeOver());
      return;
    }
    if (this.blocked) return;
    clearTimeout(this.#timer);
    const now = Date.now();
    let room = PARALLEL - active.filter((entry) => isSending(entry) && this.#jobs.has(entry.id)).length;
    let next = Infinity;
    for (const entry of active) {
      if (this.#jobs.has(entry.id)) continue;
      if (entry.state === "processing") this.#jobs.begin(entry.id);
      else if (entry.state !== "queued") continue;
      else if (entry.retryAt > now) next = Math.min(next, entry.retryAt);
      else if (room > 0) {
        room -= 1;
        this.#rates.delete(entry.id);
        this.#jobs.begin(entry.id);
      }
    }
    if (next < Infinity) this.#timer = setTimeout(() => this.#go(), next - now + 10);
  }

  /** What another tab was doing when it left begins again here. */
  async #takeOver() {
    for (const entry of await this.#store.entries()) {
      if (entry.person === this.#person && !this.#jobs.has(entry.id)) this.#set(entry);
    }
    if (!this.#tabs.leads) return;
    this.#sends = true;
    for (const entry of this.entries) this.#apply(entry.id, { kind: "interrupted" });
    this.#go();
  }
}

let shared = null;

/**
 * The queue of this page, made and read when it is asked for first.
 *
 * @returns {Promise<UploadQueue>}
 */
export function sharedQueue() {
  shared ??= (async () => {
    const person = document.querySelector("#uploads")?.dataset.person ?? "";
    const queue = new UploadQueue({ store: await openStore(), tabs: new Tabs(), person });
    await queue.load();
    return queue;
  })();
  return shared;
}
