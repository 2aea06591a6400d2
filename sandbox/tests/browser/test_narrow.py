"""A phone's width."""

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.fixtures import Enter
from sandbox.tests.browser.page_bot import PageBot

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_nothing_hangs_over_the_edge(
    enter: Enter, sandbox: Sandbox, page_bot: PageBot, scheme: str
) -> None:
    ann = await enter(**PHONE, color_scheme=scheme)
    assert await ann.page.evaluate("document.documentElement.dataset.theme") == scheme
    await ann.say("a" * 300)
    await ann.field.fill("```\n" + "a very long line of code " * 20 + "\n```\nafter the code")
    await ann.press("Enter")
    await expect(ann.message("after the code")).to_be_visible()
    await ann.command("/card")
    await expect(ann.card.get_by_role("img")).to_be_in_viewport()
    await ann.command("/echo")
    await ann.type("/piece step cell:d3 to:e4 times:2 loud:True")
    assert await ann.overflow() <= 0
    await ann.press("Enter")
    await expect(ann.message("d3 to e4, 2 times with a drum")).to_be_visible()
    await ann.page.get_by_role("button", name="Faults").click()
    assert await ann.overflow() <= 0


async def test_channels_are_a_drawer(enter: Enter, sandbox: Sandbox) -> None:
    ann: Browsing = await enter(**PHONE)
    await expect(ann.channel("off-topic")).not_to_be_visible()
    await ann.page.get_by_role("button", name="Servers and channels").tap()
    await expect(ann.channel("off-topic")).to_be_in_viewport()
    await ann.channel("off-topic").tap()
    await expect(ann.heading).to_have_text("off-topic")
    await expect(ann.channel("off-topic")).not_to_be_visible()
