"""Browsers of Debian, driven by Playwright: Chromium by its own protocol, Firefox ESR by WebDriver BiDi."""

import os
import pathlib
import shutil

FONTS = pathlib.Path(__file__).with_name("fonts.conf")
# Sizes of windows, by width: a small phone, a phone, a tablet, a computer.
SIZES = {320: (320, 640), 390: (390, 844), 820: (820, 1180), 1440: (1440, 900)}
SCHEMES = ("light", "dark")


class Browsers:
    """A browser for each scheme of colours, started when it is asked for."""

    def __init__(self, playwright, name):
        self.playwright = playwright
        self.name = name
        self.running = {}

    def get(self, scheme):
        # Chromium changes its scheme by context; Firefox ESR 153 does so by its settings alone.
        key = scheme if self.name == "firefox" else "any"
        if key not in self.running:
            self.running[key] = self._launch(scheme)
        return self.running[key]

    def _launch(self, scheme):
        environment = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
        if self.name == "chromium":
            # Without the windows of a browser around them, which take as much of the processor as the pages.
            return self.playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell"), env=environment,
                args=[
                    "--no-sandbox",
                    # Text and pictures as any machine draws them.
                    "--force-color-profile=srgb", "--font-render-hinting=none", "--disable-lcd-text",
                    # Or else Chromium itself would keep pages from another site of this machine, and hide that nothing else did.
                    "--disable-features=LocalNetworkAccessChecks",
                ])
        return self.playwright.firefox.launch(
            channel="moz-firefox", executable_path=shutil.which("firefox-esr"), env=environment,
            firefox_user_prefs={
                "layout.css.prefers-color-scheme.content-override": {"dark": 0, "light": 1}[scheme],
                "ui.prefersReducedMotion": 1,
                # Of a page that comes back from memory WebDriver BiDi tells nothing, and Playwright would wait for it for ever.
                "browser.sessionhistory.max_total_viewers": 0,
                # Asked for whatever a page says.
                "browser.chrome.site_icons": False,
            })

    def close(self):
        for browser in self.running.values():
            browser.close()
