// The page of a run: it follows the run while it goes on, and shows the page as the server has it once it has ended.

import { find, findAll } from "./dom.js";
import { follow, showState } from "./follow.js";
import { load, swap } from "./load.js";
import { Timeline } from "./timeline.js";
import { toast } from "./toast.js";

/** At most four times a second. */
const COMMIT = 250;
/** Bars of what goes on grow so often, in milliseconds. */
const GROW = 1_000;
/** Runs of other processes are told of by nobody: after so much silence the page is looked at. */
const QUIET = 15_000;

/** Starts on the page's main element. */
export function start(main) {
  const owner = new AbortController();
  main.addEventListener("click", (event) => reveal(event.target.closest?.("a[href^='#stage-']")), { signal: owner.signal });
  if (find("#run", main)?.dataset.status !== "running") return () => owner.abort();
  const run = new LiveRun(owner.signal);
  const stop = follow(`/api/v1/events?run=${encodeURIComponent(find("#run", main).dataset.run)}`, {
    onState: (state) => run.state(state),
    onEvent: (kind, data) => run.event(kind, data),
  });
  return () => {
    stop();
    run.stop();
    owner.abort();
  };
}

/** Opens the details that a name leads to. */
function reveal(link) {
  const details = link && document.getElementById(link.hash.slice(1))?.closest("details");
  if (details) details.open = true;
}

class LiveRun {
  constructor(signal) {
    this.signal = signal;
    this.timeline = new Timeline();
    this.news = [];
    this.missed = [];
    this.lastCommit = -COMMIT;
    this.lastEvent = performance.now();
    this.growing = setInterval(() => this.grow(), GROW);
  }

  state(state) {
    if (state === "ended" && !this.hasEnded) this.finish();
    showState(state);
  }

  event(kind, data) {
    if (this.hasEnded) return;
    this.lastEvent = performance.now();
    if (kind === "end" || kind === "run-ended") return this.finish();
    if (kind === "reset") return this.refresh();
    if (this.isLoading) this.missed.push([kind, data]);
    this.apply(kind, data);
  }

  apply(kind, data) {
    const { news, isUnknown } = this.timeline.take(kind, data);
    if (news) this.news.push(news);
    // A stage that the page does not show, such as a handler.
    if (isUnknown) this.refresh();
    this.commit();
  }

  commit() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.lastCommit = performance.now();
      this.timeline.draw();
      if (this.news.length > 0) find("#run-news").textContent = `${this.news.splice(0).join(". ")}.`;
    }, Math.max(0, this.lastCommit + COMMIT - performance.now()));
  }

  grow() {
    if (this.hasEnded || document.hidden) return;
    if (performance.now() - this.lastEvent > QUIET) {
      this.lastEvent = performance.now();
      this.refresh();
    }
    this.commit();
  }

  /** Loads the page; what happens meanwhile is applied to it afterwards. */
  async refresh() {
    if (this.isLoading) return;
    this.isLoading = true;
    this.missed = [];
    try {
      if (!(await this.show())) return;
      this.timeline = new Timeline();
      const missed = this.missed;
      this.missed = [];
      for (const [kind, data] of missed) this.timeline.take(kind, data);
      if (find("#run").dataset.status === "running") this.commit();
    } catch {
      // The next event or the next silence asks again.
    } finally {
      this.isLoading = false;
    }
  }

  /** Once, after the end: what stands in the page then is what is on record. */
  async finish() {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.stop();
    showState("ended");
    try {
      await this.show();
      find("#run-news").textContent = `The run has ended: ${find("#run-state")?.textContent.trim() ?? ""}.`;
    } catch (error) {
      if (error.name === "AbortError") return;
      this.hasEnded = false;
      toast(`The run has ended. ${error.message}`, { label: "Retry", action: () => this.finish(), isProblem: true });
    }
  }

  /** @returns {Promise<boolean>} whether the page is there and was shown */
  async show() {
    const page = await load(location.pathname, { signal: this.signal });
    if (page.status !== 200 || !find("#run")) return false;
    const opened = findAll("#run details[open]").map((details) => details.id);
    swap(page.document, ["run"]);
    for (const id of opened) if (id) document.getElementById(id)?.setAttribute("open", "");
    document.title = page.document.title;
    return true;
  }

  stop() {
    clearTimeout(this.timer);
    clearInterval(this.growing);
  }
}
