"""One person at the sandbox's page in a real browser."""

import re
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Locator, Page, Request, expect

from sandbox.driver import Sandbox

PATIENCE = 120_000.0
"""The most milliseconds to wait."""


expect.set_options(timeout=PATIENCE)


class Browsing:
    """The open page, by what a person sees and does.

    `troubles` is what the browser complained about; what a test brings about itself is `forgiven`.
    """

    def __init__(self, page: Page, sandbox: Sandbox) -> None:
        self.page = page
        self.sandbox = sandbox
        self.troubles: list[str] = []
        self.forgiven: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", self._failed)
        page.on("request", self._requested)

    @property
    def complaints(self) -> list[str]:
        """The troubles that are not `forgiven`."""
        return [one for one in self.troubles if not any(words in one for words in self.forgiven)]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(message.text)

    def _failed(self, error: Error) -> None:
        self.troubles.append(str(error))

    def _requested(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws") and address.hostname != "127.0.0.1":
            self.troubles.append(f"asks {request.url}")

    async def enter(self) -> None:
        """Open the address that the sandbox prints."""
        await self.page.goto(self.sandbox.server.page)
        await expect(self.heading).not_to_have_text("…")

    async def act_as(self, name: str) -> None:
        """Act as this person from now on."""
        await self.page.get_by_role("navigation", name="Act as").get_by_role("link", name=name).click()
        await expect(self.page).to_have_title(re.compile(f"· {name} · Turnpost sandbox"))

    async def open(self, channel: str) -> None:
        """Open a channel or thread from the list."""
        await self.channel(channel).click()
        await expect(self.heading).to_have_text(channel)

    @property
    def heading(self) -> Locator:
        """The name of the open channel."""
        return self.page.get_by_role("heading", level=1)

    def channel(self, name: str) -> Locator:
        """A channel in the list; its accessible name goes on with the news in it."""
        channels = self.page.get_by_role("navigation", name="Channels")
        return channels.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(,|$)"))

    @property
    def field(self) -> Locator:
        """The field where messages and commands are typed."""
        return self.page.locator(".composer-field")

    @property
    def suggestions(self) -> Locator:
        """The entries of the list above that field."""
        return self.page.locator(".suggestion")

    def option(self, name: str) -> Locator:
        """The field of a command's option."""
        return self.page.locator(".command-form").get_by_label(name, exact=True)

    @property
    def messages(self) -> Locator:
        """All messages that are shown."""
        return self.page.locator("article.message")

    def message(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message with a text in it."""
        return self.messages.filter(has_text=text).last

    @property
    def card(self) -> Locator:
        """The newest message that has a box of components; answers to it quote its words."""
        return self.messages.filter(has=self.page.locator(".c-container")).last

    async def type(self, text: str) -> None:
        """Type into the field."""
        await self.field.click()
        await self.page.keyboard.type(text)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def say(self, text: str) -> Locator:
        """Send a message, and wait until it is shown."""
        await self.field.fill(text)
        await self.press("Enter")
        sent = self.message(text)
        await expect(sent).to_be_visible()
        return sent

    async def command(self, text: str) -> None:
        """Paste a whole command, and send it."""
        # The space after a command's name begins its options, as on Discord.
        await self.field.fill(f"{text} ")
        await self.press("Enter")
        await expect(self.page.locator(".command-form")).to_have_count(0)

    async def overflow(self) -> float:
        """How many pixels the widest element reaches beyond the page's right edge."""
        measured = await self.page.evaluate(
            """() => {
                const shown = [...document.querySelectorAll("body *")].filter((node) => {
                    const { position, visibility } = getComputedStyle(node);
                    return position !== "fixed" && visibility !== "hidden" && !node.closest("pre, .sidebar");
                });
                const right = Math.max(...shown.map((node) => node.getBoundingClientRect().right));
                return Math.max(right, document.documentElement.scrollWidth) - innerWidth;
            }"""
        )
        return float(measured)
