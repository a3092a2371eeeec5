// The files that are being sent or followed by this tab, and what becomes of them when a request fails.

import { followRun, isReadable, sendFile } from "./upload-send.js";

/** Work on entries, at most one job for each. */
export class UploadJobs {
  #jobs = new Map();
  #host;

  /**
   * @param {object} host of the jobs
   * @param {(id: string) => object|undefined} host.entry
   * @param {(id: string, event: object) => void} host.apply steps an entry
   * @param {import("./upload-files.js").UploadFiles} host.files
   * @param {() => void} host.signedOut called when the server says that nobody is signed in
   * @param {() => void} host.ended called when a job is over, so that another one may begin
   */
  constructor(host) {
    this.#host = host;
  }

  has(id) {
    return this.#jobs.has(id);
  }

  stop(id) {
    this.#jobs.get(id)?.abort();
  }

  stopAll() {
    for (const job of this.#jobs.values()) job.abort();
  }

  /** Sends what is queued, or follows what is processed. */
  async begin(id) {
    const job = new AbortController();
    this.#jobs.set(id, job);
    try {
      await this.#work(id, job.signal);
    } catch (error) {
      if (job.signal.aborted) this.#host.apply(id, { kind: "interrupted" });
      else await this.#lose(id, error);
    } finally {
      this.#jobs.delete(id);
      this.#host.ended();
    }
  }

  async #work(id, signal) {
    const { entry, apply, files } = this.#host;
    const file = await files.get(id);
    signal.throwIfAborted();
    if (entry(id)?.state === "queued") {
      if (!file) {
        apply(id, { kind: "missing" });
        return;
      }
      apply(id, { kind: "begin" });
      // What was stopped is not told of any more.
      const report = (event) => signal.aborted || apply(id, event);
      await sendFile(entry(id), file, { signal, report });
    }
    if (entry(id)?.state === "processing") apply(id, await followRun(entry(id), signal));
  }

  async #lose(id, error) {
    const { apply, files, signedOut } = this.#host;
    // Another sender is most often this very page, by a connection whose end the server has not seen yet.
    const isLocked = error.status === 409 || error.status === 423;
    const message = isLocked ? "The connection was interrupted." : error.message;
    if (error.status === 401) {
      apply(id, { kind: "interrupted" });
      signedOut();
    } else if (error.name !== "RequestFailure") {
      apply(id, { kind: "failed", message: `Upload failed. Please try again. ${message}` });
    } else if (error.status === 413) {
      apply(id, { kind: "refused", message });
    } else if (!error.mayPass) {
      apply(id, { kind: "failed", message });
    } else if (error.kind === "network" && (await this.#hasChanged(id))) {
      files.drop(id);
      apply(id, { kind: "missing", again: true, message: "The file has changed since it was chosen." });
    } else if (!navigator.onLine) {
      apply(id, { kind: "interrupted" });
    } else {
      apply(id, { kind: "lost", message, isLocked, retryAfter: error.retryAfter, now: Date.now() });
    }
  }

  /** The browser says of a file that changed on disk only that sending it failed. */
  async #hasChanged(id) {
    const file = await this.#host.files.get(id);
    return file !== null && !(await isReadable(file));
  }
}
