"""The page's Markdown against examples of Discord's."""

import asyncio

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.fixtures import Enter

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

EXAMPLES = {
    "**bold** *italics* _too_": "<strong>bold</strong> <em>italics</em> <em>too</em>",
    "***both***": "<strong><em>both</em></strong>",
    "__underline__ ~~strike~~": "<u>underline</u> <s>strike</s>",
    "snake_case_name 2 * 3 * 4": "snake_case_name 2 * 3 * 4",
    r"\*not\* \_this\_ \# \<@1>": "*not* _this_ # &lt;@1&gt;",
    "`a **b** \\` `` c`d ``": "<code>a **b** \\</code> <code> c`d </code>",
    "**unfinished": "**unfinished",
    "two\nlines": "two<br>lines",
    "<b>&amp;": "&lt;b&gt;&amp;amp;",
}


async def rendered(ann: Browsing, text: str) -> str:
    """A text as the page's module renders it."""
    html = await ann.page.evaluate(
        """async (text) => {
            const { renderMarkdown } = await import("/page/js/markdown/render.js");
            const box = document.createElement("div");
            const world = { me: null, people: new Map(), channels: new Map() };
            box.append(...renderMarkdown(text, { world, names: { users: { 7: "Cleo" } } }));
            return box.innerHTML;
        }""",
        text,
    )
    return str(html)


async def test_inline_formatting(enter: Enter, sandbox: Sandbox) -> None:
    ann = await enter()
    assert {text: await rendered(ann, text) for text in EXAMPLES} == EXAMPLES


async def test_blocks_links_and_mentions(enter: Enter, sandbox: Sandbox) -> None:
    ann = await enter()
    text = (
        "# Title\n-# small print\n> quoted\n> twice\n- one\n  - deeper\n- two\n3. three\n"
        "```py\nprint('*')\n```"
        "see https://example.org/a_b_c. and [here](https://example.org/x) and <@7>"
    )
    await ann.field.fill(text)
    await ann.press("Enter")
    message = ann.message("small print")
    await expect(message.get_by_role("heading", name="Title")).to_be_visible()
    await expect(message.locator("blockquote")).to_have_text("quotedtwice")
    await expect(message.locator("ul ul li")).to_have_text("deeper")
    await expect(message.locator("ol")).to_have_attribute("start", "3")
    await expect(message.locator("pre")).to_have_text("print('*')")
    await expect(message.get_by_role("link")).to_have_text(["https://example.org/a_b_c", "here"])
    assert "Cleo" in await rendered(ann, "<@7>")


async def test_moments_tick(enter: Enter, sandbox: Sandbox) -> None:
    ann = await enter()
    await ann.page.clock.install(time=1_700_000_000)
    await ann.page.reload()
    await expect(ann.heading).to_have_text("games")
    await ann.field.fill("due <t:1700010800:R> or <t:1700010800:T>")
    await ann.press("Enter")
    moment = ann.message("due").locator("time[data-relative]")
    await expect(moment).to_have_text("in 3 hours")
    await ann.page.clock.pause_at(1_700_010_770)
    await expect(moment).to_have_text("in 30 seconds")


async def test_hostile_markdown_is_parsed_to_its_end(enter: Enter, sandbox: Sandbox) -> None:
    """A parser that goes back at every sign would be busy for hours."""
    ann = await enter()
    async with asyncio.timeout(120):
        await ann.page.evaluate(
            """async () => {
                const { parse } = await import("/page/js/markdown/parse.js");
                const bad = ["*", "_a ", "**a", "`", "[", "||*__", "<@", "> ", "```\\n", "[a](", "- "];
                for (const text of bad) parse(text.repeat(Math.floor(4000 / text.length)));
            }"""
        )
