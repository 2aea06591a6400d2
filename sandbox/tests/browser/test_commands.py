"""Slash commands: found, filled in, completed, checked, sent."""

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.page_bot import PageBot

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_found_filled_in_and_sent_by_keyboard(ann: Browsing, page_bot: PageBot) -> None:
    await ann.type("/")
    await expect(ann.suggestions.filter(has_text="/piece step")).to_contain_text("Step to the cell beside it")
    await ann.type("pie")
    await expect(ann.suggestions).to_have_count(1)
    await ann.press("Enter")
    await expect(ann.option("cell")).to_be_focused()
    await expect(ann.suggestions).to_have_text(["d3 (yours)", "d4 (yours)", "e5 (yours)"])
    await ann.press("d", "3")
    await expect(ann.suggestions).to_have_text(["d3 (yours)"])
    await ann.press("Tab")
    await expect(ann.option("cell")).to_have_value("d3 (yours)")
    await expect(ann.option("to")).to_be_focused()
    await expect(ann.suggestions).to_have_text(["c3", "e4"])
    assert page_bot.narrowed[-1]["cell"] == "d3"
    await ann.press("ArrowDown", "Enter", "Enter")
    answer = ann.message("d3 to e4, 1 times")
    await expect(answer).to_contain_text("Ann used /piece step")
    await expect(ann.field).to_be_focused()


async def test_optional_values_of_every_kind(ann: Browsing) -> None:
    await ann.type("/piece step ")
    await ann.option("cell").fill("d4")
    await ann.option("to").fill("d5")
    for name, entry in (("loud", "True"), ("who", "Bob")):
        await ann.page.get_by_role("button", name="Add an option").click()
        await ann.page.get_by_role("option", name=name).click()
        await expect(ann.option(name)).to_be_focused()
        await ann.suggestions.filter(has_text=entry).click()
        await expect(ann.option(name)).to_have_value(entry)
    await ann.page.get_by_role("button", name="Add an option: times").click()
    await ann.option("times").fill("3")
    await ann.page.get_by_role("button", name="Send command").click()
    await expect(ann.message("d4 to d5, 3 times with a drum beside @Bob")).to_be_visible()


@pytest.mark.parametrize("paste", [True, False], ids=["pasted", "typed"])
async def test_the_whole_command_as_text(ann: Browsing, paste: bool) -> None:
    text = "/piece step cell:e5 to:f6 times:2"
    if paste:
        await ann.field.fill(text)
    else:
        await ann.type(text)
    await expect(ann.option("cell")).to_have_value("e5")
    await expect(ann.option("to")).to_have_value("f6")
    await expect(ann.option("times")).to_have_value("2")
    await ann.press("Enter")
    await expect(ann.message("e5 to f6, 2 times")).to_be_visible()


async def test_what_is_missing_or_wrong_is_said_beside_it(ann: Browsing) -> None:
    help_line = ann.page.locator(".command-help")
    await ann.type("/piece step to:d5")
    await ann.press("Enter")
    await expect(help_line).to_have_text("cell: This option is required. Specify a value.")
    await expect(ann.option("cell")).to_be_focused()
    await ann.option("cell").fill("d4")
    await ann.page.keyboard.type(" times:seven")
    await ann.press("Enter")
    await expect(help_line).to_have_text("times: Enter a whole number.")
    await ann.option("times").fill("7")
    await ann.press("Enter")
    await expect(help_line).to_have_text("times: Enter a number of at most 5.")
    await expect(ann.option("times")).to_have_attribute("aria-invalid", "true")
    await ann.option("times").fill("5")
    await ann.press("Enter")
    await expect(ann.message("d4 to d5, 5 times")).to_be_visible()


async def test_leaving_a_command_keeps_what_was_typed(ann: Browsing) -> None:
    await ann.type("/piece step d3")
    await expect(ann.suggestions).to_have_text(["d3 (yours)"])
    await ann.press("Escape", "Escape")
    await expect(ann.field).to_have_value("/piece step cell:d3")
    await ann.field.fill("/nothing of ours")
    await ann.press("Enter")
    await expect(ann.message("/nothing of ours")).to_be_visible()


async def test_a_command_without_options_needs_no_field(ann: Browsing) -> None:
    await ann.type("/whisper ")
    await ann.press("Enter")
    await expect(ann.message("Only Ann knows")).to_be_visible()


async def test_the_bot_thinks_and_answers(ann: Browsing, page_bot: PageBot) -> None:
    await ann.command("/think")
    thinking = ann.message("Turnpost is thinking…")
    await expect(thinking).to_be_visible()
    page_bot.leave.set()
    await expect(ann.message("I have thought")).to_be_visible()
    await expect(thinking).to_have_count(0)


async def test_a_command_that_nobody_answers(ann: Browsing, sandbox: Sandbox) -> None:
    lost = sandbox.lose()
    await ann.command("/whisper")
    await expect(ann.message("Sending /whisper…")).to_be_visible()
    await sandbox.wait_for(lambda: lost.hits)
    sandbox.clock.advance(4)
    failed = ann.message("The application did not respond")
    await expect(failed).to_be_visible()
    await failed.get_by_role("button", name="Dismiss").click()
    await expect(failed).to_have_count(0)


async def test_completion_that_never_comes(ann: Browsing, sandbox: Sandbox) -> None:
    lost = sandbox.lose(times=2)
    await ann.type("/piece step ")
    await sandbox.wait_for(lambda: lost.hits)
    sandbox.clock.advance(4)
    await expect(ann.page.locator(".suggestions-none")).to_have_text(
        "Nothing to propose: Loading options failed."
    )
