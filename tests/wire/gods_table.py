"""Four people at a game of the Four Gods, over the wire."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.entities import Channel
from tests.wire.hosting import GameTable

GODS = {"RED": "Ann", "BLUE": "Bob", "GREEN": "Cleo", "ORANGE": "Dan"}


class GodsTable(GameTable):
    """A game of Ann (RED), Bob (BLUE), Cleo (GREEN) and Dan (ORANGE), as they see it."""

    def __init__(self, sandbox: Sandbox, thread: Channel, people: Sequence[Person]) -> None:
        super().__init__(sandbox, thread, people)
        self.red, self.blue, self.green, self.orange = people

    @classmethod
    async def opened(cls, sandbox: Sandbox, **options: Any) -> GodsTable:
        """RED opens the game, the others join, and its first card is posted."""
        people = [sandbox.person(name) for name in GODS.values()]
        # With contributions of the players the seed does not depend on the ids of interactions.
        return await cls.of(sandbox, "gods", people, tuple(GODS), words="thunder", **options)

    async def plan(self, plans: dict[Person, str]) -> SeenMessage:
        """Let everybody plan and be ready. Returns the card with the results."""
        card = await self.card()
        under_way = re.search(r"round \d+", card.text)
        for person, text in plans.items():
            await person.slash("move", {"notation": text}, channel=self.thread)
        for person in plans:
            await person.slash("move", {"notation": "ready"}, channel=self.thread)
        return await self.sandbox.message(
            self.thread,
            lambda look: "Board" in look.labels and str(under_way and under_way[0]) not in look.text,
            after=card,
        )
