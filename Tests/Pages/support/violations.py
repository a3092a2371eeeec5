"""What must not happen on any page: blocked content, errors of scripts, requests that fail."""

import re

# What a browser gives up when a page is left, or when an answer becomes a download, is no failure.
GIVEN_UP = re.compile(r"ERR_ABORTED|NS_BINDING_ABORTED|NS_ERROR_ABORT")
# Told in better words by the answer itself.
REPEATED = re.compile(r"^Failed to load resource: the server responded with a status of")

LISTEN = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`blocked: ${event.effectiveDirective} ${event.blockedURI || ""} ${event.sourceFile || ""}:${event.lineNumber}`);
});
"""


class Violations:
    """Of all pages of a test. What a test expects it names before the test ends."""

    def __init__(self):
        self.found = []
        self.expected = []
        self.allowed = []

    def watch(self, context, changes_nothing=False):
        """`changes_nothing`: whether requests that change something are violations too."""
        context.add_init_script(LISTEN)
        if changes_nothing:
            context.on("request", self._asked)
        context.on("page", self._watch_page)

    def _watch_page(self, page):
        page.on("console", lambda message: self._console(page, message))
        page.on("pageerror", lambda error: self._add(page, f"script error: {error}"))
        page.on("requestfailed", lambda request: self._failed(page, request))
        page.on("response", lambda response: self._answered(page, response))
        page.on("crash", lambda _: self._add(page, "the page crashed"))

    def _asked(self, request):
        if request.method not in ("GET", "HEAD"):
            self.found.append(f"changes what other tests share: {request.method} {request.url}")

    def _console(self, page, message):
        if message.type == "error" and not REPEATED.match(message.text):
            self._add(page, f"console: {message.text}")

    def _failed(self, page, request):
        reason = request.failure or ""
        if not GIVEN_UP.search(reason):
            self._add(page, f"request failed: {request.method} {request.url} {reason}")

    def _answered(self, page, response):
        if response.status >= 400 and not response.url.endswith("/favicon.ico"):
            self._add(page, f"status {response.status}: {response.request.method} {response.url}")

    def _add(self, page, text):
        self.found.append(f"{text} (on {page.url})")

    def expect(self, pattern):
        """The test fails unless there is one like it."""
        self.expected.append(re.compile(pattern))

    def allow(self, pattern):
        """There may be any number like it."""
        self.allowed.append(re.compile(pattern))

    def check(self):
        known = self.expected + self.allowed
        wrong = [text for text in self.found if not any(pattern.search(text) for pattern in known)]
        assert not wrong, "violations:\n  " + "\n  ".join(wrong)
        for pattern in self.expected:
            assert any(pattern.search(text) for text in self.found), f"nothing was like {pattern.pattern!r}: {self.found}"
