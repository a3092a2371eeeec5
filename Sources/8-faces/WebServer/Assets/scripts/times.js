// Writes times in the reader's own time zone and language; the server writes them in UTC.

const formats = {
  date: new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }),
  time: new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }),
};

/** Rewrites all times of a part of a page. */
export function showTimes(root) {
  for (const element of root.querySelectorAll("time[data-shown]")) {
    const time = new Date(element.dateTime);
    if (!Number.isNaN(time.getTime())) element.textContent = formats[element.dataset.shown].format(time);
  }
}
