"""People at a game of Reef Encounter, over the wire."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from typing import Any

from bot.store.packing import unpacked
from engines.reef.engine import REEF
from engines.reef.state import ReefState
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.wire.hosting import GameTable, Host

NAMES = ("Ann", "Bob", "Cleo", "Dan")
SEATS = ("Purple", "Green", "Red", "Yellow")


class ReefTable(GameTable):
    """A game of the first of the sandbox's people, each in the seat of the same number."""

    @classmethod
    async def opened(cls, sandbox: Sandbox, players: int = 2, **options: Any) -> ReefTable:
        people = [sandbox.person(name) for name in NAMES[:players]]
        # With contributions of the players the draws do not depend on the ids of interactions.
        return await cls.of(sandbox, "reef", people, SEATS, players=players, words="the sea", **options)

    async def legal(self, person: Person, start: str = "") -> list[str]:
        offered = await person.autocomplete(
            "move", {"notation": start}, focused="notation", channel=self.thread
        )
        # Where nothing is legal, completion offers the typed text with the reason.
        return [choice["value"] for choice in offered if choice["value"] not in {start, "?"}]

    async def do(self, person: Person, text: str) -> SeenMessage:
        reply = (await person.slash("move", {"notation": text}, channel=self.thread)).reply
        assert "✅" in reply.text, reply.text
        return reply

    async def chosen(self, but: Person | None = None) -> Person:
        """Let everybody choose, except the person who has chosen before. Returns the start player."""
        for person in (one for one in self.people if one is not but):
            hand = (await person.slash("reef hand", channel=self.thread)).reply.text
            # Cubes of two colours in the hand: one can be played whichever tile goes into the fish.
            words = re.findall("white|yellow|orange|pink|grey", hand.split("**Larva")[0])
            held = [word[0].upper() for word in words]
            await self.do(person, f"choose {held[0]} {held[0]}{held[1]}")
        await self.at("turn 1")
        return await self.mover()

    async def at(self, turn: str) -> SeenMessage:
        """The card of a turn."""
        return await self.sandbox.message(
            self.thread, lambda look: f"· {turn}\n" in look.text and look.files != []
        )

    def called(self, person: Person) -> str:
        """The name by which the game calls a person, with the seat behind it."""
        return f"{person.name} ({SEATS[self.people.index(person)]})"

    def named(self, text: str) -> str:
        """An engine's text about seats with people in place of the seats."""
        for person, seat in zip(self.people, SEATS, strict=False):
            text = text.replace(seat, self.called(person))
        return text

    async def mover(self) -> Person:
        """The person whose turn it is."""
        for person in self.people:
            if await self.legal(person, "collect"):
                return person
        raise AssertionError("it is nobody's turn")


def stored(host: Host) -> ReefState:
    """The state of the only game in the database, secrets included."""
    with contextlib.closing(sqlite3.connect(host.file)) as database:
        (state,) = database.execute("SELECT state FROM games").fetchone()
    return REEF.codec.decode_state(unpacked(state))


def held(person: Person) -> SeenMessage:
    """The one direct message that shows a person's hand."""
    shown = [look for look in person.dms if "your hand" in look.text]
    assert len(shown) == 1
    return shown[0]
