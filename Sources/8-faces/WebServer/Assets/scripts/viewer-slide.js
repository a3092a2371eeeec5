// The document following a finger, leaving and arriving.

const LEAVE = 200;

/**
 * @param {HTMLElement} viewer its background fades while the document is pulled down
 * @param {HTMLElement} content what moves
 * @param {string} kind films cross-fade instead of sliding
 */
export function makeSlide(viewer, content, kind) {
  let finish = 0;
  let isOut = false; // on its way: what fingers mean now is for the next one
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  function place(transform, { smooth = false, opacity = "" } = {}) {
    content.style.transition = smooth && !isStill()
      ? `transform ${LEAVE}ms cubic-bezier(0.2, 0.8, 0.3, 1), opacity ${LEAVE}ms ease-out` : "none";
    content.style.transform = transform;
    content.style.opacity = opacity;
  }

  function dim(share) {
    viewer.style.setProperty("--viewer-dim", String(1 - Math.min(share, 1) * 0.7));
  }

  return {
    /** Follows a finger down. */
    pull(offset) {
      if (isOut) return;
      const share = offset / window.innerHeight;
      viewer.classList.add("is-pulled");
      dim(share * 2);
      place(`translateY(${offset}px) scale(${1 - Math.min(share, 1) * 0.2})`);
    },
    /** Follows a finger to the side. */
    shift(offset) { if (!isOut) place(`translateX(${offset}px)`); },
    /** Goes back to where it belongs, unless it is on its way. */
    settle() { if (!isOut) this.reset(); },
    /** Is there again. */
    reset() {
      isOut = false;
      viewer.classList.remove("is-pulled");
      dim(0);
      place("", { smooth: true });
    },
    /** Falls out of the window, then calls. */
    drop(then) {
      dim(1);
      place("translateY(60vh) scale(0.8)", { smooth: true, opacity: "0" });
      clearTimeout(finish);
      finish = setTimeout(then, isStill() ? 0 : LEAVE);
    },
    /** Leaves to the side for the next (1) or previous (-1) document; 0 comes back. */
    out(direction) {
      if (direction === 0) return this.reset();
      isOut = true;
      const way = kind === "video" || isStill() ? "" : `translateX(${-direction * 30}vw)`;
      place(way, { smooth: true, opacity: "0" });
    },
    /** Arrives from the side of "next" or "prev". */
    in(direction) {
      if (direction === null || isStill()) return;
      content.classList.add("arrives", `arrives-${kind === "video" ? "fading" : direction}`);
      content.addEventListener("animationend", () => {
        content.classList.remove("arrives", "arrives-fading", "arrives-next", "arrives-prev");
      }, { once: true });
    },
    stop() {
      clearTimeout(finish);
      viewer.classList.remove("is-pulled");
      viewer.style.removeProperty("--viewer-dim");
      place("");
    },
  };
}
