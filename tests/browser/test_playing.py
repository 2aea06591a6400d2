"""Turnpost itself at the page: a game opened, joined and begun without a line of code."""

import re
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
        async with hosted(sandbox, tmp_path) as host:
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
    await expect(page.message("Your first Guerre des Deux Roses")).to_be_visible()
    panel = page.messages.filter(has_text="Only you can see this").first
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


async def test_the_first_game_of_the_readme(enter: Enter, sandbox: Sandbox, host: Host) -> None:
    """Each line of "Your first game in five lines" does what it says."""
    first, second, third, fourth, fifth = first_game()
    page = await enter()

    assert_says(first, "`/roses new`", "**Open the game**", "**Join**")
    await page.command("/roses new")
    await page.message("Guerre des Deux Roses").get_by_role("button", name="Open the game").click()
    await expect(page.message("You opened")).to_contain_text("Only you can see this")
    lobby = page.messages.filter(has=page.page.get_by_role("button", name="Join", exact=True))

    assert_says(second, "**Join**", "thread of its own")
    await page.act_as("Bob")
    await lobby.get_by_role("button", name="Join", exact=True).click()
    await page.page.locator(".thread-card").click()
    card = page.message("(White) drops a soldier")

    assert_says(third, "mentioned", "**Move**", "**Play it**")
    names = page.page.get_by_role("navigation", name="Act as")
    mover, other = ("Ann", "Bob") if "Ann (White)" in await card.inner_text() else ("Bob", "Ann")
    if mover == "Ann":
        await expect(names.get_by_role("link", name="Ann, 1 mention")).to_be_visible()
    await page.act_as(mover)
    await card.get_by_role("button", name="Move", exact=True).click()
    await expect(page.message("Your first Guerre des Deux Roses")).to_be_visible()
    panel = page.messages.filter(has_text="Only you can see this").first
    await panel.get_by_role("button", name="d3", exact=True).click()
    await expect(panel.get_by_role("img")).to_be_visible()
    await panel.get_by_role("button", name="Play it").click()
    await expect(page.message("(Black) drops a soldier")).to_be_visible()

    assert_says(fourth, "`/roses drop cell:c5`", "`/move notation:", "complete")
    await page.act_as(other)
    await page.type("/roses drop ")
    await expect(page.suggestions).to_have_count(2)
    await page.press("c", "5", "Enter")
    await expect(page.message("(White) drops a soldier")).to_contain_text("c5")

    assert_says(fifth, "`/game show`", "`/game help`")
    await page.command("/game show")
    board = page.message("Only you can see this")
    await expect(board.get_by_role("img", name="Guerre des Deux Roses")).to_be_visible()
    await page.command("/game help")
    await expect(page.message("Turnpost plays long games")).to_contain_text("Only you can see this")


def first_game() -> list[str]:
    """The five lines of the README."""
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    part = text.split("## Your first game in five lines")[1].split("\n## ")[0]
    lines = re.findall(r"^\d\. (.*(?:\n   .*)*)", part, flags=re.MULTILINE)
    assert len(lines) == 5
    return lines


def assert_says(line: str, *words: str) -> None:
    """What is done next stands in the line."""
    for word in words:
        assert word in line
