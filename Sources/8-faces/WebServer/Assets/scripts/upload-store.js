// What the queue keeps in the browser, so that it goes on after a page was closed: entries, and the files themselves.

const NAME = "compass-uploads";
/** Larger files are asked for again instead of being copied. */
const LARGEST_KEPT = 200_000_000;

/** A request of IndexedDB as a promise. */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Opens what is kept. Where the browser keeps nothing (private windows of some), all that is lost is going on later.
 *
 * @returns {Promise<UploadStore>}
 */
export async function openStore() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id" });
      request.result.createObjectStore("files");
    };
    const database = await answer(request);
    // A newer page in another tab wants to change the shape.
    database.onversionchange = () => database.close();
    return new UploadStore(database);
  } catch {
    return new UploadStore(null);
  }
}

/** Entries by id, each perhaps with its file. No method throws: what cannot be kept is not. */
export class UploadStore {
  #database;

  constructor(database) {
    this.#database = database;
  }

  /** Whether anything is kept here. */
  get keeps() {
    return this.#database !== null;
  }

  async #change(stores, body) {
    if (!this.#database) return false;
    try {
      const transaction = this.#database.transaction(stores, "readwrite");
      body(transaction);
      // Without it, a page that is left right away takes the change along.
      transaction.commit();
      await done(transaction);
      return true;
    } catch {
      return false;
    }
  }

  async #read(store, body, standard) {
    if (!this.#database) return standard;
    try {
      return (await answer(body(this.#database.transaction(store).objectStore(store)))) ?? standard;
    } catch {
      return standard;
    }
  }

  /** Lets go of what is kept; it stays there. */
  close() {
    this.#database?.close();
    this.#database = null;
  }

  /** All entries, in no order. */
  entries() {
    return this.#read("entries", (store) => store.getAll(), []);
  }

  /** Keeps an entry as it is now. */
  put(entry) {
    return this.#change(["entries"], (transaction) => transaction.objectStore("entries").put(entry));
  }

  /**
   * Keeps the file of an entry, unless it is large.
   *
   * @returns {Promise<boolean>} whether it is kept
   */
  async putFile(id, file) {
    if (file.size > LARGEST_KEPT) return false;
    return this.#change(["files"], (transaction) => transaction.objectStore("files").put(file, id));
  }

  /** The file of an entry, or null. */
  file(id) {
    return this.#read("files", (store) => store.get(id), null);
  }

  removeFile(id) {
    return this.#change(["files"], (transaction) => transaction.objectStore("files").delete(id));
  }

  remove(id) {
    return this.#change(["entries", "files"], (transaction) => {
      for (const store of ["entries", "files"]) transaction.objectStore(store).delete(id);
    });
  }
}
