"""A mail address linked on Discord, with the real client and a real mail server on loopback."""

import re
import socket
from collections.abc import AsyncIterator

import pytest

from sandbox.core import Options
from sandbox.driver import Sandbox, SeenMail
from tests.wire.hosting import Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """One whose people have mailboxes."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    async with Sandbox(Options(mail_to=("127.0.0.1", port))) as sandbox:
        yield sandbox


def is_code(mail: SeenMail) -> bool:
    return "Your code" in mail.subject


async def test_bob_links_his_address_is_told_by_mail_and_answers(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    bob = table.bob
    asked = await bob.slash("mail link", {"address": bob.address}, channel=table.thread)
    assert "A code is on its way" in asked.reply.text
    code = await bob.mailed(is_code)
    digits = re.search(r"\d{8}", code.text)
    assert digits is not None
    wrong = await bob.slash("mail confirm", {"code": "12345678"}, channel=table.thread)
    assert "not the code" in wrong.reply.text
    right = await bob.slash("mail confirm", {"code": digits[0]}, channel=table.thread)
    assert "The address is yours" in right.reply.text
    shown = await bob.slash("mail status", channel=table.thread)
    assert bob.address in shown.reply.text
    await bob.slash("game settings", {"by": "mail", "when": "at once"}, channel=table.thread)
    before = await table.card()
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    card = await table.card(after=before)
    turn = await bob.mailed(lambda mail: "your move" in mail.subject.lower())
    await bob.reply(turn, "@c5")
    card = await table.card(after=card)
    assert "c5" in card.text
    assert not any(bob.address in look.text for look in sandbox.messages(table.thread))
