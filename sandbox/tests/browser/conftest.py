"""The fixtures of Chromium and the page, for the tests of this folder."""

from sandbox.tests.browser.fixtures import (
    ann,
    browser,
    chromium,
    desktop,
    enter,
    house,
    parlour,
    resident,
    sandbox,
)

__all__ = ["ann", "browser", "chromium", "desktop", "enter", "house", "parlour", "resident", "sandbox"]
