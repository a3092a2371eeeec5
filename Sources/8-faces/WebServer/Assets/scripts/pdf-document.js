// Opening a document with pdf.js. The only place that calls getDocument, because of what has to be switched off there.

import { PdfError, explained } from "./pdf-errors.js";
import { loadLibrary, loadWorker } from "./pdf-library.js";
import { PART_SIZE, openSource } from "./pdf-source.js";

/**
 * Opens a PDF.
 *
 * @param {string} address
 * @param {object} options
 * @param {number} options.size bytes, as far as it is known, or 0
 * @param {boolean} options.isFresh whether what the browser keeps of the file does not answer
 * @param {AbortSignal} options.signal closes the document, whatever state it is in
 * @param {(wrong: boolean) => Promise<string>} options.askPassword `wrong` after a password that did not fit
 * @param {(error: PdfError) => void} options.onInterrupted called when a part could not be read after the opening
 * @param {() => void} options.onUnreadable called when a font could not be made, so that its text does not show
 * @returns {Promise<{pdf: object, library: object, length: number, retry: () => void}>} `retry` reads failed parts
 *   again
 * @throws {PdfError}
 */
export async function openDocument(address, { size, isFresh, signal, askPassword, onInterrupted, onUnreadable }) {
  const opening = openSource(address, size, signal, isFresh);
  const [library, worker, source] = await Promise.all([loadLibrary(), loadWorker(), opening]);
  signal.throwIfAborted();
  const task = begin(library, worker, source);
  signal.addEventListener("abort", () => task.destroy().catch(() => {}), { once: true });
  task.onPassword = (answer, reason) => {
    askPassword(reason === library.PasswordResponses.INCORRECT_PASSWORD)
      .then(answer, () => answer(new Error("No password was given.")));
  };
  task.onUnsupportedFeature = (feature) => {
    if (feature === library.UNSUPPORTED_FEATURES.errorFontTranslate) onUnreadable();
  };
  try {
    const interrupted = new Promise((_, reject) => { source.onError = reject; });
    const pdf = await Promise.race([task.promise, interrupted]);
    source.onError = onInterrupted;
    return { pdf, library, length: source.length, retry: () => source.retry() };
  } catch (error) {
    task.destroy().catch(() => {});
    signal.throwIfAborted();
    throw explained(error);
  }
}

function begin(library, worker, source) {
  const input = source.whole ? { data: source.head } : { range: transport(library, source) };
  return library.getDocument({
    ...input,
    // This version turns numbers of the file's fonts into code unless told not to, and does not check that they are
    // numbers (CVE-2024-4367). Never make this depend on anything. The page's policy, without 'unsafe-eval', is the
    // second lock.
    isEvalSupported: false,
    enableXfa: false,
    worker,
    rangeChunkSize: PART_SIZE,
    disableAutoFetch: true,
    disableStream: true,
    // Fonts of the machine would make pages look different on each; ours have the right widths.
    useSystemFonts: false,
    standardFontDataUrl: new URL("asset:pdf-fonts/", location.href).href,
    cMapUrl: new URL("asset:pdf-cmaps/", location.href).href,
    // As Adobe publishes them. Only the page knows how to ask for these; the worker by itself would ask for packed ones.
    cMapPacked: false,
    useWorkerFetch: false,
    verbosity: library.VerbosityLevel.ERRORS,
  });
}

function transport(library, source) {
  const made = new library.PDFDataRangeTransport(source.length, source.head);
  made.requestDataRange = (from, to) => source.want(from, to);
  source.onPart = (from, bytes) => made.onDataRange(from, bytes);
  return made;
}
