// The keys of the viewer.

const LINE = 48;

/**
 * Listens to keys.
 *
 * Inside a dialog all of it counts as the viewer's, since the focus may stand in the dialog's own bar; elsewhere only
 * the viewer itself. Single letters do nothing where the page has switched them off (`data-keys="off"` on the root
 * element).
 *
 * @param {HTMLElement} root
 * @param {object} viewer
 * @param {() => PageStack|null} viewer.stack
 * @param {(direction: number) => void} viewer.step
 * @param {() => void} viewer.toggleFit
 * @param {() => void} viewer.togglePages
 * @param {() => void} viewer.toggleInformation
 * @param {() => void} viewer.openFind
 * @param {() => boolean} viewer.closeOne closes find bar or panel; says whether there was one
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, viewer, signal) {
  const scope = root.closest("dialog") ?? root;
  scope.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (handle(event, viewer)) event.preventDefault();
  }, { signal });
}

function handle(event, viewer) {
  const stack = viewer.stack();
  if (event.key === "Escape") {
    const closed = viewer.closeOne();
    // One Escape closes one thing: the dialog around has to wait for the next.
    if (closed) event.stopPropagation();
    return closed;
  }
  if (!stack || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "f" || event.shiftKey) return false;
    viewer.openFind();
    return true;
  }
  if (isTyping(event.target)) return false;
  return letter(event, viewer) || movement(event, stack);
}

function letter(event, viewer) {
  if (document.documentElement.dataset.keys === "off") return false;
  const action = {
    t: viewer.togglePages,
    i: viewer.toggleInformation,
    z: viewer.toggleFit,
    "+": () => viewer.step(1),
    "=": () => viewer.step(1),
    "-": () => viewer.step(-1),
  }[event.key];
  if (!action) return false;
  action();
  return true;
}

function movement(event, stack) {
  const { scroller } = stack;
  if (event.shiftKey || event.target.closest?.("[data-own-arrows]")) return false;
  switch (event.key) {
    case "Home": stack.goTo(1); return true;
    case "End": stack.goTo(stack.count); return true;
    case "PageDown": turn(stack, 1); return true;
    case "PageUp": turn(stack, -1); return true;
    case "ArrowDown": scroller.scrollTop += LINE; return true;
    case "ArrowUp": scroller.scrollTop -= LINE; return true;
    case "ArrowLeft": return sideways(event, scroller, -LINE);
    case "ArrowRight": return sideways(event, scroller, LINE);
    default: return false;
  }
}

// At fit to height a screenful is a page; otherwise it is a bit less than the height of the view.
function turn(stack, direction) {
  if (stack.zoom.mode === "height") stack.goTo(stack.page + direction);
  else stack.scroller.scrollTop += direction * stack.scroller.clientHeight * 0.9;
}

// A page wider than the view is moved; otherwise the key is left to those around (the next document).
function sideways(event, scroller, distance) {
  if (scroller.scrollWidth <= scroller.clientWidth + 1) return false;
  scroller.scrollLeft += distance;
  event.stopPropagation();
  return true;
}

function isTyping(target) {
  return target.closest?.("input, textarea, select, [contenteditable=''], [contenteditable='true']") !== null;
}
