// What of a file and its description can be judged before a byte is sent. Pure: no page, no network.

export const LIMITS = { title: 100, description: 500 };

/**
 * The name of a file as a title: without extension, dashes and underscores as spaces.
 *
 * @param {string} name such as `fall-season_2026.mp4`
 * @returns {string} such as `fall season 2026`
 */
export function titleFromName(name) {
  const stem = name.replace(/\.[^.]*$/, "") || name;
  return stem.replace(/[-_\s]+/g, " ").trim().slice(0, LIMITS.title).trim();
}

/** Which file it is, as far as a page can tell: the same one chosen again has the same fingerprint. */
export const fingerprint = (file) => JSON.stringify([file.name, file.size, file.lastModified, file.type]);

/**
 * A limit as the messages write it: `100MB`.
 *
 * @param {number} bytes
 */
export function limitText(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${bytes} bytes` : `${Number(value.toFixed(1))}${units[unit]}`;
}

/**
 * What is wrong with a file.
 *
 * @param {{name: string, size: number}} file
 * @param {{label: string, extensions?: string[], maxSize?: number}} rule of its type; what it does not say is not
 * checked
 * @returns {string|null} a sentence, or null
 */
export function fileFault(file, rule) {
  const name = file.name.toLowerCase();
  if (rule.extensions && !rule.extensions.some((extension) => name.endsWith(extension))) {
    return `Invalid file type. ${rule.label} requires ${rule.extensions.join(", ")}.`;
  }
  if (file.size === 0) return `${file.name} is empty (0 bytes). A document needs contents.`;
  if (rule.maxSize && file.size > rule.maxSize) {
    return `File exceeds ${limitText(rule.maxSize)} limit. Please compress or choose a smaller file.`;
  }
  return null;
}

/** What is wrong with a title, or null. */
export function titleFault(text) {
  const length = [...text.trim()].length;
  if (length === 0) return "Enter a title.";
  return length > LIMITS.title ? `A title has up to ${LIMITS.title} characters; this one has ${length}.` : null;
}

/** What is wrong with a description, or null. */
export function descriptionFault(text) {
  const length = [...text.trim()].length;
  if (length <= LIMITS.description) return null;
  return `A description has up to ${LIMITS.description} characters; this one has ${length}.`;
}

/** What is wrong with the number of a version, or null: it may be left out. */
export function versionFault(text) {
  return text === "" || /^[1-9][0-9]{0,5}$/.test(text) ? null : "Enter a whole number from 1, or nothing.";
}
