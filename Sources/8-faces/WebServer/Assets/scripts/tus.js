// The requests of an upload in pieces: tus 1.0.0 (https://tus.io/protocols/resumable-upload), as far as /api/v1/uploads
// has it.

const VERSION = { "Tus-Resumable": "1.0.0" };
/** So long nothing may come of a request before it counts as stalled. */
const TIMEOUT = 30_000;

/** A request that did not do what it was to do. */
export class RequestFailure extends Error {
  /**
   * @param {"network"|"stalled"|"answer"} kind no answer, no progress, or an answer that is no success
   * @param {string} message a sentence to show
   * @param {{status?: number, retryAfter?: number}} answer `retryAfter` in milliseconds
   */
  constructor(kind, message, { status = 0, retryAfter = 0 } = {}) {
    super(message);
    this.name = "RequestFailure";
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may well succeed later. */
  get mayPass() {
    if (this.kind !== "answer") return true;
    return [408, 409, 423, 425, 429, 460].includes(this.status) || (this.status >= 500 && this.status !== 507);
  }

  /** Whether the server has nothing of this upload any more. */
  get isGone() {
    return this.status === 404 || this.status === 410;
  }
}

const seconds = (text) => (/^[0-9]{1,6}$/.test(text ?? "") ? Number(text) * 1000 : 0);

/** The failure that an answer tells of. */
function failure(status, header, text) {
  let detail = null;
  try {
    detail = JSON.parse(text).detail;
  } catch {
    // An answer of something between us and the server.
  }
  const large = status === 413 ? "The file is too large for the server." : `The server answered with ${status}.`;
  const standard = status >= 500 ? "Server error. Please try again." : large;
  return new RequestFailure("answer", typeof detail === "string" ? detail : standard, {
    status,
    retryAfter: seconds(header("Retry-After")),
  });
}

/**
 * Sends a request without progress.
 *
 * @param {string} path
 * @param {RequestInit & {signal: AbortSignal}} options
 * @returns {Promise<Response>} a success
 * @throws {RequestFailure} or the reason of `signal`, if that ended it
 */
export async function ask(path, options) {
  const { signal } = options;
  let response;
  let text = "";
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
    if (response.ok) return response;
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error.name === "TimeoutError") throw new RequestFailure("stalled", "Connection timed out.");
    throw new RequestFailure("network", "The connection was lost.");
  }
  throw failure(response.status, (name) => response.headers.get(name), text);
}

const encoded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * Begins an upload.
 *
 * @param {string} endpoint such as `/api/v1/uploads`
 * @param {number} length of the file
 * @param {Object<string, string>} metadata `filename`, `type` and so on
 * @param {AbortSignal} signal
 * @returns {Promise<string>} its path on this site
 */
export async function createUpload(endpoint, length, metadata, signal) {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${encoded(value)}`);
  const headers = { ...VERSION, "Upload-Length": String(length), "Upload-Metadata": pairs.join(",") };
  const response = await ask(endpoint, { method: "POST", headers, signal });
  // Only the path: behind a proxy the server may know itself by another name than the browser does.
  const made = response.headers.get("Location");
  if (!made) throw new RequestFailure("answer", "The server did not say where the upload is.", { status: 502 });
  return new URL(made, location.href).pathname;
}

/** How many bytes of an upload the server has. */
export async function measureUpload(path, signal) {
  const response = await ask(path, { method: "HEAD", headers: VERSION, signal });
  return Number(response.headers.get("Upload-Offset"));
}

/** Gives an upload up, so that its bytes are removed. */
export async function endUpload(path, signal) {
  await ask(path, { method: "DELETE", headers: VERSION, signal });
}

/**
 * Sends bytes of an upload.
 *
 * @param {string} path
 * @param {number} offset where they begin
 * @param {Blob} bytes
 * @param {{signal: AbortSignal, onProgress: (offset: number) => void, onSent: () => void}} options `onSent`: the bytes
 *   are on their way, and only the answer is missing
 * @returns {Promise<number>} where the upload ends now
 * @throws {RequestFailure} or the reason of `signal`
 */
export function sendBytes(path, offset, bytes, { signal, onProgress, onSent }) {
  // XMLHttpRequest, as fetch tells nothing of what was sent so far.
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers();
  let timer = null;
  const end = (error) => {
    reject(error);
    request.abort();
  };
  const hurry = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end(new RequestFailure("stalled", "No progress for 30 seconds.")), TIMEOUT);
  };
  const leave = () => end(signal.reason);
  request.open("PATCH", path);
  const headers = { ...VERSION, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = (event) => {
    hurry();
    onProgress(offset + event.loaded);
  };
  request.upload.onload = () => {
    hurry();
    onSent();
  };
  request.onerror = () => reject(new RequestFailure("network", "The connection was lost."));
  request.onload = () => {
    if (request.status === 204) resolve(Number(request.getResponseHeader("Upload-Offset")));
    else reject(failure(request.status, (name) => request.getResponseHeader(name), request.responseText));
  };
  if (signal.aborted) leave();
  else {
    signal.addEventListener("abort", leave);
    hurry();
    request.send(bytes);
  }
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  });
}
