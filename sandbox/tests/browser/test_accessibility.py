"""What screen readers, keyboards and tired eyes need."""

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.async_api import expect

from sandbox.tests.browser.browsing import Browsing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

TOKENS = Path(__file__).parents[2] / "page/css/tokens.css"
GROUNDS = ("ground", "side", "surface", "raised", "over")
INKS = ("ink", "soft", "muted", "link", "warn")
ON = (
    ("on-accent", "accent"),
    ("on-button", "primary"),
    ("on-button", "success"),
    ("on-button", "danger"),
    ("ink", "plain"),
)


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme by name."""
    found = re.findall(r':root\[data-theme="(\w+)"\] \{(.*?)\n\}', TOKENS.read_text(), re.DOTALL)
    return {name: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body)) for name, body in found}


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", ["dark", "light"])
async def test_text_stands_out_from_its_ground(name: str) -> None:
    theme = themes()[name]
    weak = {
        (ink, ground): round(contrast(theme[ink], theme[ground]), 2)
        for ink, ground in (*product(INKS, GROUNDS), *ON)
        if contrast(theme[ink], theme[ground]) < 4.5
    }
    assert weak == {}


async def test_everything_that_can_be_used_has_a_name(ann: Browsing) -> None:
    await ann.command("/card")
    await expect(ann.card).to_be_visible()
    await ann.page.get_by_role("button", name="Faults").click()
    await ann.type("/piece step d3")
    nameless = await ann.page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], input, textarea, select, [role=button]")]
            .filter((node) => node.checkVisibility() && node.type !== "file")
            .filter((node) => {
                const label = node.labels?.[0]?.textContent ?? "";
                const alt = node.querySelector("img")?.alt ?? "";
                const own = node.getAttribute("aria-label") || node.title || node.textContent;
                return !(own || label || alt).trim();
            })
            .map((node) => node.outerHTML)"""
    )
    assert nameless == []


async def test_messages_can_be_walked_through(ann: Browsing) -> None:
    for text in ("first of three", "second of three", "third of three"):
        await ann.say(text)
    await ann.message("third of three").focus()
    await ann.press("ArrowUp")
    await expect(ann.message("second of three")).to_be_focused()
    await ann.press("Home")
    await expect(ann.messages.first).to_be_focused()
    await expect(ann.messages.first.get_by_role("button", name="Reply")).to_be_visible()


async def test_the_theme_is_chosen_and_remembered(ann: Browsing) -> None:
    theme = ann.page.locator("html")
    await ann.page.emulate_media(color_scheme="dark")
    await expect(theme).to_have_attribute("data-theme", "dark")
    await ann.page.get_by_role("button", name="Switch to the light theme").click()
    await expect(theme).to_have_attribute("data-theme", "light")
    await ann.page.reload()
    await expect(theme).to_have_attribute("data-theme", "light")
    await ann.page.get_by_role("button", name="Switch to the dark theme").click()
    await expect(theme).to_have_attribute("data-theme", "dark")


async def test_the_page_says_what_it_is(ann: Browsing) -> None:
    await expect(ann.page.get_by_text("a stand-in for Discord, to try and test")).to_be_visible()
    await expect(ann.page.get_by_role("contentinfo")).to_contain_text("Not Discord")
    await ann.page.get_by_role("button", name="What is this?").first.click()
    about = ann.page.get_by_role("dialog", name="What is this?")
    await expect(about).to_contain_text("not affiliated with Discord")
