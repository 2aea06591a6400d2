"""The fixtures of Chromium and the page, for the tests of this folder."""

from sandbox.tests.browser.fixtures import (
    ann,
    browser,
    chromium,
    desktop,
    enter,
    page_bot,
    running_page_bot,
    sandbox,
    shared_sandbox,
)

__all__ = [
    "ann",
    "browser",
    "chromium",
    "desktop",
    "enter",
    "page_bot",
    "running_page_bot",
    "sandbox",
    "shared_sandbox",
]
