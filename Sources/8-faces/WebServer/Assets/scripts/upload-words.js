// What the rows of the queue say. Pure.

import { durationText, sizeText } from "./dom.js";

/** How much of an entry is sent, in whole percent; 100 only once all of it is. */
export const percent = (entry) => (entry.size === 0 ? 0 : Math.floor((100 * entry.offset) / entry.size));

const STATES = {
  queued: "Waiting", uploading: "Uploading", verifying: "Verifying", processing: "Processing", ready: "Ready",
  refused: "Refused", failed: "Failed", paused: "Paused", missing: "File needed",
};

/** The phase of an entry in a word or two. */
export function stateText(entry, blocked) {
  if (entry.state === "queued" && blocked === "offline") return "Waiting for the connection";
  if (entry.state === "queued" && blocked === "signed-out") return "Waiting for you to sign in";
  if (entry.state === "queued" && entry.tries > 0) return `Trying again (${entry.tries} of 5)`;
  return STATES[entry.state];
}

/** Bytes, rate and time left, as far as they mean something now. */
export function factTexts(entry, rate) {
  if (entry.state === "uploading") {
    const facts = [`${percent(entry)}%`, `${sizeText(entry.offset)} of ${sizeText(entry.size)}`];
    if (rate !== null && rate > 0) {
      facts.push(`${sizeText(Math.round(rate))}/s`, `${durationText((entry.size - entry.offset) / rate)} left`);
    }
    return facts;
  }
  const isPart = entry.offset > 0 && ["queued", "paused", "missing", "failed"].includes(entry.state);
  if (isPart) return [`${percent(entry)}%`, `${sizeText(entry.offset)} of ${sizeText(entry.size)}`];
  return [sizeText(entry.size)];
}

/** What is to be known besides, or an empty text. */
export function noteText(entry) {
  if (entry.state !== "missing") return entry.note ?? "";
  return `${entry.note ? `${entry.note} ` : ""}Choose ${entry.name} again to go on.`;
}

/** The queue in a few words: "Uploading 2 of 3", "All done". */
export function summaryText(entries, blocked) {
  const count = (...states) => entries.filter((entry) => states.includes(entry.state)).length;
  const files = (number) => `${number} ${number === 1 ? "file" : "files"}`;
  const going = count("queued", "uploading", "verifying", "processing");
  if (going > 0 && blocked === "offline") return `${files(going)} waiting: you are offline`;
  if (going > 0 && blocked === "signed-out") return `${files(going)} waiting: you are signed out`;
  const troubles = count("failed", "refused");
  const trouble = troubles > 0 ? `, ${troubles} not stored` : "";
  if (count("queued", "uploading", "verifying") > 0) {
    const total = entries.filter((entry) => !["refused", "failed"].includes(entry.state));
    const sent = total.reduce((sum, entry) => sum + entry.offset, 0);
    const size = total.reduce((sum, entry) => sum + entry.size, 0);
    return `Uploading ${files(going)}, ${Math.floor((100 * sent) / Math.max(1, size))}%${trouble}`;
  }
  if (going > 0) return `Processing ${files(going)}${trouble}`;
  const waiting = count("paused", "missing");
  if (waiting > 0) return `${files(waiting)} paused${trouble}`;
  const ready = count("ready");
  return ready > 0 ? `${files(ready)} ready${trouble}` : `${files(troubles)} not stored`;
}

/** The quarters that are announced; a step that was passed counts. */
export const quarter = (entry) => Math.floor(percent(entry) / 25) * 25;

/**
 * What assistive technology is told of a change, or null: quarters, ends and errors only.
 *
 * @returns {{text: string, isUrgent: boolean}|null}
 */
export function newsOf(before, after) {
  if (!before || !after || before.state === after.state) return null;
  const { name } = after;
  const say = (text, isUrgent = false) => ({ text, isUrgent });
  if (after.state === "failed" || after.state === "refused") return say(`${name}: ${after.note}`, true);
  if (after.state === "missing") return say(noteText(after), true);
  if (after.state === "ready") return say(`${name} is ready.${after.note ? ` ${after.note}` : ""}`);
  if (after.state === "paused") return say(`${name} is paused.`);
  if (after.state === "queued" && after.tries > before.tries) return say(`${name}: ${after.note} Trying again.`, true);
  if (after.state === "uploading" && after.offset === 0 && after.tries === 0) return say(`${name}: 0% uploaded.`);
  // A step over what was told last: small files go by without progress.
  if (after.state === "verifying" || (after.state === "processing" && before.state === "uploading")) {
    return say(`${name}: 100% uploaded.`);
  }
  return null;
}
