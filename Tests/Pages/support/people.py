"""Who looks at pages, with which window, and whether they are signed in."""

import re

from browsers import SIZES
from example import ExampleWorkspace
from limits import NEXT_FRAME
from metrics import OBSERVE
from playwright.sync_api import Error
from serving import PASSWORD

# Milliseconds. Nothing that a page does for one person takes as long, on a busy machine either.
TIMEOUT = 20_000
SCRIPTS = re.compile(r"/assets/.*\.js$")


class People:
    def __init__(self, browsers, violations):
        self.browsers = browsers
        self.violations = violations
        self.contexts = []

    def page(self, server, person=None, width=1440, scheme="light", script=True, touch=False, **options):
        """A page in a context of its own; of a person who is signed in, or of a stranger."""
        context = self.context(server, person, width, scheme, script, touch, **options)
        page = context.new_page()
        if self.browsers.name == "firefox":
            page.goto = _going_again(page)
        return page

    def context(self, server, person=None, width=1440, scheme="light", script=True, touch=False, **options):
        browser = self.browsers.get(scheme)
        if self.browsers.name == "chromium":
            options = {"color_scheme": scheme, "reduced_motion": "reduce", "has_touch": touch, **options}
        width, height = SIZES[width]
        context = browser.new_context(**{
            "base_url": server.url, "viewport": {"width": width, "height": height}, "java_script_enabled": script,
            "locale": "en-US", "timezone_id": "America/Denver", "storage_state": self._state(server, person), **options})
        context.set_default_timeout(TIMEOUT)
        if not script and self.browsers.name == "firefox":
            # WebDriver BiDi of Firefox ESR 153 cannot turn scripts off, so no script comes.
            context.route(SCRIPTS, lambda route: route.abort())
        context.add_init_script(NEXT_FRAME)
        self.violations.watch(context, changes_nothing=getattr(server.workspace, "is_shared", False))
        if not script:
            # Chromium refuses what the head of a page only names for scripts to come.
            self.violations.allow(r"request failed: GET \S+/assets/\S+\.js csp")
        if self.browsers.name == "chromium":
            context.add_init_script(OBSERVE)
        self.contexts.append(context)
        return context

    def _state(self, server, person):
        if person is None:
            return None
        if person not in server.states:
            server.states[person] = self._sign_in(server, person)
        return server.states[person]

    def _sign_in(self, server, person):
        """By password, or by the one-time link in a workspace where Jordan has none."""
        context = self.browsers.get("light").new_context(base_url=server.url)
        try:
            if person == "jordan" and server.link and not isinstance(server.workspace, ExampleWorkspace):
                answer = context.request.post(server.link, headers={"Origin": server.url}, max_redirects=0)
                assert answer.status == 303, f"the one-time link does not open: {answer.status} {answer.text()}"
            else:
                answer = context.request.post(
                    "/api/v1/sessions", data={"id": person, "password": PASSWORD},
                    headers={"Origin": server.url})
                assert answer.status == 201, f"{person} cannot sign in: {answer.status} {answer.text()}"
            return context.storage_state()
        finally:
            context.close()

    def close(self):
        while self.contexts:
            self.contexts.pop().close()


def _going_again(page):
    """`goto` of a page. Of a form that was sent just before, WebDriver BiDi may tell that its answer is there only after the page has
    been told to go on, and Playwright takes that for an interruption."""
    goto = page.goto

    def going(*arguments, **options):
        try:
            return goto(*arguments, **options)
        except Error as error:
            if "is interrupted by another navigation" not in error.message:
                raise
            page.wait_for_load_state()
            return goto(*arguments, **options)

    return going


def signed_in_as(page):
    """The id of who is signed in, or None."""
    answer = page.request.get("/api/v1/sessions/current")
    return answer.json()["person"] if answer.ok else None
