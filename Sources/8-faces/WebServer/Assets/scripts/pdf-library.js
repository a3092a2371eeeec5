// Mozilla's pdf.js: loaded when the first PDF is opened, its worker shared between all documents of the page.

import { PdfError } from "./pdf-errors.js";
import { scriptURL } from "./trusted.js";

const LIMIT = 10000;

let library = null;
let worker = null;

/** The library's exports, loaded once; after a failure the next call tries again. */
export function loadLibrary() {
  library ??= addScript().catch((error) => {
    library = null;
    throw error;
  });
  return library;
}

/** A running PDFWorker, shared between documents; after a failure the next call starts another. */
export function loadWorker() {
  worker ??= startWorker().catch((error) => {
    worker = null;
    throw error;
  });
  return worker;
}

/** Starts loading both, for when somebody is about to open a PDF; failures show at the opening. */
export function warm() {
  loadLibrary().catch(() => {});
  loadWorker().catch(() => {});
}

// pdf.js is no ES module, so it comes by a script element.
function addScript() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptURL("asset:pdf.js");
    const timer = setTimeout(() => fail("timeout"), LIMIT);
    const fail = (kind) => {
      clearTimeout(timer);
      script.remove();
      reject(new PdfError(kind));
    };
    script.addEventListener("error", () => fail(navigator.onLine ? "broken" : "offline"));
    script.addEventListener("load", () => {
      clearTimeout(timer);
      script.remove();
      if (globalThis.pdfjsLib) resolve(globalThis.pdfjsLib);
      else reject(new PdfError("broken"));
    });
    document.head.append(script);
  });
}

// The worker's first message says that its script runs. pdf.js alone would wait for ever if it does not.
async function startWorker() {
  const port = new Worker(scriptURL("asset:pdf.worker.js"));
  try {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new PdfError("timeout")), LIMIT);
      port.addEventListener("message", () => { clearTimeout(timer); resolve(); }, { once: true });
      port.addEventListener("error", () => {
        clearTimeout(timer);
        reject(new PdfError(navigator.onLine ? "broken" : "offline"));
      }, { once: true });
    });
    port.addEventListener("error", () => { worker = null; });
    const { PDFWorker } = await loadLibrary();
    return new PDFWorker({ port });
  } catch (error) {
    port.terminate();
    throw error;
  }
}
