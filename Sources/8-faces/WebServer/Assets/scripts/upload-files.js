// Where the files of the queue are: in this tab, in another one, or kept by the browser.

/** So long other tabs have to say that they have a file. */
const TIMEOUT = 1000;

/** Files by the id of their entry. */
export class UploadFiles {
  #files = new Map();
  #store;
  #tabs;

  /**
   * @param {import("./upload-store.js").UploadStore} store
   * @param {import("./upload-tabs.js").Tabs} tabs
   * @param {AbortSignal} signal ends listening
   */
  constructor(store, tabs, signal) {
    this.#store = store;
    this.#tabs = tabs;
    const listen = ({ data }) => {
      if (data.kind === "file") this.#files.set(data.id, data.file);
      else if (data.kind === "file-wanted" && this.#files.has(data.id)) this.#show(data.id);
    };
    tabs.addEventListener("message", listen, { signal });
  }

  /** Whichever tab sends can read it from there, also one that is too large to be kept. */
  #show(id) {
    this.#tabs.say({ kind: "file", id, file: this.#files.get(id) });
  }

  /**
   * Has a file from now on.
   *
   * @returns {Promise<boolean>} whether the browser keeps it for pages that come
   */
  put(id, file) {
    this.#files.set(id, file);
    this.#show(id);
    return this.#store.putFile(id, file);
  }

  /** No tab needs it any more, or none can read it. */
  drop(id) {
    this.#files.delete(id);
    this.#store.removeFile(id);
  }

  /** The file, if there is one; null: it has to be chosen again. */
  async get(id) {
    if (!this.#files.has(id)) {
      const file = (await this.#store.file(id)) ?? (await this.#ofAnotherTab(id));
      if (file) this.#files.set(id, file);
    }
    return this.#files.get(id) ?? null;
  }

  async #ofAnotherTab(id) {
    const { promise, resolve } = Promise.withResolvers();
    const listen = ({ data }) => data.kind === "file" && data.id === id && resolve(data.file);
    this.#tabs.addEventListener("message", listen);
    const timer = setTimeout(() => resolve(null), TIMEOUT);
    this.#tabs.say({ kind: "file-wanted", id });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#tabs.removeEventListener("message", listen);
    }
  }
}
