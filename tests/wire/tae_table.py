"""People at a game of TaE, over the wire."""

from __future__ import annotations

from typing import Any

from bot.service.game.picking import token_of
from sandbox.driver import Interaction, Person, Sandbox, SeenMessage
from tests.wire.hosting import GameTable
from tests.wire.panels import picks

NAMES = ("Ann", "Bob", "Cleo", "Dan")
DYNASTIES = ("Bow", "Pot", "Lion", "Bull")
WAR = ("r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5")
"""A settler colony on I5 connects two regions with merchant leaders: Bow 0 against Pot 1."""
JOIN = "colony settler I5"
HANDS = {"bow": {"settler": 1, "merchant": 2}, "pot": {"merchant": 1, "miner": 5}}
COMMIT = "Commit ships"


class TaeTable(GameTable):
    """A game of Ann (Bow), Bob (Pot) and, where more play, Cleo (Lion) and Dan (Bull)."""

    @classmethod
    async def opened(cls, sandbox: Sandbox, players: int = 2, **options: Any) -> TaeTable:
        people = [sandbox.person(name) for name in NAMES[:players]]
        return await cls.of(sandbox, "tae", people, DYNASTIES, players=players, **options)

    async def do(self, person: Person, notation: str) -> Interaction:
        """Make an action by notation, and confirm it where a preview comes first."""
        done = await person.slash("move", {"notation": notation}, channel=self.thread)
        if "Play it" in done.reply.labels:
            done = await person.click(done.reply, "Play it")
        return done

    async def marked(self, card: SeenMessage, side: str) -> None:
        """Wait until a card shows that a side has committed."""
        await self.sandbox.wait_for(lambda: f"({side}** ☑️" in card.text, what=f"the mark of {side}")

    async def stripped(self, card: SeenMessage) -> None:
        """Wait until a card has lost its buttons."""
        await self.sandbox.wait_for(lambda: not card.labels, what="the buttons to go")

    async def called(self, person: Person, number: int = 1) -> SeenMessage:
        """The message that calls somebody to a combat, the first of this game or a later one."""

        def came() -> SeenMessage | None:
            calls = [look for look in person.dms if COMMIT in look.labels]
            return calls[-1] if len(calls) >= number else None

        return await self.sandbox.wait_for(came, what=f"a call to {person.name}")

    async def commit(self, person: Person, ships: int, message: SeenMessage) -> Interaction:
        """Commit ships through the button of a message, be it a card or a call."""
        panel = (await person.click(message, COMMIT)).reply
        assert panel.ephemeral or panel.channel_id == person.dm_channel.id
        done = await person.click(panel, picks(panel)[token_of(f"reinforce {ships}")])
        # Only the last commitment causes something that others see.
        return await person.click(done.reply, "Play it") if "Play it" in done.reply.labels else done
