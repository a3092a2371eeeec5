// What becomes of a film: it plays, it waits for bytes, it cannot be played. The controls are the browser's own.

import { REASONS, reasonOf } from "./loading.js";

const CANNOT = "Unable to play video.";

/**
 * @param {HTMLVideoElement} video
 * @param {object} owner
 * @param {object} owner.notice see `makeNotice`
 * @param {() => void} owner.changed it started, paused or ended
 * @param {() => void} owner.failed it cannot be shown
 */
export function watchVideo(video, { notice, changed, failed }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const on = (name, handle, capture = false) => video.addEventListener(name, handle, { signal, capture });
  let isBroken = false;
  let asking = null;

  function load() {
    const place = video.currentTime;
    isBroken = false;
    video.hidden = false;
    video.load();
    const goOn = () => { video.currentTime = place; };
    if (place > 0) video.addEventListener("loadedmetadata", goOn, { once: true, signal });
    awaitStart();
  }

  function awaitStart() {
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) return;
    notice.wait("Loading video…", { late: () => fail(REASONS.timeout) });
  }

  function fail(reason) {
    if (isBroken) return;
    isBroken = true;
    asking?.abort();
    video.pause();
    video.hidden = true;
    notice.fail(reason, load);
    failed();
  }

  function refuse(why) {
    fail({ text: `${CANNOT} ${why}`, detail: "The file can still be downloaded.", downloads: true });
  }

  /** Formats are not asked for beforehand: `canPlayType` says no to films that play. */
  async function explain() {
    const { code } = video.error ?? { code: MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED };
    const source = video.currentSrc || video.src || video.querySelector("source")?.src;
    asking?.abort();
    asking = new AbortController();
    let reason;
    try {
      reason = await reasonOf(source, AbortSignal.any([signal, asking.signal]));
    } catch { return; } // the viewer was left, or this was answered otherwise
    if (reason !== REASONS.corrupt) return fail(reason);
    if (code === MediaError.MEDIA_ERR_NETWORK) return fail(REASONS.lost);
    const why = code === MediaError.MEDIA_ERR_DECODE
      ? "The file may be corrupt." : "This browser does not know the format.";
    refuse(why);
  }

  on("error", () => explain(), true); // in capture, for <source>, whose errors do not bubble
  on("loadedmetadata", () => {
    // Some browsers play the sound of a film whose pictures they do not know.
    if (video.videoWidth === 0) {
      refuse("This browser can only play its sound.");
      return;
    }
    // It may also come after all, when the wait was given up already.
    isBroken = false;
    video.hidden = false;
    notice.clear();
  });
  // A browser that saves data loads nothing until Play.
  on("suspend", () => { if (notice.isWaiting && video.readyState === 0) notice.clear(); });
  on("waiting", () => {
    if (isBroken || video.paused) return;
    notice.wait("Buffering…", { late: explainSilence, timeout: 30_000, quiet: true });
  });
  for (const name of ["playing", "canplay", "seeked", "pause"]) {
    on(name, () => { if (!isBroken && notice.isWaiting) notice.clear(); });
  }
  for (const name of ["play", "playing", "pause", "ended"]) on(name, changed);

  /** Nothing came for long, and the browser has not given up: without a connection it never will. */
  function explainSilence() { fail(navigator.onLine ? REASONS.timeout : REASONS.offline); }

  /** Leaving ends the film; coming back starts it anew. */
  function rest() {
    video.pause();
    if (video.readyState > 0) video.currentTime = 0;
  }
  window.addEventListener("pagehide", rest, { signal });

  if (video.error !== null || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) explain();
  else if (video.networkState === HTMLMediaElement.NETWORK_LOADING) awaitStart();
  else if (video.readyState > 0 && video.videoWidth === 0) video.dispatchEvent(new Event("loadedmetadata"));

  return {
    get isPlaying() { return !video.paused && !video.ended && !isBroken; },
    toggle() {
      if (isBroken) return;
      if (video.paused) video.play().catch(() => {}); // what went wrong comes as an error event
      else video.pause();
    },
    toggleFullscreen() {
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
      else if (video.requestFullscreen) video.requestFullscreen().catch(() => {});
      else video.webkitEnterFullscreen?.(); // iPhones know only this
    },
    rest,
    stop() {
      rest();
      asking?.abort();
      stopping.abort();
    },
  };
}
