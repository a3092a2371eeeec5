// The links of a page: to the web and to mail addresses, and to other pages of the document. Nothing else of what a
// PDF can ask for.

import { element } from "./dom.js";

const SAFE = new Set(["http:", "https:", "mailto:"]);

/**
 * Makes the layer of links of a page.
 *
 * @param {object} pdf the document of pdf.js
 * @param {object} page its page
 * @param {(number: number) => void} goTo called with a page number
 * @returns {Promise<HTMLElement|null>} null for a page without links
 */
export async function makeLinkLayer(pdf, page, goTo) {
  const annotations = await page.getAnnotations({ intent: "display" });
  const links = annotations.filter((annotation) => annotation.subtype === "Link").map((annotation) => {
    const made = annotation.url ? webLink(annotation.url) : pageLink(pdf, annotation.dest, goTo);
    if (made) place(made, annotation.rect, page);
    return made;
  }).filter(Boolean);
  return links.length > 0 ? element("div", { class: "pdf-links" }, ...links) : null;
}

/** The address of a link if it is one that we let people follow, or null. */
export function safeAddress(address) {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return SAFE.has(url.protocol) ? url.href : null;
}

function webLink(address) {
  const href = safeAddress(address);
  if (!href) return null;
  const mail = href.startsWith("mailto:");
  return element("a", {
    class: "pdf-link",
    href,
    rel: "noopener noreferrer",
    target: mail ? null : "_blank",
    title: href,
    "aria-label": mail ? `Write to ${href.slice(7)}` : `${href} (opens in a new tab)`,
  });
}

function pageLink(pdf, destination, goTo) {
  if (!destination) return null;
  const follow = async () => {
    const target = typeof destination === "string" ? await pdf.getDestination(destination) : destination;
    if (!Array.isArray(target)) return;
    const index = Number.isInteger(target[0]) ? target[0] : await pdf.getPageIndex(target[0]);
    goTo(index + 1);
  };
  const name = "Go to another page of this document";
  const click = () => follow().catch(() => {});
  return element("button", { class: "pdf-link", type: "button", "aria-label": name, click });
}

function place(link, rectangle, page) {
  const viewport = page.getViewport({ scale: 1 });
  const [x1, y1, x2, y2] = viewport.convertToViewportRectangle(rectangle);
  link.style.left = `${Math.min(x1, x2) / viewport.width * 100}%`;
  link.style.top = `${Math.min(y1, y2) / viewport.height * 100}%`;
  link.style.width = `${Math.abs(x2 - x1) / viewport.width * 100}%`;
  link.style.height = `${Math.abs(y2 - y1) / viewport.height * 100}%`;
}
