// The film on a document's page: it plays by the browser's own controls, and says so when it cannot be played.

import { makeNotice } from "./loading.js";
import { watchVideo } from "./video-state.js";

/** Starts on the element around a `<video>`, with the address for a download as `data-download`. */
export function start(frame) {
  const video = frame.querySelector("video");
  const notice = makeNotice(frame, { href: frame.dataset.download, name: "" });
  const state = watchVideo(video, { notice, changed: () => {}, failed: () => {} });
  return () => {
    state.stop();
    notice.clear();
  };
}
