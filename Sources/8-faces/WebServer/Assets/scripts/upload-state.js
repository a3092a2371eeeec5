// The states of a file in the queue and what leads from one to another. Pure: whoever has an entry steps it.

/** So often a file is tried again by itself before people are asked. */
export const MAX_TRIES = 5;
/** So often while the server still takes another connection for the sender, which it does for half a minute at most. */
const MAX_LOCKED_TRIES = 15;
const LONGEST_LOCKED_DELAY = 5000;

/** States in which something is to be done without anybody's help. */
const ACTIVE = ["queued", "uploading", "verifying", "processing"];
const ENDED = ["ready", "refused", "failed"];

export const isActive = (entry) => ACTIVE.includes(entry.state);
export const hasEnded = (entry) => ENDED.includes(entry.state);
/** Whether bytes are being sent or about to be. */
export const isSending = (entry) => ["queued", "uploading", "verifying"].includes(entry.state);

/**
 * A new entry.
 *
 * @param {string} id
 * @param {File} file
 * @param {{type: string, typeLabel: string, title: string, endpoint: string, person?: string, document?: string,
 *   school?: string, description?: string, version?: number, inputs?: string[]}} about `inputs` are those of these that the
 *   pipeline takes with the file
 * @param {number} order entries are sent in this order
 */
export function newEntry(id, file, about, order) {
  const { name, size, lastModified, type: mediaType } = file;
  return {
    ...about, id, order, name, size, lastModified, mediaType,
    state: "queued", path: null, offset: 0, tries: 0, retryAt: 0, note: null, result: null, isKept: false,
  };
}

/**
 * How long to wait before a try: 1, 2, 4, 8, 16 seconds, each up to a half longer or shorter, so that not all come at
 * once.
 */
export const delay = (tries, random = Math.random) => 1000 * 2 ** (tries - 1) * (0.5 + random());

const anew = { path: null, offset: 0 };

// By event: the states that it applies in, and what changes.
const EVENTS = {
  // The browser has the file for the pages that come.
  kept: [[...ACTIVE, "paused"], () => ({ isKept: true })],
  // What was in the way is so no more.
  begin: [["queued"], () => ({ state: "uploading", retryAt: 0, note: null })],
  begun: [["uploading"], (entry, event) => ({ path: event.path, offset: 0 })],
  // The server has forgotten it, so that what was sent is lost.
  anew: [["uploading"], () => ({ ...anew, note: "The server no longer had this upload, so it starts again." })],
  measured: [["uploading"], (entry, event) => ({ offset: event.offset })],
  progress: [
    ["uploading"],
    (entry, event) => ({
      offset: event.offset,
      // What moves on has its tries again.
      ...(event.offset > entry.offset && entry.tries > 0 && event.isKept ? { tries: 0, note: null } : {}),
    }),
  ],
  sent: [["uploading"], (entry) => ({ state: "verifying", offset: entry.size })],
  stored: [["uploading", "verifying"], (entry) => ({ state: "processing", offset: entry.size, note: null, tries: 0 })],
  ready: [["processing"], (entry, event) => ({ state: "ready", result: event.document, note: event.note ?? null })],
  refused: [ACTIVE, (entry, event) => ({ state: "refused", note: event.message })],
  // `again`: the server has nothing that could be gone on with.
  failed: [ACTIVE, (entry, event) => ({ state: "failed", note: event.message, ...(event.again ? anew : {}) })],
  pause: [["queued", "uploading"], () => ({ state: "paused", note: null, retryAt: 0 })],
  resume: [["paused"], () => ({ state: "queued", tries: 0 })],
  retry: [["failed", "queued"], () => ({ state: "queued", tries: 0, retryAt: 0, note: null })],
  // By what is nobody's fault: offline, signed out, another tab takes over.
  interrupted: [["uploading", "verifying"], () => ({ state: "queued" })],
  lost: [
    ["uploading", "verifying"],
    (entry, event) => {
      const tries = entry.tries + 1;
      if (tries > (event.isLocked ? MAX_LOCKED_TRIES : MAX_TRIES)) {
        return { state: "failed", note: `Upload failed. Please try again. ${event.message}` };
      }
      const soon = event.isLocked ? Math.min(delay(tries), LONGEST_LOCKED_DELAY) : delay(tries);
      const wait = Math.max(soon, event.retryAfter ?? 0);
      return { state: "queued", tries, retryAt: event.now + wait, note: event.message };
    },
  ],
  missing: [
    ["queued", "uploading", "verifying"],
    (entry, event) => ({
      state: "missing", note: event.message ?? null, ...(event.again ? { ...anew, hasChanged: true } : {}),
    }),
  ],
  file: [
    ["missing"],
    (entry, { file }) => ({
      state: "queued", tries: 0, retryAt: 0, note: null, hasChanged: false, isKept: false,
      size: file.size, lastModified: file.lastModified, mediaType: file.type,
    }),
  ],
};

/**
 * The entry after an event.
 *
 * @param {object} entry
 * @param {{kind: string}} event
 * @returns {object} the same object where the event does not apply in the entry's state
 */
export function step(entry, event) {
  const [states, change] = EVENTS[event.kind];
  return states.includes(entry.state) ? { ...entry, ...change(entry, event) } : entry;
}

/** How fast an upload is: an average that forgets, so that it neither jumps nor lags. */
export class Rate {
  #average = null;
  #last = null;
  #began = null;

  /**
   * @param {number} offset
   * @param {number} now in milliseconds
   */
  add(offset, now) {
    this.#began ??= now;
    const last = this.#last;
    if (last && now - last.now < 200) return;
    this.#last = { offset, now };
    if (!last || offset < last.offset) return;
    const elapsed = now - last.now;
    const rate = ((offset - last.offset) * 1000) / elapsed;
    // With a memory of five seconds, however often it is told.
    const weight = 1 - Math.exp(-elapsed / 5000);
    this.#average = this.#average === null ? rate : this.#average + weight * (rate - this.#average);
  }

  /** Bytes a second, or null as long as nobody can tell. */
  value(now) {
    return this.#average !== null && now - this.#began >= 1000 ? this.#average : null;
  }
}
