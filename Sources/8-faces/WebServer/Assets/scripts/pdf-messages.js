// What stands in place of the pages: waiting, failures, the question for a password.

import { element, icon } from "./dom.js";

/** The sign of waiting: a sheet of paper where the first page will be. */
export function waiting() {
  return element("div", { class: "pdf-waiting" },
    element("div", { class: "pdf-blank" }), element("p", { class: "pdf-waiting-text" }, "Loading document…"));
}

/**
 * A failure with ways out.
 *
 * @param {string} sentence
 * @param {() => void} retry
 * @param {HTMLElement} download a link
 */
export function failure(sentence, retry, download) {
  return element("div", { class: "pdf-message pdf-failure", role: "alert" },
    icon("warning"), element("p", {}, sentence),
    element("div", { class: "pdf-message-actions" },
      element("button", { type: "button", class: "button", click: retry }, "Retry"), download));
}

/** A failure while pages are there already: a strip above them. */
export function interruption(sentence, retry, download) {
  return element("div", { class: "pdf-interruption", role: "alert" },
    icon("warning"), element("p", {}, sentence),
    element("button", { type: "button", class: "button", click: retry }, "Retry"), download);
}

/** What people should know of a document that is shown: a strip above the pages. */
export function notice(sentence, download) {
  const strip = element("div", { class: "pdf-notice", role: "note" },
    icon("info"), element("p", {}, sentence), download,
    element("button", { type: "button", class: "button", click: () => strip.remove() }, "Close"));
  return strip;
}

/**
 * The question for a password.
 *
 * @param {boolean} wrong whether the last one did not fit
 * @param {(password: string) => void} answer
 * @param {HTMLElement} download a link
 */
export function passwordQuestion(wrong, answer, download) {
  const field = element("input",
    { type: "password", class: "pdf-password", id: "pdf-password", autocomplete: "off", required: true });
  if (wrong) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "pdf-password-error");
  }
  const submit = (event) => {
    event.preventDefault();
    if (field.value !== "") answer(field.value);
  };
  const form = element("form", { class: "pdf-message pdf-question", submit },
    icon("lock"),
    element("p", {}, "This document is protected by a password."),
    element("label", { for: "pdf-password" }, "Password"), field,
    wrong && element("p", { class: "pdf-question-error", id: "pdf-password-error", role: "alert" },
      "This password does not fit. Try again."),
    element("div", { class: "pdf-message-actions" },
      element("button", { type: "submit", class: "button" }, "Open"), download));
  return { form, field };
}

/** The link to download the file. */
export function downloadLink(address) {
  return element("a", { class: "button", href: address, download: true }, icon("download"), "Download");
}
