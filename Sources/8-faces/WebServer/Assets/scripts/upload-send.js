// One file on its way: it is begun or gone on with, sent in pieces, and followed until its run has ended.

import { RequestFailure, ask, createUpload, measureUpload, sendBytes } from "./tus.js";

const PIECE = 8 << 20;
/** Between looks at a run; the last one repeats. */
const PAUSES = [200, 300, 500, 800, 1200, 2000, 3000];

/**
 * Sends what the server does not have yet.
 *
 * @param {object} entry see upload-state.js
 * @param {File} file
 * @param {{signal: AbortSignal, report: (event: object) => void}} options `report` takes events of upload-state.js
 * @throws {RequestFailure} or the reason of `signal`
 */
export async function sendFile(entry, file, { signal, report }) {
  let { path } = entry;
  let offset = 0;
  if (path) {
    try {
      offset = await measureUpload(path, signal);
      report({ kind: "measured", offset });
    } catch (error) {
      if (!error.isGone) throw error;
      path = null;
      report({ kind: "anew" });
    }
  }
  if (!path) {
    path = await createUpload(entry.endpoint, file.size, metadata(entry), signal);
    report({ kind: "begun", path });
  }
  while (offset < file.size) {
    const end = Math.min(file.size, offset + PIECE);
    offset = await sendBytes(path, offset, file.slice(offset, end), {
      signal,
      onProgress: (now) => report({ kind: "progress", offset: now }),
      onSent: () => end === file.size && report({ kind: "sent" }),
    });
    report({ kind: "progress", offset, isKept: true });
  }
  report({ kind: "stored" });
}

function metadata(entry) {
  const about = { filename: entry.name };
  for (const name of entry.inputs ?? []) if (entry[name]) about[name] = entry[name];
  // A version joins its document, whatever that is called by now.
  if (entry.document) return { ...about, document: entry.document };
  return { ...about, type: entry.type, title: entry.title };
}

/** Whether a file can still be read: the page only learns that a request failed, not that the file has changed. */
export async function isReadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Waits, or throws the reason of the signal. */
function pause(duration, signal) {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    }, duration);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}

/**
 * Waits for the end of the run of a whole upload, however long the server is away meanwhile.
 *
 * @param {object} entry
 * @param {AbortSignal} signal
 * @returns {Promise<object>} the event that this is
 * @throws {RequestFailure} of status 401, or the reason of `signal`
 */
export async function followRun(entry, signal) {
  for (let look = 0; ; look += 1) {
    await pause(PAUSES[Math.min(look, PAUSES.length - 1)], signal);
    try {
      const upload = await (await ask(entry.path, { signal })).json();
      if (upload.state === "ended") return await outcome(entry, upload, signal);
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.status === 401) throw error;
      if (error.isGone) {
        return { kind: "failed", again: true, message: "The server does not know this upload any more." };
      }
      if (!error.mayPass) return { kind: "failed", again: true, message: error.message };
      // Asking again after a while costs nothing.
      await pause(Math.max(1000, error.retryAfter), signal);
    }
  }
}

async function outcome(entry, upload, signal) {
  const run = await (await ask(`/api/v1/runs/${encodeURIComponent(upload.run)}`, { signal })).json();
  // Where a pipeline lets an earlier run of the same bytes stand for a new one, the upload names that.
  const isFormer = new Date(run["started-at"]) < new Date(upload["created-at"]);
  const reason = run.error?.message ?? "";
  if (run.status === "rejected") return { kind: "refused", message: reason || "The pipeline refused the file." };
  if (run.status !== "succeeded") {
    const why = run.status === "cancelled" ? "The run was cancelled." : reason;
    return { kind: "failed", again: true, message: `Upload failed. Please try again. ${why}`.trim() };
  }
  const notes = [];
  const { id, title, version } = run.document ?? {};
  if (!id) return { kind: "ready", document: null };
  const isAddition = run.origin?.kind === "addition";
  if (isFormer || isAddition) {
    const added = isAddition ? "only its shares were added" : "nothing was added";
    notes.push(`The server has had this very file before, so ${added}.`);
    if (entry.title && entry.title !== title) notes.push(`It is known as ${title}.`);
    const kept = ["school", "description"].filter((name) => entry[name]);
    if (kept.length > 0) notes.push(`Its ${kept.join(" and ")} did not change.`);
    return { kind: "ready", document: { id, title, version }, note: notes.join(" ") };
  }
  const fault = await describe(entry, id, signal);
  if (fault) notes.push(`Stored, but school and description were not: ${fault}`);
  if (entry.version && entry.version !== version) notes.push(`Stored as version ${version}, which is the next one.`);
  return { kind: "ready", document: { id, title, version }, note: notes.join(" ") || null };
}

/** What the pipeline could not be told of the document, that is given once it is there. */
async function describe(entry, id, signal) {
  const change = {};
  for (const name of ["description", "school"]) {
    if (entry[name] && !entry.inputs?.includes(name)) change[name] = entry[name];
  }
  if (Object.keys(change).length === 0) return null;
  const path = `/api/v1/documents/${encodeURIComponent(id)}`;
  for (let round = 1; ; round += 1) {
    try {
      const tag = (await ask(path, { signal })).headers.get("ETag");
      const headers = { "Content-Type": "application/json", "If-Match": tag };
      await ask(path, { method: "PATCH", headers, body: JSON.stringify(change), signal });
      return null;
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.status === 401) throw error;
      // Somebody has changed it meanwhile: not what is written here.
      if (error.status !== 412 || round === 3) {
        if (error.mayPass) throw error;
        return error.message;
      }
    }
  }
}
