"""Turnpost itself at the page: a game opened, joined and begun without a line of code."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.fixtures import Enter
from sandbox.tests.sample_bot import pointed_at
from tests.wire.hosting import Host, hosted

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def host(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Host]:
    with pointed_at(sandbox.api_base):
        async for host in hosted(sandbox, tmp_path):
            yield host


async def test_two_people_begin_a_game(enter: Enter, sandbox: Sandbox, host: Host) -> None:
    page = await enter()
    await page.command("/roses new seat:White")
    await expect(page.message("You opened")).to_contain_text("Only you can see this")
    await page.act_as("Bob")
    await page.messages.get_by_role("button", name="Join", exact=True).click()
    await page.page.locator(".thread-card").click()
    card = page.message("(White) drops a soldier")
    await expect(card.get_by_role("img", name="Guerre des Deux Roses")).to_be_visible()

    await page.act_as("Ann")
    await card.get_by_role("button", name="Move", exact=True).click()
    panel = page.message("Only you can see this")
    await panel.get_by_role("button", name="d3", exact=True).click()
    await expect(panel).to_contain_text("Only you see this. Play it?")
    await panel.get_by_role("button", name="Play it").click()
    await expect(page.message("(Black) drops a soldier")).to_be_visible()
    bob = page.page.get_by_role("navigation", name="Act as").get_by_role("link", name="Bob, 1 mention")
    await expect(bob).to_be_visible()

    await page.act_as("Bob")
    await expect(page.message("You played")).to_have_count(0)
    await page.type("/roses drop ")
    await expect(page.suggestions).to_have_count(2)
    await page.press("c", "5", "Enter")
    await expect(page.page.locator(".command-form")).to_have_count(0)
    await expect(page.message("(White) drops a soldier")).to_contain_text("c5")
