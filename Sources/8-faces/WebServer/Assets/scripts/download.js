// Downloading with progress. Small files are read here, so that progress can be shown and cancelled beside the button;
// large ones are left to the browser, which writes them to disk as they come and can go on after an interruption.

import { element, icon, sizeText } from "./dom.js";

/** Larger files do not pass through memory. */
export const LARGEST_IN_MEMORY = 64_000_000;
const STALLED_AFTER = 30_000;
const THANKS_FOR = 8000;
const OFFLINE = "You are offline. Downloading works again once there is a connection.";

/**
 * Makes a download link show its progress.
 *
 * @param {HTMLAnchorElement} link works without this too
 * @param {object} owner
 * @param {string} owner.title name of the file when the server gives none
 * @param {number} owner.size bytes, 0 when unknown
 * @param {HTMLElement} owner.host where progress and result are shown
 * @param {(text: string) => void} owner.say tells it to those who do not see it
 * @returns {() => void} takes it back, and gives a running download up
 */
export function enhanceDownload(link, { title, size, host, say }) {
  const listening = new AbortController();
  const { signal } = listening;
  const panel = element("div", { class: "viewer-transfer", role: "group", "aria-label": "Download", hidden: true });
  const reason = element("span", { class: "visually-hidden", id: "viewer-download-reason" });
  host.append(panel, reason);
  const addresses = new Set();
  let running = null;
  let thanks = 0;

  function put(...nodes) {
    clearTimeout(thanks);
    const hadFocus = panel.contains(document.activeElement);
    panel.replaceChildren(...nodes.filter((node) => node !== null));
    panel.hidden = nodes.length === 0;
    if (hadFocus) (panel.querySelector("button") ?? link).focus();
  }

  const button = (text, click) => element("button", { type: "button", class: "button", click }, text);
  const words = (name, text) => element("p", { class: "viewer-transfer-text" }, icon(name), element("span", {}, text));

  function tell(name, text, ...buttons) {
    put(words(name, text), ...buttons, element("button", {
      type: "button", class: "icon-button viewer-transfer-close", "aria-label": "Close message", click: () => put(),
    }, icon("close")));
    say(text);
  }

  function connectionChanged() {
    const isOffline = !navigator.onLine;
    link.toggleAttribute("data-disabled", isOffline);
    reason.textContent = isOffline ? OFFLINE : "";
    if (isOffline) {
      link.setAttribute("aria-disabled", "true");
      link.setAttribute("aria-describedby", reason.id);
    } else {
      link.removeAttribute("aria-disabled");
      link.removeAttribute("aria-describedby");
    }
    if (running !== null) return;
    if (isOffline) tell("warning", OFFLINE);
    else if (panel.querySelector(".viewer-transfer-text") !== null) put();
  }

  async function begin() {
    if (running !== null) return;
    if (!navigator.onLine) return tell("warning", OFFLINE);
    running = new AbortController();
    try {
      if (!(await hasRoom(size))) {
        return tell("warning", `Not enough storage space. The file has ${sizeText(size)}.`,
          button("Download anyway", () => { put(); leaveToBrowser(); }));
      }
      if (size > LARGEST_IN_MEMORY) return leaveToBrowser();
      await read(running);
    } finally {
      running = null;
    }
  }

  function leaveToBrowser() {
    hand(link.href, "");
    say("Download started");
  }

  async function read(controller) {
    const progress = element("progress", { max: 100, value: 0, "aria-label": `Downloading ${title}` });
    const percent = element("output", { class: "viewer-transfer-percent", "aria-hidden": "true" }, "0%");
    put(progress, percent, button("Cancel", () => controller.abort()));
    say("Download started");
    let alarm = 0;
    let isStalled = false;
    const alive = () => {
      clearTimeout(alarm);
      alarm = setTimeout(() => { isStalled = true; controller.abort(); }, STALLED_AFTER);
    };
    try {
      alive();
      const answer = await fetch(link.href, { signal: AbortSignal.any([signal, controller.signal]) });
      if (!answer.ok) throw new Refusal();
      const total = Number(answer.headers.get("Content-Length")) || size;
      const chunks = [];
      let received = 0;
      let told = 0;
      for (const reader = answer.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        alive();
        chunks.push(value);
        received += value.length;
        const part = total > 0 ? Math.min(Math.floor((received / total) * 100), 100) : 0;
        progress.value = part;
        percent.textContent = total > 0 ? `${part}%` : sizeText(received);
        if (part >= told + 25 && part < 100) {
          told = part - (part % 25);
          say(`${told}%`);
        }
      }
      const name = nameIn(answer.headers.get("Content-Disposition")) ?? (link.getAttribute("download") || title);
      const address = URL.createObjectURL(new Blob(chunks, { type: "application/octet-stream" }));
      addresses.add(address);
      hand(address, name);
      tell("check", `Downloaded ${name}`);
      thanks = setTimeout(() => { if (!panel.contains(document.activeElement)) put(); }, THANKS_FOR);
    } catch (error) {
      if (signal.aborted) return;
      if (error.name === "AbortError" && !isStalled) {
        put();
        say("Download cancelled");
      } else {
        const text = error instanceof Refusal
          ? "Download failed. Please try again." : "Download failed. Check your connection.";
        tell("warning", text, button("Retry", () => begin()));
      }
    } finally {
      clearTimeout(alarm);
    }
  }

  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    begin();
  }, { signal });
  window.addEventListener("online", connectionChanged, { signal });
  window.addEventListener("offline", connectionChanged, { signal });
  if (!navigator.onLine) connectionChanged();

  return () => {
    listening.abort();
    running?.abort();
    clearTimeout(thanks);
    for (const address of addresses) URL.revokeObjectURL(address);
    panel.remove();
    reason.remove();
  };
}

class Refusal extends Error {}

/** Whether the browser thinks that it can store so much; when it does not say, it can. */
async function hasRoom(size) {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || quota - (usage ?? 0) >= size;
  } catch { return true; }
}

/** Gives an address to the browser's own downloading. */
function hand(address, name) {
  const link = element("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}

/** The name that the server gives a file (RFC 6266), or null. */
export function nameIn(disposition) {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? "");
  if (extended !== null) {
    try { return decodeURIComponent(extended[1].trim()); } catch { /* the plain one, then */ }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "");
  return plain === null ? null : (plain[1]?.replace(/\\(.)/g, "$1") ?? plain[2]);
}
