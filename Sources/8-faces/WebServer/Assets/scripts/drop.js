// Files that are dropped anywhere on the page.

import { element, icon } from "./dom.js";

/**
 * Takes files that are dropped on the page, and shows meanwhile that it does. Drags of anything else are left alone.
 *
 * @param {{accepts: () => boolean, onFiles: (files: File[], folders: string[]) => void, signal: AbortSignal}} options
 *   `accepts`: whether files can be taken now; `folders`: names of folders among what was dropped, which are not taken
 */
export function watchDrops({ accepts, onFiles, signal }) {
  const overlay = element(
    "div", { class: "drop-overlay", "aria-hidden": "true", hidden: true },
    element("div", { class: "drop-target" }, icon("upload"), element("p", {}, "Drop files to upload them")));
  let depth = 0;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const hide = () => {
    depth = 0;
    overlay.hidden = true;
  };
  const listen = (name, body) => document.addEventListener(name, body, { signal });

  listen("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    // In the dialog that is open, as that lies above everything else.
    if (accepts()) (document.querySelector("dialog[open]") ?? document.body).append(overlay);
    overlay.hidden = !accepts();
  });
  listen("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth -= 1;
    if (depth <= 0) hide();
  });
  listen("dragover", (event) => {
    if (!hasFiles(event)) return;
    // Otherwise the browser leaves the page for the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = accepts() ? "copy" : "none";
  });
  listen("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hide();
    if (!accepts()) return;
    const { files, folders } = sorted(event.dataTransfer);
    if (files.length > 0 || folders.length > 0) onFiles(files, folders);
  });
  signal.addEventListener("abort", () => overlay.remove());
}

/** Folders come as files that cannot be read. */
function sorted(transfer) {
  const files = [];
  const folders = [];
  for (const item of transfer.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry?.();
    if (entry?.isDirectory) folders.push(entry.name);
    else {
      const file = item.getAsFile();
      if (file) files.push(file);
    }
  }
  return { files, folders };
}
