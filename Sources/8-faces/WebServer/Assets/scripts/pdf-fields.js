// What the fields of a form say, where the file has no picture of it: pdf.js draws only what it has a picture of.

import { element } from "./dom.js";

const BASE_SCALE = 96 / 72;

// Flags of annotations and of fields (ISO 32000-1, tables 165 and 228).
const HIDDEN = 2;
const PASSWORD = 1 << 13;

const LARGEST = 12;
const SMALLEST = 4;
const LINE = 1.2;
// The width of a letter, in its size; only where the file leaves the size to the reader.
const LETTER = 0.52;

/**
 * Makes the layer of a page that shows what fields say.
 *
 * @param {object} library pdf.js
 * @param {object} pdf its document
 * @param {object} page its page
 * @returns {Promise<FieldLayer|null>} null for a page where nothing is missing
 */
export async function makeFieldLayer(library, pdf, page) {
  const annotations = await page.getAnnotations({ intent: "display" });
  const fields = annotations.map((annotation) => ({ annotation, value: valueOf(annotation) }))
    .filter(({ value }) => value !== "");
  if (fields.length === 0) return null;
  const { info } = await pdf.getMetadata();
  // Of these forms pdf.js itself draws what has no picture.
  if (info.IsXFAPresent) return null;
  const isPictured = fields.some(({ annotation }) => annotation.hasAppearance)
    ? await textsOf(library, page) : new Set();
  const missing = fields.filter(({ annotation }) => !isPictured.has(annotation.id));
  return missing.length > 0 ? new FieldLayer(page, missing) : null;
}

/** The values of a page's fields, in the order of the file. */
class FieldLayer {
  constructor(page, fields) {
    const viewport = page.getViewport({ scale: BASE_SCALE });
    this.element = element("div", { class: "pdf-fields" }, ...fields.map((field) => made(field, viewport)));
    this.element.style.width = `${viewport.width}px`;
    this.element.style.height = `${viewport.height}px`;
  }

  /** Fits the layer onto a page drawn in a scale. */
  stretch(scale) {
    this.element.style.transform = `scale(${scale})`;
  }
}

// What a field that can be seen says: text, the chosen of its options one a line, or a mark. Of radio buttons without a
// picture nobody knows which is meant.
function valueOf(annotation) {
  const { subtype, fieldType, fieldValue, fieldFlags, annotationFlags } = annotation;
  if (subtype !== "Widget" || annotationFlags & HIDDEN || fieldFlags & PASSWORD) return "";
  if (fieldType === "Tx") return typeof fieldValue === "string" ? fieldValue.trim() : "";
  if (fieldType === "Ch") {
    const names = new Map(annotation.options.map(({ exportValue, displayValue }) => [exportValue, displayValue]));
    return [fieldValue].flat().map((value) => names.get(value) ?? value ?? "").join("\n").trim();
  }
  if (annotation.checkBox && !annotation.hasAppearance) {
    return fieldValue && fieldValue !== "Off" && annotation.exportValue === undefined ? "\u2713" : "";
  }
  return "";
}

// The ids of fields whose picture shows something. Programs that fill a form often leave the picture of an empty field.
async function textsOf(library, page) {
  const { OPS } = library;
  const { fnArray, argsArray } = await page.getOperatorList();
  const shown = new Set();
  let field = null;
  fnArray.forEach((operator, index) => {
    const [first] = argsArray[index] ?? [];
    if (operator === OPS.beginAnnotation) field = first;
    else if (operator === OPS.endAnnotation) field = null;
    else if (field === null || shown.has(field)) return;
    else if (PAINTING.some((name) => operator === OPS[name]) && first.length !== 0) shown.add(field);
  });
  return shown;
}

const PAINTING = ["showText", "paintImageXObject", "paintInlineImageXObject", "paintImageMaskXObject"];

function made({ annotation, value }, viewport) {
  const [left, bottom, right, top] = sorted(annotation.rect);
  const [width, height] = [right - left, top - bottom];
  const lines = annotation.multiLine || value.includes("\n");
  const size = annotation.defaultAppearanceData?.fontSize || fitting(value, width, height, lines);
  const kind = [lines ? "pdf-field-lines" : "", annotation.comb ? "pdf-field-comb" : ""].join(" ").trim();
  const field = element("div", { class: `pdf-field ${kind}`.trim(), title: annotation.alternativeText || null },
    ...(annotation.comb ? [...value].map((letter) => element("span", {}, letter)) : [element("span", {}, value)]));
  const { style } = field;
  // From the field's upper left corner, in points, as the page is turned.
  const [a, b, c, d, e, f] = viewport.transform;
  const place = [a, b, -c, -d, a * left + c * top + e, b * left + d * top + f];
  style.transform = `matrix(${place.map((each) => each.toFixed(4)).join(", ")})`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.fontSize = `${size}px`;
  style.fontFamily = familyOf(annotation.defaultAppearanceData?.fontName ?? "");
  style.textAlign = ["left", "center", "right"][annotation.comb || annotation.checkBox ? 1 : annotation.textAlignment ?? 0];
  if (annotation.comb) style.setProperty("--letters", String(annotation.maxLen));
  const { backgroundColor, defaultAppearanceData } = annotation;
  if (defaultAppearanceData?.fontColor) style.color = colour(defaultAppearanceData.fontColor);
  if (backgroundColor && !annotation.hasAppearance) style.backgroundColor = colour(backgroundColor);
  return field;
}

function sorted([x1, y1, x2, y2]) {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

// A size of 0 in the file means the largest with which everything can be seen.
function fitting(value, width, height, lines) {
  if (!lines) return Math.max(SMALLEST, Math.min(height / 1.35, width / (LETTER * value.length), 1.5 * LARGEST));
  for (let size = LARGEST; size > SMALLEST; size -= 0.5) {
    const inLine = Math.max(1, Math.floor(width / (LETTER * size)));
    const count = value.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / inLine)), 0);
    if (count * LINE * size <= height) return size;
  }
  return SMALLEST;
}

function familyOf(name) {
  if (/cour|mono/i.test(name)) return "monospace";
  return /^(ti|times|serif)/i.test(name) ? "serif" : "sans-serif";
}

function colour([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}
