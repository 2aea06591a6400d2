"""The mail tab: reading, answering, following links, at a desk's and at a phone's width."""

from collections.abc import AsyncIterator
from email.message import EmailMessage, MIMEPart

import pytest
import pytest_asyncio
from playwright.async_api import expect

from sandbox.core import Options
from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.fixtures import Enter
from sandbox.tests.browser.test_narrow import PHONE
from sandbox.tests.sample_bot import picture
from sandbox.tests.test_mail import Bot, deliver

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

HTML = """<html><body style="background: #fff">
<script>document.title = document.body.innerHTML = "scripts run";</script>
<img src="cid:board" alt="The board" onload="document.title = 'handlers run'">
<img src="https://elsewhere.example/pixel.png" alt="remote">
<p><a href="mailto:turn%2Babc@turnpost.example?subject=Re%3A%20move&amp;body=play%20a3%2Bb4">a3+b4</a></p>
</body></html>"""


def turn_mail(subject: str = "[K7QX] Your move") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Turnpost <turn@turnpost.example>"
    mail["Reply-To"] = "turn+abc@turnpost.example"
    mail["To"] = "ann@sandbox.example"
    mail["Subject"] = subject
    mail.set_content("It is your move.\n-- write above this line --\n")
    mail.add_alternative(HTML, subtype="html")
    html = mail.get_payload(1)
    assert isinstance(html, MIMEPart)
    html.add_related(picture().getvalue(), "image", "png", cid="<board>")
    mail.add_attachment("1. a3\n2. a4\n", filename="moves.txt")
    return mail


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def mail_bot() -> AsyncIterator[Bot]:
    bot = Bot()
    async with bot.listening():
        yield bot
    bot.listener.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared_sandbox(mail_bot: Bot) -> AsyncIterator[Sandbox]:
    async with Sandbox(Options(mail_to=("127.0.0.1", mail_bot.port))) as sandbox:
        yield sandbox


async def in_mail(ann: Browsing) -> None:
    """Open the mailbox."""
    # The browser tells of what it has stopped: the mail's script, and the picture from elsewhere.
    ann.forgiven += ["Content Security Policy", "Blocked script execution", "asks https://elsewhere.example"]
    await ann.page.get_by_role("button", name="Mail").first.click()
    await expect(ann.heading).to_have_text("Mail")


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
async def test_a_mail_is_read_answered_and_its_link_followed(
    enter: Enter, sandbox: Sandbox, mail_bot: Bot, settings: dict[str, object]
) -> None:
    sandbox.world.mails.clear()
    mail_bot.taken.clear()
    ann = await enter(sandbox, **settings)
    page = ann.page
    await deliver(sandbox, turn_mail())
    await expect(page.get_by_role("button", name="Mail, 1 unread")).to_be_visible()
    await in_mail(ann)
    await page.get_by_role("button", name="[K7QX] Your move").click()
    frame = page.frame_locator("iframe.mail-html")
    shown = frame.get_by_role("img", name="The board")
    await expect(shown).to_be_visible()
    assert await shown.evaluate("image => image.naturalWidth") > 0
    assert "Turnpost sandbox" in await page.title()
    assert any("pixel.png' violates" in one for one in ann.troubles)
    assert await ann.overflow() <= 0
    await expect(page.get_by_role("button", name="Mail", exact=True)).to_be_visible()
    await page.get_by_text("moves.txt").click()
    await expect(page.get_by_text("2. a4")).to_be_visible()

    await frame.get_by_role("link", name="a3+b4").click()
    await expect(page.get_by_role("textbox", name="Subject")).to_have_value("Re: move")
    await expect(page.get_by_role("textbox", name="To")).to_have_value("turn+abc@turnpost.example")
    await expect(page.get_by_role("textbox", name="Text")).to_have_value("play a3+b4")
    assert await ann.overflow() <= 0
    await page.get_by_role("button", name="Send").click()
    await sandbox.wait_for(lambda: mail_bot.taken)
    assert mail_bot.mail(0).get_content().strip() == "play a3+b4"

    await page.get_by_role("button", name="[K7QX] Your move").click()
    await page.get_by_role("button", name="Plain text").click()
    await expect(page.get_by_label("Text of the mail")).to_contain_text("It is your move.")
    await page.get_by_role("button", name="Reply").click()
    await expect(page.get_by_role("textbox", name="Text")).to_be_focused()
    await page.keyboard.type("b4")
    await page.get_by_role("button", name="Send").click()
    await sandbox.wait_for(lambda: len(mail_bot.taken) == 2)
    text = mail_bot.mail(1).get_content().replace("\r\n", "\n")
    assert text.startswith("b4\n\nOn ")
    assert "> -- write above this line --" in text
    assert mail_bot.taken[1].rcpt_tos == ["turn+abc@turnpost.example"]


async def test_a_new_mail_is_kept_while_another_is_read(
    enter: Enter, sandbox: Sandbox, mail_bot: Bot
) -> None:
    sandbox.world.mails.clear()
    mail_bot.taken.clear()
    ann = await enter(sandbox)
    await in_mail(ann)
    await expect(ann.page.get_by_text("Nothing has come yet.")).to_be_visible()
    await ann.page.get_by_role("button", name="New mail").click()
    await expect(ann.page.get_by_role("textbox", name="To")).to_have_value("turn@turnpost.example")
    await ann.page.get_by_role("textbox", name="Text").fill("join")
    await deliver(sandbox, turn_mail("Welcome"))
    await ann.page.get_by_role("button", name="Welcome").click()
    await expect(ann.page.get_by_role("heading", name="Welcome")).to_be_visible()
    await ann.page.get_by_role("button", name="Draft").click()
    await expect(ann.page.get_by_role("textbox", name="Text")).to_have_value("join")
    await ann.page.keyboard.press("Control+Enter")
    await sandbox.wait_for(lambda: mail_bot.taken)
    await expect(ann.page.get_by_role("button", name="To turn@turnpost.example")).to_be_visible()


async def test_mailboxes_are_apart_and_the_button_leads_back(enter: Enter, sandbox: Sandbox) -> None:
    sandbox.world.mails.clear()
    await deliver(sandbox, turn_mail())
    ann = await enter(sandbox)
    await in_mail(ann)
    await ann.page.get_by_role("button", name="[K7QX] Your move").click()
    await expect(ann.page.locator(".mail-reader")).to_be_visible()
    await ann.act_as("Bob")
    await expect(ann.page.get_by_text("Nothing has come yet.")).to_be_visible()
    await expect(ann.page.locator(".mail-reader")).to_have_count(0)
    await ann.page.get_by_role("button", name="Mail").first.click()
    await expect(ann.heading).to_have_text("games")


@pytest.mark.parametrize("opened", [False, True], ids=["list", "mail"])
async def test_a_mailbox_is_there_when_the_page_is_loaded_again(
    enter: Enter, sandbox: Sandbox, opened: bool
) -> None:
    sandbox.world.mails.clear()
    await deliver(sandbox, turn_mail())
    ann = await enter(sandbox)
    await in_mail(ann)
    line = ann.page.get_by_role("button", name="[K7QX] Your move")
    if opened:
        await line.click()
        await expect(ann.page.locator(".mail-reader")).to_be_visible()
    await ann.page.reload()
    await expect(line).to_be_visible()
    await expect(ann.page.locator(".mail-reader")).to_have_count(int(opened))
    await ann.page.go_back()
    await expect(ann.heading).to_have_text("Mail" if opened else "games")
