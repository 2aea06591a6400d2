"""The sandbox's own fixtures of Chromium and the page, for tests that play Turnpost on it."""

from sandbox.tests.browser.fixtures import browser, chromium, desktop, enter, sandbox, shared_sandbox

__all__ = ["browser", "chromium", "desktop", "enter", "sandbox", "shared_sandbox"]
