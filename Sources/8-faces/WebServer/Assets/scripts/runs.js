// The list of runs: it is loaded again when a run begins or ends.

import { find } from "./dom.js";
import { follow, showState } from "./follow.js";
import { load, swap } from "./load.js";

/** So long at least between two looks, in milliseconds. */
const PAUSE = 2_000;
/** What other processes run is told of by nobody: the list is looked at so often anyway. */
const LOOK = 30_000;

/** Starts on the page's main element. */
export function start(main) {
  const owner = new AbortController();
  const list = new RunList(owner.signal);
  const form = find("#filters", main);
  form.addEventListener("change", (event) => event.target.matches("select") && location.assign(address(form)), { signal: owner.signal });
  form.addEventListener("submit", (event) => (event.preventDefault(), location.assign(address(form))), { signal: owner.signal });
  const stop = follow("/api/v1/events", {
    onState: showState,
    onEvent: (kind, data) => {
      if (kind === "run-started" || kind === "run-ended" || kind === "reset") list.want();
      if (kind === "snapshot" && String(data.runs.length) !== find("#running")?.dataset.count) list.want();
    },
  });
  const looking = setInterval(() => !document.hidden && list.want(), LOOK);
  return () => {
    clearInterval(looking);
    stop();
    list.stop();
    owner.abort();
  };
}

/** The form as it is filled in, without what is empty. */
function address(form) {
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  return `${form.getAttribute("action")}${query.size ? "?" : ""}${query}`;
}

class RunList {
  constructor(signal) {
    this.signal = signal;
    this.last = -PAUSE;
    this.timer = null;
    this.isLoading = false;
  }

  /** Has the list loaded soon, however often it is asked for. */
  want() {
    if (this.timer !== null || this.isLoading) {
      this.isWanted = this.isLoading;
      return;
    }
    this.timer = setTimeout(() => this.show(), Math.max(250, this.last + PAUSE - performance.now()));
  }

  async show() {
    this.timer = null;
    this.isLoading = true;
    this.isWanted = false;
    try {
      const page = await load(location.href, { signal: this.signal });
      // A later page stays as it is: what is new stands on the first.
      if (page.status === 200) swap(page.document, find("#results")?.hasAttribute("data-later") ? ["running"] : ["running", "results"]);
    } catch {
      // The next event asks again, and the mark tells when the line is broken.
    } finally {
      this.last = performance.now();
      this.isLoading = false;
      if (this.isWanted && !this.signal.aborted) this.want();
    }
  }

  stop() {
    clearTimeout(this.timer);
  }
}
