// Where the pages' scripts begin.

import { startForms } from "./form.js";
import { bind } from "./keys.js";
import { startModules } from "./modules.js";
import { watchConnection } from "./offline.js";
import { startSheets } from "./sheet.js";
import { showTimes } from "./times.js";
import { uploadsAppear } from "./upload-wait.js";

/** What works on elements with `data-module`, by the word there. Each is loaded when a page needs it. */
const loaders = {
  documents: () => import("./documents.js"),
  video: () => import("./video.js"),
  "preview-image": () => import("./preview-image.js"),
  viewer: () => import("./viewer.js"),
  "pdf-view": () => import("./pdf-view.js"),
  upload: () => import("./upload.js"),
  "upload-list": () => uploadsAppear().then(() => import("./upload-list.js")),
  policy: () => import("./policy.js"),
  document: () => import("./document.js"),
  pipeline: () => import("./pipeline.js"),
  folders: () => import("./folders.js"),
  preferences: () => import("./preferences.js"),
  run: () => import("./run.js"),
  runs: () => import("./runs.js"),
};

document.documentElement.classList.add("scripted");
bind(
  {
    "g d": { does: "Go to Documents", run: () => location.assign("/documents") },
    "g r": { does: "Go to Runs", run: () => location.assign("/runs") },
    "g q": { does: "Go to Quarantine", run: () => location.assign("/quarantine") },
  },
  { about: "Everywhere" },
);
// On narrow screens the navigation scrolls.
document.querySelector(".navigation [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
showTimes(document);
startForms();
startSheets();
watchConnection();
startModules(document.body, loaders);

// A menu is closed by a press beside it and by Escape.
document.addEventListener("click", (event) => closeMenus(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});

function closeMenus(target) {
  for (const menu of document.querySelectorAll("details.menu[open], details.filters[open]")) {
    if (target instanceof Node && menu.contains(target)) continue;
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  }
}
