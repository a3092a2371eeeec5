// What can go wrong with a PDF, in sentences for people.

const SENTENCES = {
  missing: "Document not found.",
  gone: "File no longer available.",
  forbidden: "You may not see this document. Sign in again or ask its owner.",
  offline: "No internet connection. Please check your connection.",
  timeout: "Connection timed out.",
  server: "Server error. Unable to load document.",
  corrupt: "Unable to load file. File may be corrupt.",
  changed: "The document has changed meanwhile. Load it again to see its present state.",
  locked: "This document is protected by a password.",
  broken: "Unable to load document. The part of the page that shows PDFs did not start.",
};

/** A failure with a sentence to show; `kind` is one of the keys of SENTENCES, or "other". */
export class PdfError extends Error {
  constructor(kind, detail = "") {
    super(SENTENCES[kind] ?? `Unable to load document. ${detail}`.trim());
    this.name = "PdfError";
    this.kind = kind;
  }
}

/** Whether a failure only says that somebody gave up on purpose. */
export const isAbort = (error) => error?.name === "AbortError" || error?.name === "RenderingCancelledException";

/** Translates whatever was thrown (by pdf.js, by fetch, by us) into a PdfError. */
export function explained(error) {
  if (error instanceof PdfError) return error;
  switch (error?.name) {
    case "InvalidPDFException":
    case "FormatError":
      return new PdfError("corrupt");
    case "PasswordException":
      return new PdfError("locked");
    case "MissingPDFException":
      return new PdfError("missing");
    case "UnknownErrorException":
      return new PdfError("corrupt");
    default:
      return new PdfError("other", error?.message ?? "");
  }
}

/** The failure that a refused answer of the server means. */
export async function errorOfResponse(response) {
  if (response.status === 404) return new PdfError("missing");
  if (response.status === 410) return new PdfError("gone");
  // An empty file has no first byte.
  if (response.status === 416) return new PdfError("corrupt");
  if (response.status === 401 || response.status === 403) return new PdfError("forbidden");
  if (response.status >= 500) return new PdfError("server");
  return new PdfError("other", await detailOf(response));
}

async function detailOf(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/problem+json")) {
    const problem = await response.json().catch(() => null);
    if (typeof problem?.detail === "string") return problem.detail;
  }
  return `The server answered ${response.status}.`;
}
