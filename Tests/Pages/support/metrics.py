"""What a person waits for and what moves under their fingers, as browsers tell it. Needs Chromium."""

OBSERVE = """
(() => {
  if (window !== window.top || !PerformanceObserver.supportedEntryTypes.includes("layout-shift")) return;
  const seen = {lcp: 0, cls: 0, inp: 0, blocked: 0};
  Object.defineProperty(window, "compassMetrics", {value: seen});
  const observe = (type, take, options) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({type, buffered: true, ...options});
  observe("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  // What moves at once after a person did something is what they wanted.
  observe("layout-shift", (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  observe("event", (entry) => { if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration); },
    {durationThreshold: 16});
  observe("longtask", (entry) => { seen.blocked += Math.max(0, entry.duration - 50); });
})();
"""

READ = """
async () => {
  // Entries are told after the frame that they are about.
  await nextFrame(2);
  await new Promise((done) => setTimeout(done, 50));
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return {...window.compassMetrics, requests: loaded.length, bytes: loaded.reduce((sum, one) => sum + one.transferSize, 0),
    nodes: document.querySelectorAll("*").length};
}
"""


def read_metrics(page):
    """`lcp`, `inp`, `blocked` in milliseconds, `cls`, and `requests`, `bytes`, `nodes` of the page as it is now."""
    return page.evaluate(READ)
