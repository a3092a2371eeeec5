// Several tabs with one queue: what one of them does the others hear, and one of them sends.

/** Of the channel on which tabs tell each other of uploads. */
export const NAME = "compass-uploads";

/** What connects the tabs. Its events are `message`, with what another tab has said as `data`. */
export class Tabs extends EventTarget {
  #channel;
  #leave = null;
  /** Whether this tab is the one that sends. */
  leads = false;

  constructor() {
    super();
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.onmessage = (event) => this.dispatchEvent(new MessageEvent("message", { data: event.data }));
  }

  say(message) {
    this.#channel.postMessage(message);
  }

  /**
   * Asks to be the tab that sends, which it is once no other one is.
   *
   * @param {() => void} onLead
   */
  lead(onLead) {
    if (this.#leave) return;
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers();
    this.#leave = () => {
      controller.abort();
      resolve();
    };
    const begin = () => {
      if (controller.signal.aborted) return undefined;
      this.leads = true;
      onLead();
      return promise;
    };
    // Without locks (pages that came without TLS from another machine) every tab counts as the only one: the server
    // refuses a second sender, which then waits.
    if (!navigator.locks) begin();
    else navigator.locks.request(NAME, { signal: controller.signal }, begin).catch(() => {});
  }

  /** Lets another tab send. */
  leave() {
    this.#leave?.();
    this.#leave = null;
    this.leads = false;
  }
}
