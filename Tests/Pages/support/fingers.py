"""Swipes, taps and pinches as touch screens send them. Needs Chromium and a page that was opened with touch."""


class Fingers:
    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        """`touchStart`, `touchMove` or `touchEnd`, with the fingers that are down then."""
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    def _move(self, ways, steps):
        """`ways`: for each finger from where to where."""

        def at(part):
            return [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for (x1, y1), (x2, y2) in ways]

        self.send("touchStart", *at(0))
        for step in range(1, steps + 1):
            # A frame of the screen, as the browser counts them: moves within one are put together.
            self.page.evaluate("nextFrame()")
            self.send("touchMove", *at(step / steps))
        self.send("touchEnd")

    def tap(self, x, y):
        self._move([((x, y), (x, y))], 0)

    def double_tap(self, x, y):
        self.tap(x, y)
        self.tap(x, y)

    def swipe(self, start, end, steps=10):
        self._move([(start, end)], steps)

    def pinch(self, middle, before, after, steps=12):
        """Two fingers, side by side, whose distance from one another becomes another one."""
        x, y = middle
        self._move([
            ((x - before / 2, y), (x - after / 2, y)), ((x + before / 2, y), (x + after / 2, y)),
        ], steps)
