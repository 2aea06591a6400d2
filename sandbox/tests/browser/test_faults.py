"""The drawer in which one orders what is to go wrong."""

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.world.threads import start_thread

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_ordered_shown_and_taken_back(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.page.get_by_role("button", name="Faults").click()
    drawer = ann.page.get_by_role("complementary", name="Faults")
    await drawer.get_by_label("Which requests").select_option("new messages")
    await drawer.get_by_label("How many times").fill("2")
    await drawer.get_by_role("button", name="Answer 500").click()
    await expect(drawer.get_by_text("2 × answer 500 on POST /channels/*/messages")).to_be_visible()
    [order] = sandbox.faults.orders
    assert (order.kind, order.status, order.times) == ("status", 500, 2)
    await drawer.get_by_role("button", name="Take all back").click()
    await expect(drawer.get_by_text("Nothing is ordered.")).to_be_visible()
    assert sandbox.faults.orders == []
    await ann.press("Escape")
    await expect(drawer).to_have_count(0)


async def test_a_deleted_thread_leads_back(ann: Browsing, sandbox: Sandbox) -> None:
    start_thread(sandbox.world, sandbox.channel("games"), "Aside", sandbox.world.bot.id)
    await ann.open("Aside")
    await ann.page.get_by_role("button", name="Faults").click()
    await ann.page.get_by_role("button", name="Delete this thread").click()
    await ann.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(ann.heading).to_have_text("games")
    await expect(ann.channel("Aside")).to_have_count(0)


async def test_somebody_leaves_and_comes_back(ann: Browsing) -> None:
    await ann.page.get_by_role("button", name="Faults").click()
    await ann.page.get_by_role("button", name="Bob leaves").click()
    await ann.page.get_by_role("link", name="Bob").click()
    await expect(ann.page.get_by_role("button", name="Second Table")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Turnpost Arena")).to_have_count(0)
    await ann.act_as("Ann")
    await ann.page.get_by_role("button", name="Turnpost Arena").click()
    await ann.page.get_by_role("button", name="Bob joins").click()
    await ann.act_as("Bob")
    await expect(ann.page.get_by_role("button", name="Turnpost Arena")).to_be_visible()
