"""Messages: what stands in them, and what can be done with them."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.page_bot import HOSTILE
from sandbox.world.threads import start_thread

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_hostile_text_stays_text(ann: Browsing) -> None:
    await ann.command("/echo")
    message = ann.message("<script>")
    await expect(message.locator(".content")).to_have_text(HOSTILE)
    assert await ann.page.evaluate("window.broken") is None
    for tag in ("script", "img[src=x]", "svg[onload]", "a[href^=javascript]"):
        await expect(message.locator(tag)).to_have_count(0)
    await ann.say(HOSTILE)
    await ann.open("general")
    assert await ann.page.evaluate("window.broken") is None


async def test_answering_correcting_and_deleting(ann: Browsing) -> None:
    await ann.say("the first line")
    await ann.act_as("Bob")
    await ann.message("the first line").hover()
    await ann.message("the first line").get_by_role("button", name="Reply").click()
    await ann.say("an answer")
    await expect(ann.message("an answer").locator(".origin")).to_contain_text("the first line")
    await ann.press("ArrowUp")
    await expect(ann.field).to_have_value("an answer")
    await ann.field.fill("a better answer")
    await ann.press("Enter")
    await expect(ann.message("a better answer")).to_contain_text("(edited)")
    await ann.message("a better answer").hover()
    await ann.message("a better answer").get_by_role("button", name="Delete").click()
    await ann.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(ann.message("a better answer")).to_have_count(0)


async def test_a_link_to_a_thread_that_comes_later_gets_its_name(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.say("where it begins")
    room = sandbox.channel("games")
    start = sandbox.world.history(room.id)[-1]
    await ann.field.fill(f"play in <#{start.id}>")
    await ann.press("Enter")
    link = ann.message("play in").get_by_role("button", name="#")
    await expect(link).to_have_text("#unknown")
    start_thread(sandbox.world, room, "A corner", sandbox.world.bot.id, grown_from=start)
    await expect(link).to_have_text("#A corner")


async def test_threads_and_links_to_them(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.say("let us talk")
    room = sandbox.channel("games")
    start = sandbox.world.history(room.id)[-1]
    start_thread(sandbox.world, room, "A corner", sandbox.world.bot.id, grown_from=start)
    await ann.page.locator(".thread-card", has_text="A corner").click()
    await expect(ann.heading).to_have_text("A corner")
    await ann.say("in here")
    thread = sandbox.channel("A corner")
    await ann.open("general")
    await ann.field.fill(f"see https://discord.com/channels/{thread.guild_id}/{thread.id}")
    await ann.press("Enter")
    await ann.messages.get_by_role("button", name="#A corner").click()
    await expect(ann.heading).to_have_text("A corner")
    await expect(ann.message("in here")).to_be_visible()


async def test_back_leads_to_the_place_before(ann: Browsing, sandbox: Sandbox) -> None:
    room = sandbox.channel("games")
    await ann.say("let us talk")
    start_thread(
        sandbox.world, room, "A corner", sandbox.world.bot.id, grown_from=sandbox.world.history(room.id)[-1]
    )
    await ann.page.locator(".thread-card", has_text="A corner").click()
    await expect(ann.heading).to_have_text("A corner")
    await ann.act_as("Bob")
    await ann.page.go_back()
    await expect(ann.heading).to_have_text("games")
    await expect(ann.page).to_have_title(re.compile("Bob"))
    await ann.page.go_forward()
    await expect(ann.heading).to_have_text("A corner")
    sandbox.world.remove_channel(sandbox.channel("A corner"))
    await expect(ann.heading).to_have_text("games")
    await ann.page.go_back()
    await expect(ann.heading).to_have_text("games")


async def test_files_are_sent_and_offered(ann: Browsing, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text("{}")
    await ann.page.locator(".composer input[type=file]").set_input_files(record)
    await ann.say("the record")
    link = ann.message("the record").get_by_role("link", name="record.json")
    await expect(link).to_have_attribute("download", "record.json")


async def test_earlier_messages_come_when_asked_for(ann: Browsing, sandbox: Sandbox) -> None:
    games = sandbox.channel("general").id
    for number in range(60):
        sandbox.person("Bob").client.send(games, f"line {number}", None, [])
    await ann.open("general")
    await expect(ann.message("line 59")).to_be_in_viewport()
    await expect(ann.messages).to_have_count(50)
    await ann.page.locator(".timeline").evaluate("node => { node.scrollTop = 0; }")
    await expect(ann.messages).to_have_count(60)
    await expect(ann.message("line 59")).not_to_be_in_viewport()
    await ann.page.get_by_role("button", name="Newest messages").click()
    await expect(ann.message("line 59")).to_be_in_viewport()


async def test_what_grows_late_does_not_hide_the_newest_message(ann: Browsing, sandbox: Sandbox) -> None:
    games = sandbox.channel("general").id
    for number in range(40):
        sandbox.person("Bob").client.send(games, f"line {number}", None, [])
    await ann.open("general")
    await expect(ann.message("line 39")).to_be_in_viewport()
    # The browser tells of a scrolling only after the picture has its size.
    await ann.page.locator(".timeline").evaluate(
        """node => {
            const late = document.createElement("div");
            late.style.height = "500px";
            node.querySelector(".message:last-child").append(late);
            node.dispatchEvent(new Event("scroll"));
        }"""
    )
    await ann.say("below the picture")
    await expect(ann.message("below the picture")).to_be_in_viewport()
    await ann.page.locator(".timeline").evaluate("node => { node.scrollTop -= 300; }")
    await expect(ann.page.get_by_role("button", name="Newest messages")).to_be_visible()


async def test_who_looked_back_sees_what_comes_of_a_command(ann: Browsing, sandbox: Sandbox) -> None:
    games = sandbox.channel("games").id
    for number in range(40):
        sandbox.person("Bob").client.send(games, f"line {number}", None, [])
    await expect(ann.message("line 39")).to_be_in_viewport()
    await ann.page.locator(".timeline").evaluate("node => { node.scrollTop = 300; }")
    await expect(ann.page.get_by_role("button", name="Newest messages")).to_be_visible()
    await ann.command("/whisper")
    await expect(ann.message("Only Ann knows")).to_be_in_viewport()


async def test_an_excerpt_cuts_no_mention_and_shows_no_signs_of_formatting(
    ann: Browsing, sandbox: Sandbox
) -> None:
    games = sandbox.channel("games").id
    bob = sandbox.person("Bob")
    long = f"# First\n-# small print\n- a line {'x' * 80} {bob.mention} and the rest"
    first = bob.client.send(games, long, None, [])
    bob.client.send(games, "an answer", first.id, [])
    excerpt = ann.message("an answer").locator(".origin-excerpt")
    await expect(excerpt).to_have_text(f"First small print a line {'x' * 80}…")
