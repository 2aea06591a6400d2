"""Whole games of players on Discord and players by mail at one table, who are all told the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sandbox.driver import Person, Sandbox, SeenMail, SeenMessage
from sandbox.world.changes import Change, MessageEdited, MessagePosted
from sandbox.world.entities import Channel
from tests.simulation.exposure import signed
from tests.simulation.mail_exposure import exposed
from tests.wire.mail_tables import asked, hosted_by_mail
from tests.wire.players import DiscordPlayer, MailPlayer, Player, play

pytestmark = [pytest.mark.wire, pytest.mark.slow]

BY_MAIL = {"roses": ("Bob",), "flicflac": ("Bob",), "gods": ("Bob", "Dan"), "reef": ("Bob",), "tae": ("Bob",)}
ON_DISCORD = {key: ("Ann", "Cleo") if key == "gods" else ("Ann",) for key in BY_MAIL}


class Cards:
    """What all cards of a sandbox have said, in each of their versions."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.said: list[str] = []
        sandbox.world.changes.listen(self._changed)

    def _changed(self, change: Change) -> None:
        if isinstance(change, MessagePosted | MessageEdited) and not change.message.ephemeral:
            look = SeenMessage(self._sandbox.core, change.message)
            self.said.append(plain("\n".join((look.text, *look.alt_texts))))

    def tell(self, line: str) -> bool:
        """Whether a card has said the same, at the beginning of a sentence or within one."""
        return any(line[1:] in said and line[0].lower() in said.lower() for said in self.said)


def plain(text: str) -> str:
    """Without Markdown."""
    return re.sub(r"[*_`\\]|^-# ", "", text, flags=re.MULTILINE)


def told(mail: SeenMail) -> Iterator[str]:
    """What a mail says that has happened since its reader played, but for what is the reader's alone."""
    _, _, since = mail.text.partition("Since you last played\n")
    for line in since.partition("\n\n")[0].splitlines():
        if line.startswith("- ") and not line.startswith("- You "):
            yield line[2:]


async def link(person: Person) -> None:
    """Let somebody on Discord play by mail."""
    await person.slash("mail link", {"address": person.address})
    mail = await person.mailed(lambda mail: mail.subject == "Your code")
    found = re.search(r"\b\d{8}\b", mail.text)
    assert found is not None
    assert "Welcome" in (await asked(person, found[0], mail)).text
    await person.slash("game settings", {"by": "mail", "when": "at once", "private_by_mail": True})


async def seated(sandbox: Sandbox, key: str, people: list[Person]) -> tuple[str, Channel]:
    """A running game of these people; its code and thread."""
    await people[0].slash(f"{key} new", {"words": "at once"})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    code = lobby.text.split("`")[1]
    for person in people[1:]:
        await person.click(lobby, "Join")
    if lobby.thread_id is None and "Start" in lobby.labels:
        await people[0].click(lobby, "Start")
    await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
    return code, sandbox.channel(lobby)


@pytest.mark.parametrize("key", BY_MAIL)
async def test_a_game_to_its_end_by_both_doors(key: str, tmp_path: Path) -> None:
    with signed():
        async with (
            hosted_by_mail(tmp_path) as (sandbox, host, clock),
            exposed(sandbox, host.settings.database_url, clock) as judge,
        ):
            cards = Cards(sandbox)
            by_mail = [sandbox.person(name) for name in BY_MAIL[key]]
            on_discord = [sandbox.person(name) for name in ON_DISCORD[key]]
            for person in by_mail:
                await link(person)
            code, thread = await seated(sandbox, key, [*on_discord, *by_mail])
            players: list[Player] = [
                DiscordPlayer(person, key, code, Random(person.name), sandbox=sandbox, thread=thread)
                for person in on_discord
            ]
            players += [MailPlayer(person, key, code, Random(person.name)) for person in by_mail]
            written = await play(host, clock, players, 400, lambda: judge.faults(code))
            await host.delivered()
            assert written > 20
            assert await judge.faults(code) == []
            for person in by_mail:
                untold = [line for mail in person.mails for line in told(mail) if not cards.tell(line)]
                assert untold == []
            last = await sandbox.message(thread, lambda look: "Play again" in look.labels)
            (result,) = re.findall("🏁 (.+)", plain(last.text))
            for person in by_mail:
                assert result in person.mails[-1].text
