"""Chromium, a sandbox with a small bot in it, and people at its page."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, async_playwright

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.page_bot import PageBot
from sandbox.tests.sample_bot import running

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
WINDOW: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}

Enter = Callable[..., Awaitable[Browsing]]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser; without one the tests are skipped."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared_sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox for all tests of a module."""
    async with Sandbox() as sandbox:
        yield sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox(shared_sandbox: Sandbox) -> Sandbox:
    """The shared sandbox, emptied for this test: no messages, no threads, no faults."""
    shared_sandbox.faults.clear()
    for channel in tuple(shared_sandbox.world.channels.values()):
        if channel.guild_id is None or channel.thread is not None:
            shared_sandbox.world.remove_channel(channel)
        else:
            for message in tuple(shared_sandbox.world.history(channel.id)):
                shared_sandbox.world.remove_message(message)
    return shared_sandbox


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def running_page_bot(shared_sandbox: Sandbox) -> AsyncIterator[PageBot]:
    """The small bot, in the shared sandbox for all tests of a module."""
    client = PageBot()
    async with running(shared_sandbox, client):
        await shared_sandbox.command("card")
        yield client


@pytest.fixture
def page_bot(running_page_bot: PageBot) -> PageBot:
    """The small bot, reset for this test."""
    running_page_bot.narrowed.clear()
    running_page_bot.leave.clear()
    return running_page_bot


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def desktop(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A window of usual size, whose cache serves all tests of a module."""
    context = await browser.new_context(**WINDOW)
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def enter(browser: Browser, desktop: BrowserContext, sandbox: Sandbox) -> AsyncIterator[Enter]:
    """Opens the page of a sandbox; in a browser of its own where settings are given.

    There must be no complaints in the end, and nothing is left behind.
    """
    contexts: list[BrowserContext] = []
    opened: list[Browsing] = []

    async def open_page(where: Sandbox = sandbox, **settings: Any) -> Browsing:
        context = desktop
        if settings:
            context = await browser.new_context(**{**WINDOW, **settings})
            contexts.append(context)
        browsing = Browsing(await context.new_page(), where)
        opened.append(browsing)
        await browsing.enter()
        return browsing

    yield open_page
    for browsing in opened:
        await browsing.page.evaluate("localStorage.clear()")
        await browsing.page.close()
    for context in contexts:
        await context.close()
    complaints = [complaint for browsing in opened for complaint in browsing.complaints]
    assert complaints == [], complaints


@pytest_asyncio.fixture(loop_scope="session")
async def ann(enter: Enter, page_bot: PageBot) -> Browsing:
    """Ann at the page, in #games."""
    return await enter()
