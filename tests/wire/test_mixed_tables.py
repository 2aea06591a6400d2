"""Whole games of players on Discord and players by mail at one table, who are all told the same."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.service.notices.notice_rules import CHAT_GATHERING_DELAY
from sandbox.driver import Sandbox, SeenMail, SeenMessage
from sandbox.world.changes import Change, MessageEdited, MessagePosted
from tests.wire.hosting import GameTable
from tests.wire.mail_tables import asked, hosted_by_mail, link
from tests.wire.players import DiscordPlayer, MailPlayer, Player, play

pytestmark = [pytest.mark.wire, pytest.mark.slow]
BY_MAIL = {"roses": ("Bob",), "flicflac": ("Bob",), "gods": ("Bob", "Dan"), "reef": ("Bob",), "tae": ("Bob",)}
BY_IMAP = {"flicflac", "reef", "tae"}
"""Games in which mail comes to the bot by IMAP; in the others by LMTP."""
ON_DISCORD = {key: ("Ann", "Cleo") if key == "gods" else ("Ann",) for key in BY_MAIL}


class Cards:
    """What all cards of a sandbox have said, in each of their versions."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.texts: list[str] = []
        sandbox.world.changes.listen(self._changed)

    def _changed(self, change: Change) -> None:
        if isinstance(change, MessagePosted | MessageEdited) and not change.message.ephemeral:
            look = SeenMessage(self._sandbox.core, change.message)
            self.texts.append(plain("\n".join((look.text, *look.alt_texts))))

    def tell(self, line: str) -> bool:
        """Whether a card has said the same, at the beginning of a sentence or within one."""
        return any(line[1:] in result and line[0].lower() in result.lower() for result in self.texts)


def plain(text: str) -> str:
    """Without Markdown."""
    return re.sub(r"[*_`\\]|^-# ", "", text, flags=re.MULTILINE)


def texts_of(mail: SeenMail) -> Iterator[str]:
    """What a mail says that has happened since its reader played, but for what is said to the reader alone.

    Whose turn it is a card says in a line of its own.
    """
    _, _, since = mail.text.partition("Since you last played\n")
    for line in since.partition("\n\n")[0].splitlines():
        if line.startswith("- ") and not re.match("- (You|It is .* turn$)", line):
            yield line[2:]


@pytest.mark.parametrize("key", BY_MAIL)
async def test_a_game_to_its_end_by_both_doors(key: str, tmp_path: Path) -> None:
    async with hosted_by_mail(tmp_path, "imap" if key in BY_IMAP else "lmtp") as door:
        sandbox, judge = door.sandbox, door.judge
        cards = Cards(sandbox)
        boxes = [door.writer(name) for name in BY_MAIL[key]]
        by_mail = [sandbox.person(name) for name in BY_MAIL[key]]
        on_discord = [sandbox.person(name) for name in ON_DISCORD[key]]
        for person, box in zip(by_mail, boxes, strict=True):
            await link(person, box)
        table = await GameTable.of(sandbox, key, [*on_discord, *by_mail], words="at once")
        code, thread = table.code, table.thread
        players: list[Player] = [
            DiscordPlayer(person, key, code, Random(person.name), sandbox=sandbox, thread=thread)
            for person in on_discord
        ]
        players += [MailPlayer(box, key, code, Random(box.name), judge, undoes=False) for box in boxes]
        written = await play(door.host, door.clock, players, 400, lambda: judge.faults(code))
        await door.host.delivered()
        assert written > 20
        last = await sandbox.message(thread, lambda look: "Play again" in look.labels)
        (result,) = re.findall("🏁 (.+)", plain(last.text))
        for box in boxes:
            await box.mailed(lambda mail: result in mail.text)
            untold = [line for mail in box.mails for line in texts_of(mail) if not cards.tell(line)]
            assert untold == []
        assert await judge.faults(code) == []
        # Whether there is an occasion to plan depends on how soon the others move.
        assert "notes" in judge.exposure.kinds
        assert "private messages" in judge.exposure.kinds or key != "gods"


async def test_they_talk_to_each_other_where_the_rules_have_no_talk(tmp_path: Path) -> None:
    """By both doors, in both directions, and without any setting but that one of them plays by mail."""
    async with hosted_by_mail(tmp_path, "lmtp") as door:
        sandbox, ann, bob = door.sandbox, door.sandbox.person("Ann"), door.writer("Bob")
        await link(sandbox.person("Bob"), bob)
        table = await GameTable.of(sandbox, "roses", [ann, sandbox.person("Bob")], words="at once")
        code, thread = table.code, table.thread
        shown = (await ann.slash("roses say", {"text": "Good luck @everyone!"}, channel=thread)).reply
        assert shown.ephemeral
        assert "Good luck" in shown.text
        posted = await sandbox.message(thread, lambda look: "Good luck" in look.text)
        assert re.fullmatch(r"💬 Ann \((White|Black)\): Good luck .+", plain(posted.text))
        assert not posted.raw.mention_everyone
        await ann.slash("roses say", {"text": "Have fun"}, channel=thread)
        await door.host.delivered()
        assert not any("Good luck" in mail.text for mail in bob.mails)
        # What is being delivered holds leases that a leap of the clock would end.
        door.clock.set_forward(CHAT_GATHERING_DELAY)
        # An answer wakes the outbox, which looks only now and then by itself.
        assert code in (await asked(bob, "inbox")).text
        text = await bob.mailed(lambda mail: "Good luck @everyone!" in mail.text)
        assert re.search(r", move 1: Good luck @everyone!\s+Ann \(\w+\), move 1: Have fun\s", text.text)
        assert text.subject.startswith(f"[{code}] Guerre des Deux Roses: 2 messages")
        assert "answer “say You too”" in (await asked(bob, "You too", text)).text
        assert "“-" not in text.text
        assert "Said to everybody" in (await asked(bob, "say You too", text)).text
        await sandbox.message(thread, lambda look: plain(look.text).endswith("): You too"))
        assert "shown to nobody" in (await asked(bob, "-a psst", text)).text
        assert "), move 1: You too" in (await asked(bob, "messages", text)).text
        listed = (await ann.slash("roses messages", channel=thread)).reply
        assert ["You too" in listed.text, "psst" in listed.text] == [True, False]
        await door.host.delivered()
        assert not any("psst" in look.text for look in sandbox.messages(thread))
        # Who plays on Discord reads it in the thread, and what they write to the bot is said to nobody.
        assert not any("You too" in look.text for look in ann.dms)
        await ann.dm("Well played")
        await ann.wait_for_dm(lambda look: "Nobody was shown it" in look.text)
        assert not any("Well played" in mail.text for mail in bob.mails)
        assert await door.judge.faults(code) == []
