// Reading a file from the server in parts, with a time limit on silence. pdf.js could do it by itself, but it hangs
// for ever when a part fails; here a failed part is kept, told of, and asked for again when the reader presses Retry.

import { PdfError, errorOfResponse, isAbort } from "./pdf-errors.js";

/** What pdf.js asks for at a time. */
export const PART_SIZE = 65536;

// What is not larger comes whole at once.
const HEAD_SIZE = 2 * PART_SIZE;
// A table of the file's objects is about so long at least.
const TAIL_SIZE = 16384;
const SILENCE = 10000;
const AT_ONCE = 3;

/**
 * Asks for the beginning of a file and so learns its length.
 *
 * @param {string} address
 * @param {number} size the length as far as it is known, or 0; then the end of a large file, which says where everything is,
 *   comes at the same time
 * @param {AbortSignal} signal ends everything, also later reads
 * @param {boolean} isFresh whether what the browser keeps of the file does not answer
 * @returns {Promise<PdfSource>}
 * @throws {PdfError}
 */
export async function openSource(address, size, signal, isFresh) {
  const cache = isFresh ? "reload" : "default";
  const tail = size > HEAD_SIZE ? readTail(address, size, signal, cache) : null;
  const { response, bytes } = await read(address, { Range: `bytes=0-${HEAD_SIZE - 1}` }, signal, cache);
  if (bytes.length === 0) throw new PdfError("corrupt");
  const total = /^bytes 0-\d+\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "")?.[1];
  if (response.status === 206 && !total) throw new PdfError("server");
  const length = response.status === 206 ? Number(total) : bytes.length;
  const tag = response.headers.get("ETag");
  return new PdfSource(address, length, bytes, tag?.startsWith("\"") ? tag : null, signal, length === size ? tail : null);
}

/** The end of a file from a part's beginning; `part` is null if it did not come, for then it is asked for again. */
function readTail(address, size, signal, cache) {
  const begin = Math.floor((size - TAIL_SIZE) / PART_SIZE) * PART_SIZE;
  const part = read(address, { Range: `bytes=${begin}-${size - 1}` }, signal, cache).catch(() => null);
  return { begin, part };
}

/** A file of which any part can be had. `head` is its beginning; `whole` tells whether that is already everything. */
export class PdfSource {
  #address;
  #tag;
  #signal;
  #waiting = [];
  #failed = [];
  #running = 0;
  #tail;

  constructor(address, length, head, tag, signal, tail) {
    this.#address = address;
    this.#tag = tag;
    this.#signal = signal;
    this.#tail = tail;
    this.length = length;
    this.head = head;
    /** Called with a PdfError when a part could not be read. */
    this.onError = () => {};
    /** Called with the first byte's position and the bytes of each part. */
    this.onPart = () => {};
  }

  get whole() {
    return this.head.length >= this.length;
  }

  /** Asks for the bytes from `begin` up to but not including `end`; they come through `onPart`. */
  want(begin, end) {
    if (this.#tail && begin >= this.#tail.begin) return void this.#giveTail(begin, end);
    this.#ask(begin, end);
  }

  async #giveTail(begin, end) {
    const { begin: asked, part } = this.#tail;
    const came = await part;
    if (this.#signal.aborted) return;
    const from = came?.response.status === 206 ? asked : 0;
    const fits = came && this.#isSame(came.response) && came.bytes.length === this.length - from;
    this.#tail = fits ? { begin: from, part } : null;
    if (fits) this.onPart(begin, came.bytes.slice(begin - from, end - from));
    else this.#ask(begin, end);
  }

  /** Whether an answer is of the file that was opened. The whole instead of a part is so only by its tag. */
  #isSame(response) {
    return this.#tag ? response.headers.get("ETag") === this.#tag : response.status === 206;
  }

  #ask(begin, end) {
    this.#waiting.push([begin, end]);
    this.#next();
  }

  /** Asks again for all parts that failed. */
  retry() {
    const again = this.#failed.splice(0);
    for (const [begin, end] of again) this.want(begin, end);
  }

  // Few at a time, so that waiting in the browser's own queue does not count as silence of the server.
  #next() {
    while (this.#running < AT_ONCE && this.#waiting.length > 0 && !this.#signal.aborted) {
      const part = this.#waiting.shift();
      this.#running += 1;
      this.#read(part).finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #read([begin, end]) {
    try {
      const headers = { Range: `bytes=${begin}-${end - 1}` };
      if (this.#tag) headers["If-Range"] = this.#tag;
      const { response, bytes } = await read(this.#address, headers, this.#signal);
      if (!this.#isSame(response)) throw new PdfError("changed");
      const isPart = response.status === 206;
      if (bytes.length !== (isPart ? end - begin : this.length)) throw new PdfError("server");
      // Something on the way knows no parts, though the browser may have made some of the whole.
      if (!isPart) this.#tail = { begin: 0, part: Promise.resolve({ response, bytes }) };
      this.onPart(begin, isPart ? bytes : bytes.slice(begin, end));
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#failed.push([begin, end]);
      this.onError(error);
    }
  }
}

async function read(address, headers, signal, cache = "default") {
  const silence = new AbortController();
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const response = await fetch(address, { headers, cache, signal: AbortSignal.any([signal, silence.signal]) });
    if (!response.ok) throw await errorOfResponse(response);
    const bytes = await collect(response.body, restart);
    return { response, bytes };
  } catch (error) {
    if (error instanceof PdfError) throw error;
    if (isAbort(error)) {
      if (signal.aborted) throw error;
      throw new PdfError("timeout");
    }
    throw new PdfError("offline");
  } finally {
    clearTimeout(timer);
  }
}

async function collect(stream, onProgress) {
  const chunks = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    onProgress();
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
