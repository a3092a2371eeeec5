// Follows the service's events, as long as somebody looks at the page: with pauses that grow when the line is bad, and a
// memory of what has come, so that nothing is told twice or backwards.

const FIRST_WAIT = 3_000;
const LONGEST_WAIT = 60_000;
/** A page that nobody sees is not followed any longer, in milliseconds. */
const HIDDEN = 60_000;
/** The service says something every 15 seconds; a line that is silent for longer than this is dead. */
const SILENCE = 40_000;
/** Answers that no later try makes better: nothing of that name, or not for this reader. */
const FINAL = [401, 403, 404];

/**
 * Follows a stream until it ends or is stopped.
 *
 * @param {string} url of server-sent events
 * @param {{onEvent: function(string, Object): void, onState: function("live"|"reconnecting"|"paused"|"ended"): void}} told
 *   `onEvent` gets each event once, in order; "reset" says that some are missing, and a "snapshot" follows it.
 * @returns {function(): void} stops
 */
export function follow(url, { onEvent, onState }) {
  const follower = new Follower(url, onEvent, onState);
  const owner = new AbortController();
  const { signal } = owner;
  document.addEventListener("visibilitychange", () => follower.look(document.hidden), { signal });
  window.addEventListener("pagehide", () => follower.pause(), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && follower.resume(), { signal });
  window.addEventListener("online", () => follower.resume(), { signal });
  follower.connect();
  return () => {
    owner.abort();
    follower.stop();
  };
}

class Follower {
  constructor(url, onEvent, onState) {
    Object.assign(this, { url, onEvent, onState });
    this.failures = 0;
    this.last = null;
    this.hasEnded = false;
  }

  async connect() {
    clearTimeout(this.wait);
    if (this.hasEnded || this.line) return;
    const line = (this.line = new AbortController());
    let rest = 0;
    try {
      const headers = { Accept: "text/event-stream", ...(this.last ? { "Last-Event-ID": this.last.id } : {}) };
      const answer = await fetch(this.url, { headers, cache: "no-store", signal: line.signal });
      if (FINAL.includes(answer.status)) return this.end();
      if (!answer.ok) {
        rest = Number(answer.headers.get("Retry-After")) * 1_000 || 0;
        throw new Error(`The stream was refused: ${answer.status}.`);
      }
      await this.read(answer.body, line);
      throw new Error("The stream was cut off.");
    } catch {
      // Whoever has ended or paused it has said so; everything else is a line that broke.
      if (this.line === line) this.retry(rest);
    }
  }

  async read(body, line) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    this.onState("live");
    while (true) {
      clearTimeout(this.silence);
      this.silence = setTimeout(() => line.abort(), SILENCE);
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const messages = text.split("\n\n");
      text = messages.pop();
      for (const message of messages) {
        if (this.line !== line) return;
        this.take(message);
      }
    }
  }

  take(message) {
    const fields = new Map(message.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
    const kind = fields.get("event");
    if (!kind) return;
    this.failures = 0;
    const id = fields.get("id");
    if (id) {
      const [epoch, number] = id.split("-");
      const sequence = Number(number);
      if (kind !== "snapshot" && this.last?.epoch === epoch && sequence <= this.last.sequence) return;
      this.last = { id, epoch, sequence };
    }
    this.onEvent(kind, JSON.parse(fields.get("data") ?? "{}"));
    if (kind === "end") this.end();
  }

  retry(rest) {
    this.leave();
    this.failures += 1;
    this.onState("reconnecting");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.failures - 1));
    // Spread, so that many pages do not come back at once.
    this.wait = setTimeout(() => this.connect(), Math.max(rest, Math.min(LONGEST_WAIT, wait * (1 + Math.random() / 2))));
  }

  look(isHidden) {
    clearTimeout(this.hidden);
    if (isHidden) this.hidden = setTimeout(() => this.pause(), HIDDEN);
    else this.resume();
  }

  pause() {
    if (this.hasEnded) return;
    clearTimeout(this.wait);
    this.leave();
    this.onState("paused");
  }

  resume() {
    if (!this.line) this.connect();
  }

  end() {
    this.stop();
    this.onState("ended");
  }

  stop() {
    this.hasEnded = true;
    clearTimeout(this.wait);
    clearTimeout(this.hidden);
    this.leave();
  }

  leave() {
    clearTimeout(this.silence);
    const line = this.line;
    this.line = null;
    line?.abort();
  }
}

const WORDS = { live: "Live", reconnecting: "Reconnecting", paused: "Paused", ended: "Ended" };

/** Shows how a page is followed, in its element `live`. */
export function showState(state) {
  const mark = document.getElementById("live");
  if (!mark) return;
  mark.hidden = false;
  mark.dataset.live = state;
  mark.querySelector("[data-live-text]").textContent = WORDS[state];
}
