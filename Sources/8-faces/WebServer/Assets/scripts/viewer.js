// The page that shows one document and nothing else. It is whole without this module: links close it, turn to the next
// document and download. The module adds gestures, keys, zoom, messages for what goes wrong, and the ways back.

import { element, find, icon } from "./dom.js";
import { enhanceDownload } from "./download.js";
import { bind, showHelp } from "./keys.js";
import { makeNotice } from "./loading.js";
import { makeSteps, takeArrival } from "./neighbours.js";
import { enhanceShare } from "./share-file.js";
import { watchFingers } from "./touch-input.js";
import { watchVideo } from "./video-state.js";
import { watchImage } from "./viewer-image.js";
import { makeReturn } from "./viewer-return.js";
import { rove, watchBars } from "./viewer-toolbar.js";
import { makeSlide } from "./viewer-slide.js";

/** How much of a player's lower edge belongs to its own controls, in pixels. */
const CONTROLS_HEIGHT = 96;

/**
 * Expects, in `body.viewer-page` (icons are `<svg class="icon" aria-hidden="true"><use href="…"></use></svg>`):
 *
 *     <main class="viewer" data-module="viewer" data-kind="video|image|pdf|text|other" data-title="Title"
 *         data-size="BYTES" data-download="/api/v1/documents/ID/content?download=true">
 *       <div class="viewer-toolbar viewer-top" role="toolbar" aria-label="Document">
 *         <a class="icon-button" data-action="close" href="/documents" aria-label="Close document viewer">icon close</a>
 *         <h1 class="viewer-title">Title</h1>
 *         <a class="icon-button" data-action="share" href="…/share" aria-label="Share document">icon share</a>
 *         <a class="icon-button" data-action="download" href="…" download aria-label="Download document to device">icon</a>
 *       </div>
 *       <div class="viewer-content">one of
 *         <video controls preload="metadata" src="…" aria-label="Title"></video>
 *         <img class="viewer-image" src="…" alt="Title">
 *         <section class="pdf" data-module="pdf-view" …>
 *         <pre class="viewer-text" tabindex="0" role="region" aria-label="Title">…</pre>
 *         <div class="viewer-unavailable">icon file
 *           <p class="viewer-unavailable-text">Preview unavailable for this file type</p>
 *           <a class="button viewer-fill-button" data-action="download-to-view" href="…" download>icon Download to view</a></div>
 *       </div>
 *       and, when there is more than one document:
 *       <nav class="viewer-toolbar viewer-bottom" aria-label="Documents" data-position="3" data-count="10">
 *         <a class="icon-button" rel="prev" href="…/view?…" aria-label="View previous document">icon chevron-left</a>
 *         <span class="viewer-position" role="status" aria-label="Document 3 of 10">3 of 10</span>
 *         <a class="icon-button" rel="next" role="link" aria-disabled="true" aria-label="View next document">…, at the end</a>
 *       </nav>
 *     </main>
 *
 * @param {HTMLElement} viewer `main.viewer`
 * @returns {() => void} takes it all back
 */
export function start(viewer) {
  const { kind, title } = viewer.dataset;
  const content = find(".viewer-content", viewer);
  const top = find(".viewer-top", viewer);
  const closeLink = find("[data-action=close]", viewer);
  const downloadLink = find("a[data-action=download]", viewer);
  const shareLink = find("[data-action=share]", viewer);
  const nav = find("nav.viewer-bottom", viewer);
  const arrival = takeArrival();
  const stops = [];

  const news = element("p", { class: "viewer-news visually-hidden", role: "status" });
  viewer.append(news);
  stops.push(() => news.remove());
  const say = (text) => { news.textContent = text; };

  const film = { player: null };
  const picture = { image: null };
  const bars = watchBars(viewer, { hidesItself: () => film.player?.isPlaying ?? false });
  stops.push(bars.stop);
  const slide = makeSlide(viewer, content, kind);
  stops.push(slide.stop);
  const back = makeReturn(closeLink.href, arrival);
  const notice = makeNotice(content, viewer.dataset.download === undefined ? null
    : { href: viewer.dataset.download, name: downloadLink?.getAttribute("download") ?? "" });
  stops.push(notice.clear);

  function close() {
    film.player?.rest();
    back.leave();
  }

  const steps = makeSteps(nav, {
    leave(direction) {
      if (direction !== 0) film.player?.rest();
      slide.out(direction);
    },
    failed(error, retry) {
      bars.show();
      notice.fail({ text: "Connection lost", detail: error.message, retries: true }, () => {
        notice.clear();
        retry();
      });
    },
    luggage: () => ({ origin: back.origin }),
  });
  stops.push(steps.stop);

  if (shareLink !== null) {
    const file = { href: viewer.dataset.download, size: Number(viewer.dataset.size) || 0 };
    const sharing = enhanceShare(shareLink, { title, address: location.href.split("#")[0], file, say });
    stops.push(sharing.stop);
  }
  if (downloadLink !== null) {
    const size = Number(viewer.dataset.size) || 0;
    stops.push(enhanceDownload(downloadLink, { title, size, host: viewer, say }));
    // The link in place of a document does what the one in the bar does.
    content.addEventListener("click", downloadInstead);
    stops.push(() => content.removeEventListener("click", downloadInstead));
  }
  stops.push(addHelp(top), rove(top));

  const failed = () => bars.show();
  const video = kind === "video" ? find("video", content) : null;
  if (video !== null) {
    film.player = watchVideo(video, { notice, changed: bars.update, failed });
    stops.push(film.player.stop);
  }
  const image = kind === "image" ? find("img.viewer-image", content) : null;
  if (image !== null) {
    const bar = nav ?? element("div", { class: "viewer-toolbar viewer-bottom" });
    if (nav === null) {
      viewer.append(bar);
      stops.push(() => bar.remove());
    }
    picture.image = watchImage(image, { frame: content, bar, notice, say, failed });
    stops.push(picture.image.stop);
  }

  stops.push(watchFingers(viewer, {
    allows: (target, place, pointer) => allowed(kind, target, place, pointer),
    view: () => ({
      zoomed: picture.image?.isZoomed ?? false, previous: steps.hasPrevious, next: steps.hasNext,
    }),
    released: steps.goOn,
    touched() {
      steps.hold();
      picture.image?.hold();
      if (video !== null) bars.show();
    },
    act(action) {
      switch (action.type) {
        case "tap": return bars.toggle();
        case "dismiss": return slide.pull(action.offset);
        case "dismiss-end": return action.close ? slide.drop(close) : slide.settle();
        case "swipe": return slide.shift(action.offset);
        case "swipe-end": return action.turn === 0 ? slide.settle() : steps.press(action.turn);
        default: return picture.image?.act(action);
      }
    },
  }));

  const turn = (direction, does) => ({
    does, repeats: true, inControls: "a, button, pre, .pdf", run: () => steps.press(direction),
  });
  stops.push(bind({
    Escape: { does: "Close the viewer", when: () => document.fullscreenElement === null, run: close },
    ...(nav === null ? {} : { ArrowLeft: turn(-1, "Previous document"), ArrowRight: turn(1, "Next document") }),
    ...(shareLink === null ? {} : { "s": { does: "Share document", run: () => shareLink.click() } }),
    ...(downloadLink === null ? {} : { "Shift+d": { does: "Download document", run: () => downloadLink.click() } }),
    ...(film.player === null ? {} : {
      " ": { does: "Play or pause", inControls: false, run: film.player.toggle },
      "k": { does: "Play or pause", inControls: "video", run: film.player.toggle },
      "f": { does: "Full screen", inControls: "video", run: film.player.toggleFullscreen },
    }),
  }, { about: "Viewer", within: viewer }));
  // Asked first, since an image that is zoomed takes the arrows.
  if (picture.image !== null) stops.push(bind(picture.image.keys, { about: "Image", within: viewer }));

  // A page that comes back from the browser's memory looks as if it had not been left.
  const returned = (event) => {
    if (!event.persisted) return;
    back.reset();
    steps.reset();
    slide.reset();
  };
  window.addEventListener("pageshow", returned);
  stops.push(() => window.removeEventListener("pageshow", returned));

  closeLink.addEventListener("click", closeByClick);
  stops.push(() => closeLink.removeEventListener("click", closeByClick));
  function downloadInstead(event) {
    if (event.target.closest("[data-action=download-to-view]") === null) return;
    event.preventDefault();
    downloadLink.click();
  }
  function closeByClick(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    close();
  }

  slide.in(arrival?.direction ?? null);
  giveFocus(viewer, nav, arrival?.focus ?? null);
  return () => { for (const stop of stops.reverse()) stop(); };
}

/** What may be done from a place. */
function allowed(kind, target, { y }, pointer) {
  switch (kind) {
    case "image": return ["tap", "double", "pinch", "dismiss", "swipe"];
    case "video": {
      const player = target.closest("video");
      if (player === null) return ["tap", "dismiss", "swipe"];
      // Taps are the player's, and so are its sliders.
      const isOnControls = y > player.getBoundingClientRect().bottom - CONTROLS_HEIGHT;
      return pointer === "mouse" || isOnControls ? [] : ["dismiss", "swipe"];
    }
    // A double tap is the pages' own; it is waited for, so that it is not two taps. A click selects text.
    case "pdf": return pointer === "touch" && target.closest(".pdf-scroller") ? ["tap", "double", "dismiss"] : ["dismiss"];
    case "text": return target.closest("pre") === null ? ["tap", "dismiss", "swipe"] : ["dismiss", "swipe"];
    default: return ["tap", "dismiss", "swipe"];
  }
}

/** The list of shortcuts, for those who have keys: also the way to turn them on again. */
function addHelp(toolbar) {
  const button = element("button", {
    type: "button", class: "icon-button viewer-help", "aria-label": "Keyboard shortcuts", click: showHelp,
  }, icon("help"));
  toolbar.append(button);
  return () => button.remove();
}

/** Who turned by the keyboard stays on the link; everybody else starts at the beginning, where Tab leads to Close. */
function giveFocus(viewer, nav, focus) {
  const link = focus === null || nav === null ? null : find(`a[rel=${focus}]`, nav);
  if (link !== null) {
    const other = find("a[href]", nav);
    (link.hasAttribute("href") ? link : other)?.focus({ preventScroll: true });
  } else if (document.activeElement === document.body || document.activeElement === null) {
    viewer.tabIndex = -1;
    viewer.focus({ preventScroll: true });
  }
}
