"""Several people at one page: who sees what, who has news, who gets letters."""

import re

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.fixtures import Enter

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_switching_stays_in_place_and_hides_secrets(ann: Browsing) -> None:
    await ann.command("/whisper")
    await expect(ann.message("Only Ann knows")).to_be_visible()
    await ann.say("hello from Ann")
    await ann.act_as("Bob")
    await expect(ann.heading).to_have_text("games")
    await expect(ann.message("hello from Ann")).to_be_visible()
    await expect(ann.message("Only Ann knows")).to_have_count(0)
    assert "as=bob" in ann.page.url
    await ann.say("hello from Bob")
    await ann.act_as("Ann")
    await expect(ann.message("Only Ann knows")).to_be_visible()
    await expect(ann.message("hello from Bob")).to_be_visible()


async def test_marks_for_what_is_new(ann: Browsing) -> None:
    await ann.open("general")
    await ann.say("just so")
    people = ann.page.get_by_role("navigation", name="Act as")
    await expect(people.get_by_role("link", name="Cleo, unread")).to_be_visible()
    await ann.type("look at this @Bo")
    await ann.suggestions.filter(has_text="@Bob").click()
    await ann.press("Enter")
    await expect(people.get_by_role("link", name="Bob, 1 mention")).to_be_visible()
    await ann.act_as("Bob")
    await ann.open("games")
    await expect(people.get_by_role("link", name="Bob", exact=True)).to_be_visible()
    await ann.act_as("Dan")
    await ann.open("off-topic")
    await ann.act_as("Bob")
    await ann.open("general")
    ping = ann.message("look at this @Bob")
    await expect(ping).to_have_class(re.compile(r"\bpings\b"))


async def test_one_tab_each(enter: Enter, ann: Browsing, sandbox: Sandbox) -> None:
    bob = await enter()
    await bob.page.goto(f"{sandbox.server.address}/page/?as=bob")
    await expect(bob.page).to_have_title(re.compile("Bob"))
    await ann.say("can you hear me?")
    await expect(bob.message("can you hear me?")).to_be_visible()


async def test_a_letter_from_the_bot(ann: Browsing) -> None:
    await ann.command("/note")
    await expect(ann.message("Sent")).to_be_visible()
    letters = ann.page.get_by_role("navigation", name="Servers").get_by_role(
        "button", name="Direct messages, 1 mention"
    )
    await letters.click()
    await expect(ann.heading).to_have_text("Turnpost")
    await expect(ann.message("A note for Ann")).to_be_visible()
    await ann.say("thank you")
    await ann.act_as("Bob")
    await expect(ann.message("A note for Ann")).to_have_count(0)


async def test_the_first_letter_to_the_bot(ann: Browsing) -> None:
    servers = ann.page.get_by_role("navigation", name="Servers")
    await servers.get_by_role("button", name="Direct messages").click()
    await expect(ann.heading).to_have_text("Turnpost")
    await expect(ann.page.get_by_role("button", name="Open a game")).to_be_visible()
    await ann.say("good evening")


async def test_closed_letters(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.page.get_by_role("button", name="Faults").click()
    await ann.page.get_by_role("button", name="Close Ann's DMs").click()
    await expect(ann.page.get_by_text("Ann takes no direct messages from the bot.")).to_be_visible()
    assert sandbox.person("Ann").user.dms_closed
    await ann.page.get_by_role("button", name="Open Ann's DMs").click()
    await expect(ann.page.get_by_text("The bot can write to Ann.")).to_be_visible()
