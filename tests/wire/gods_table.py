"""Four people at a game of the Four Gods, over the wire."""

from __future__ import annotations

import re
from typing import Any

from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.entities import Channel

GODS = {"RED": "Ann", "BLUE": "Bob", "GREEN": "Cleo", "ORANGE": "Dan"}


class GodsTable:
    """A game of Ann (RED), Bob (BLUE), Cleo (GREEN) and Dan (ORANGE), as they see it."""

    def __init__(self, sandbox: Sandbox, thread: Channel) -> None:
        self.sandbox = sandbox
        self.thread = thread
        self.code = thread.name.split()[0]
        self.red, self.blue, self.green, self.orange = map(sandbox.person, GODS.values())

    @classmethod
    async def opened(cls, sandbox: Sandbox, **options: Any) -> GodsTable:
        """RED opens the game, the others join, and its first card is posted."""
        red, *others = GODS
        before = len(sandbox.threads("games"))
        # With contributions of the players the seed does not depend on the ids of interactions.
        words = {"words": "thunder"}
        await sandbox.person(GODS[red]).slash("gods new", {"seat": red, **words, **options})
        for god in others:
            await sandbox.person(GODS[god]).slash("game join", {"seat": god, **words})
        thread = await sandbox.wait_for(
            lambda: sandbox.threads("games")[before] if len(sandbox.threads("games")) > before else None,
            what="the thread",
        )
        table = cls(sandbox, thread)
        await table.card()
        # The round is open from the moment at which the outbox knows that the card is there.
        return table

    async def card(self, after: SeenMessage | None = None) -> SeenMessage:
        """The newest card with its buttons."""
        return await self.sandbox.message(self.thread, lambda look: "Board" in look.labels, after=after)

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
