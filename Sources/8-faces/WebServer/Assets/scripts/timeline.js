// The timeline of a run that goes on: what events say of its stages, and the bars that show it. Nothing goes back: a stage
// that has ended stays so.

import { find, findAll } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const GOING = ["running", "waiting"];
const rank = (state) => (state === "planned" ? 0 : GOING.includes(state) ? 1 : 2);

/** The rows of the page's timeline as they are now, and what changes of them. */
export class Timeline {
  constructor() {
    const list = find("#timeline");
    this.began = performance.now() - Number(list?.dataset.length ?? 0);
    this.rows = new Map(findAll(".stage", list ?? document.createElement("ol")).map((row) => [row.dataset.stage, new Row(row)]));
  }

  /** Milliseconds since the run began. */
  get now() {
    return performance.now() - this.began;
  }

  /**
   * Takes an event in.
   *
   * @returns {{news?: string, isUnknown?: boolean}} what a listener is told, and whether it is about a stage without a row
   */
  take(kind, data) {
    if (kind === "snapshot") return this.takeSnapshot(data.runs[0]);
    if (!data.stage) return {};
    const row = this.rows.get(data.stage);
    if (!row) return { isUnknown: kind === "stage-started" };
    switch (kind) {
      case "stage-started":
        return row.begin(this.now, data.attempt, data["max-attempts"]);
      case "stage-progress":
        return row.advance(data.done, data.total);
      case "stage-retrying":
        return row.wait(this.now, data.attempt, data["max-attempts"], data["wait-ms"]);
      case "stage-finished":
        return row.finish(this.now, data.result);
      default:
        return {};
    }
  }

  takeSnapshot(run) {
    for (const stage of run?.stages ?? []) {
      const row = this.rows.get(stage.id);
      if (!row) return { isUnknown: true };
      if (stage["retry-at"]) row.rest(stage.attempts);
      else if (stage.status === "running") row.begin(this.now, stage.attempts, 0);
      else row.finish(this.now, stage);
    }
    return {};
  }

  /** Shows what has changed, and how far what goes on has come. */
  draw() {
    const length = this.now;
    for (const row of this.rows.values()) row.draw(length);
    const done = [...this.rows.values()].filter((row) => ["succeeded", "reused"].includes(row.state)).length;
    setText("#run-progress", `${done} of ${this.rows.size} ${this.rows.size === 1 ? "stage" : "stages"} done`);
    setText("#run-length", durationText(length));
    setText("[data-axis-end]", durationText(length));
  }
}

class Row {
  constructor(element) {
    this.element = element;
    this.name = element.dataset.stage;
    this.state = element.dataset.state;
    this.note = find("[data-stage-note]", element).textContent;
    this.attempt = 0;
    this.elements = 0;
    this.bars = findAll("line", element).map((line) => ({
      line,
      from: Number(line.dataset.from),
      to: line.dataset.to === undefined ? null : Number(line.dataset.to),
      state: line.classList[1].slice(4),
    }));
  }

  begin(now, attempt, limit) {
    // Elements of one stage begin one after the other; an older try tells nothing new.
    if (rank(this.state) === 2 || (this.state === "running" && attempt <= this.attempt)) return {};
    this.attempt = attempt;
    this.set("running", attempt > 1 ? `attempt ${attempt}${limit > 1 ? ` of ${limit}` : ""}` : "");
    if (!this.open) this.bars.push({ from: now, to: null, state: "running" });
    return {};
  }

  advance(done, total) {
    if (this.state === "running" && total > 0) this.set("running", `${Math.min(100, Math.floor((done / total) * 100))} %`);
    return {};
  }

  wait(now, attempt, limit, pause) {
    if (rank(this.state) === 2 || attempt < this.attempt) return {};
    this.attempt = attempt;
    this.close(now, "failed");
    this.set("waiting", `attempt ${attempt} of ${limit} failed, next in ${durationText(pause)}`);
    return { news: `${this.name}: attempt ${attempt} of ${limit} did not succeed` };
  }

  /** It waits, as the page says already unless that has changed since. */
  rest(attempt) {
    if (rank(this.state) === 2 || attempt < this.attempt) return;
    this.attempt = attempt;
    if (this.state !== "waiting") this.set("waiting", `attempt ${attempt} failed`);
  }

  finish(now, result) {
    if (result.item !== undefined) {
      this.elements += 1;
      if (rank(this.state) < 2) this.set(this.state, `${this.elements} ${this.elements === 1 ? "element" : "elements"} done`);
      return {};
    }
    const state = result.reused ? "reused" : result.status;
    if (rank(this.state) === 2 && rank(state) <= 2) return {};
    const length = result["duration-ms"];
    if (state !== "skipped" && state !== "reused") {
      if (!this.open) this.bars.push({ from: Math.max(0, now - (length ?? 0)), to: null, state });
      this.close(now, state);
    }
    const tries = result.attempts > 1 ? `, attempt ${result.attempts}` : "";
    this.set(state, state === "skipped" || state === "reused" || length === null ? "" : durationText(length) + tries);
    return { news: `${this.name}: ${this.label}` };
  }

  get open() {
    return this.bars.find((bar) => bar.to === null);
  }

  get label() {
    return template(this.state)?.content.textContent.trim() ?? this.state;
  }

  close(now, state) {
    const bar = this.open;
    if (bar) Object.assign(bar, { to: now, state });
  }

  set(state, note) {
    this.isChanged ||= state !== this.state || note !== this.note;
    this.state = state;
    this.note = note;
  }

  draw(length) {
    if (this.isChanged) {
      this.isChanged = false;
      this.element.dataset.state = this.state;
      find("[data-stage-note]", this.element).textContent = this.note;
      const badge = template(this.state);
      if (badge) find("[data-stage-badge]", this.element).replaceChildren(document.importNode(badge.content, true));
    }
    for (const bar of this.bars) {
      if (!bar.line) {
        bar.line = document.createElementNS(SVG, "line");
        bar.line.setAttribute("y1", "50%");
        bar.line.setAttribute("y2", "50%");
        find("[data-stage-track]", this.element).append(bar.line);
      }
      const from = percent(bar.from, length);
      bar.line.setAttribute("class", `bar bar-${bar.state}`);
      bar.line.setAttribute("x1", `${from}%`);
      bar.line.setAttribute("x2", `${Math.max(percent(bar.to ?? length, length), from + 0.01)}%`);
    }
  }
}

const template = (state) => find(`#state-templates template[data-stage-state="${state}"]`);
const percent = (time, length) => Math.round(Math.min(1, Math.max(0, time / Math.max(length, 0.001))) * 100_000) / 1_000;

function setText(selector, text) {
  const element = find(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** As the server writes them: "0.3 ms", "3.2 s", "1m 05s", "2h 03m". */
function durationText(milliseconds) {
  const two = (number) => String(number).padStart(2, "0");
  if (milliseconds < 999.95) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const minutes = Math.floor((seconds + 30) / 60);
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}
