// Reading a file from the server in parts, with a time limit on silence. pdf.js could do it by itself, but it hangs
// for ever when a part fails; here a failed part is kept, told of, and asked for again when the reader presses Retry.

import { PdfError, errorOfResponse, isAbort } from "./pdf-errors.js";

const HEAD_SIZE = 131072;
const SILENCE = 10000;
const AT_ONCE = 3;

/**
 * Asks for the beginning of a file and so learns its length.
 *
 * @param {string} address
 * @param {AbortSignal} signal ends everything, also later reads
 * @returns {Promise<PdfSource>}
 * @throws {PdfError}
 */
export async function openSource(address, signal) {
  const { response, bytes } = await read(address, { Range: `bytes=0-${HEAD_SIZE - 1}` }, signal);
  if (bytes.length === 0) throw new PdfError("corrupt");
  const total = /^bytes 0-\d+\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "")?.[1];
  if (response.status === 206 && !total) throw new PdfError("server");
  const length = response.status === 206 ? Number(total) : bytes.length;
  const tag = response.headers.get("ETag");
  return new PdfSource(address, length, bytes, tag?.startsWith("\"") ? tag : null, signal);
}

/** A file of which any part can be had. `head` is its beginning; `whole` tells whether that is already everything. */
export class PdfSource {
  #address;
  #tag;
  #signal;
  #waiting = [];
  #failed = [];
  #running = 0;

  constructor(address, length, head, tag, signal) {
    this.#address = address;
    this.#tag = tag;
    this.#signal = signal;
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
      // The whole file instead of the part says that it is another file now.
      if (response.status !== 206) throw new PdfError("changed");
      if (bytes.length !== end - begin) throw new PdfError("server");
      this.onPart(begin, bytes);
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#failed.push([begin, end]);
      this.onError(error);
    }
  }
}

async function read(address, headers, signal) {
  const silence = new AbortController();
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.any([signal, silence.signal]) });
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
