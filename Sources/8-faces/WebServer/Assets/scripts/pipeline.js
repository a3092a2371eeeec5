// The place to try changes of a pipeline: lint reads along while one types. Nothing is stored.

import { element, find, icon } from "./dom.js";
import { toast } from "./toast.js";

const PAUSE = 400;

/** @param {HTMLFormElement} form with a textarea, a gutter, a place for the state and one for the issues */
export function start(form) {
  const text = find("textarea", form);
  const gutter = find("[data-gutter]", form);
  const state = find("[role=status]", form);
  const list = find("[data-issues]", form);
  const leaving = new AbortController();
  const { signal } = leaving;
  let checking = new AbortController();
  let issues = [];
  let timer;

  const drawGutter = () => {
    const worst = new Map();
    for (const issue of issues) if (issue.line && worst.get(issue.line) !== "error") worst.set(issue.line, issue.severity);
    const count = text.value.split("\n").length;
    gutter.replaceChildren(
      ...Array.from({ length: count }, (_, index) => {
        const kind = worst.get(index + 1);
        return element("span", { class: kind ? `gutter-${kind}` : null }, `${index + 1}\n`);
      }),
    );
    gutter.scrollTop = text.scrollTop;
  };

  const check = async () => {
    checking.abort();
    checking = new AbortController();
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch("/api/v1/pipelines/lint", {
        method: "POST", body: text.value, headers: { "Content-Type": "application/yaml" },
        signal: AbortSignal.any([checking.signal, signal]),
      });
      const found = await answer.json();
      if (!answer.ok) throw new Error(found.detail ?? "The text could not be checked.");
      issues = found.issues;
      drawGutter();
      list.replaceChildren(issues.length > 0 ? issueList(issues, goTo) : "");
      const news = stateText(issues);
      if (state.textContent !== news) state.textContent = news;
    } catch (error) {
      if (error.name !== "AbortError") state.textContent = `Not checked: ${error.message} It is tried again when you type.`;
    } finally {
      if (!checking.signal.aborted) form.removeAttribute("aria-busy");
    }
  };

  const goTo = (issue) => {
    const lines = text.value.split("\n");
    const before = lines.slice(0, issue.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const from = before + [...(lines[issue.line - 1] ?? "")].slice(0, issue.column - 1).join("").length;
    text.focus();
    text.setSelectionRange(from, from + issue.length);
    const height = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (issue.line - 4) * height);
  };

  const changed = () => {
    drawGutter();
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  };
  text.addEventListener("input", changed, { signal });
  text.addEventListener("scroll", () => (gutter.scrollTop = text.scrollTop), { signal });
  form.addEventListener("reset", () => setTimeout(changed), { signal });
  form.addEventListener("submit", (event) => (event.preventDefault(), check()), { signal });
  find("[data-copy]", form).addEventListener("click", () => copy(text), { signal });
  find("[data-download]", form).addEventListener("click", () => download(form.dataset.file, text.value), { signal });
  form.closest("details")?.addEventListener("toggle", drawGutter, { signal });
  drawGutter();
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
}

function stateText(issues) {
  const errors = issues.filter((issue) => issue.severity === "error").length;
  const warnings = issues.length - errors;
  if (issues.length === 0) return "No mistakes.";
  const say = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  return `${say(errors, "mistake")}, ${say(warnings, "warning")}.`;
}

function issueList(issues, goTo) {
  return element("ul", { class: "issues" }, ...issues.map((issue) => issueItem(issue, goTo)));
}

function issueItem(issue, goTo) {
  const isError = issue.severity === "error";
  const place = issue.line
    ? element("button", { type: "button", class: "line-button", click: () => goTo(issue) }, `Line ${issue.line}`)
    : null;
  const mark = icon(isError ? "close" : "warning");
  return element(
    "li",
    { class: `issue issue-${issue.severity}` },
    mark,
    element(
      "div",
      {},
      element(
        "p",
        {},
        element("span", { class: "visually-hidden" }, isError ? "Error. " : "Warning. "),
        place,
        place ? `, column ${issue.column}: ` : null,
        `${issue.message}.`,
      ),
      issue.hint ? element("p", { class: "quiet" }, issue.hint) : null,
      ...(issue.notes ?? []).map((note) => element("p", { class: "quiet" }, note)),
    ),
  );
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.value);
    toast("Copied.");
  } catch {
    // No leave to use the clipboard, or no TLS: what is chosen can be copied by hand.
    text.focus();
    text.select();
    toast("Press Ctrl+C or ⌘C to copy what is chosen.");
  }
}

function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = element("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
