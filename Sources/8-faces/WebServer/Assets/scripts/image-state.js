// An image on a page: where it does not come, words and a download stand in its place.

import { find } from "./dom.js";
import { makeNotice, reasonOf } from "./loading.js";

/**
 * @param {HTMLElement} frame around a link with an `<img>`; has the address for a download as `data-download`
 * @returns {() => void} takes it back
 */
export function watchImage(frame) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const image = find("img", frame);
  const link = find("a", frame);
  const notice = makeNotice(frame, { href: frame.dataset.download, name: "" });

  const load = () => {
    notice.clear();
    link.hidden = false;
    const address = image.src;
    image.removeAttribute("src");
    image.src = address;
  };

  const explain = async () => {
    try {
      const reason = await reasonOf(image.src, signal);
      link.hidden = true;
      notice.fail({ ...reason, downloads: true }, load);
    } catch {
      // The page was left.
    }
  };

  // Some files have a size but no pixels.
  const check = () => image.decode().catch(explain);

  image.addEventListener("error", explain, { signal });
  image.addEventListener("load", check, { signal });
  // It may have come, or failed, before this was there.
  if (image.complete && image.naturalWidth === 0) explain();
  else if (image.complete) check();
  return () => {
    leaving.abort();
    notice.clear();
  };
}
