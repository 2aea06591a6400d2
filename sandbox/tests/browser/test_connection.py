"""The sandbox goes away and comes back; so does the bot."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.fixtures import Enter
from sandbox.tests.browser.page_bot import PageBot
from sandbox.tests.sample_bot import running

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_the_page_comes_back_with_the_server(enter: Enter, tmp_path: Path) -> None:
    world = tmp_path / "world.sqlite3"
    async with Sandbox(world_path=world) as first:
        port = first.server.port
        ann = await enter(first)
        # The browser notes every attempt that finds no server.
        ann.forgiven += ["net::ERR_", "WebSocket connection"]
        await ann.say("before the fall")
    banner = ann.page.locator(".banner")
    await expect(banner).to_contain_text("The sandbox does not answer")
    await ann.field.fill("nobody hears")
    await ann.press("Enter")
    await expect(ann.page.get_by_text("The sandbox is not connected just now.")).to_be_visible()
    await expect(ann.field).to_have_value("nobody hears")
    async with Sandbox(world_path=world, port=port) as second:
        second.person("Bob").client.send(second.channel("games").id, "while you were away", None, [])
        await expect(ann.message("while you were away")).to_be_visible()
        await expect(banner).to_contain_text("The bot is offline")
        await expect(ann.message("before the fall")).to_have_count(1)
        await ann.press("Enter")
        await expect(ann.message("nobody hears")).to_be_visible()


async def test_a_key_that_is_no_longer_good(enter: Enter) -> None:
    async with Sandbox() as first:
        port = first.server.port
        ann = await enter(first)
        ann.forgiven += ["net::ERR_", "401", "WebSocket connection"]
    async with Sandbox(port=port):
        await expect(ann.page.locator(".banner")).to_contain_text("Open the address that the sandbox printed")


async def test_the_bot_goes_and_comes_back(enter: Enter, sandbox: Sandbox) -> None:
    ann = await enter()
    banner = ann.page.locator(".banner")
    await expect(banner).to_contain_text("The bot is offline")
    async with running(sandbox, PageBot()):
        await expect(banner).to_be_hidden()
        await ann.type("/whis")
        await expect(ann.suggestions).to_have_count(1)
    await expect(banner).to_contain_text("The bot is offline")


async def test_an_unknown_visitor_is_shown_the_door(enter: Enter, sandbox: Sandbox) -> None:
    ann: Browsing = await enter()
    # The second is the icon that browsers ask for where a page names none.
    ann.forgiven += ["401", "404"]
    await ann.page.context.clear_cookies()
    answer = await ann.page.goto(f"{sandbox.server.address}/page/")
    assert answer is not None
    assert answer.status == 401
