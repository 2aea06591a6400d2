"""Reef Encounter over the wire: turns of many actions, hands that are their owners' alone, going back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.driver import Look, Person, Sandbox
from bot.sandbox.world.entities import Channel
from tests.wire.hosting import Host

pytestmark = pytest.mark.wire

NAMES = ("Ann", "Bob", "Cleo", "Dan")
SEATS = ("Purple", "Green", "Red", "Yellow")


class Reef:
    """A game of the first so many people, each in the seat of the same number."""

    def __init__(self, sandbox: Sandbox, thread: Channel, people: list[Person]) -> None:
        self.sandbox = sandbox
        self.thread = thread
        self.people = people
        self.code = thread.name.split()[0]

    @classmethod
    async def opened(cls, sandbox: Sandbox, players: int = 2, **options: Any) -> Reef:
        people = [sandbox.person(name) for name in NAMES[:players]]
        await people[0].slash("reef new", {"seat": SEATS[0], "players": players, **options})
        lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
        for person, seat in zip(people[1:], SEATS[1:], strict=False):
            await person.slash("game join", {"seat": seat})
        await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
        reef = cls(sandbox, sandbox.channel(lobby), people)
        await reef.card()
        return reef

    async def card(self, after: Look | None = None) -> Look:
        return await self.sandbox.message(self.thread, lambda look: "Board" in look.labels, after=after)

    async def legal(self, person: Person, start: str = "") -> list[str]:
        offered = await person.autocomplete(
            "move", {"notation": start}, focused="notation", channel=self.thread
        )
        return [choice["value"] for choice in offered]

    async def do(self, person: Person, text: str) -> Look:
        reply = (await person.slash("move", {"notation": text}, channel=self.thread)).reply
        assert "✅" in reply.text, reply.text
        return reply

    async def chosen(self) -> Person:
        """Everybody has chosen; who begins."""
        for person in self.people:
            await self.do(person, (await self.legal(person, "choose"))[0])
        for person in self.people:
            if await self.legal(person, "collect"):
                return person
        raise AssertionError("nobody begins")


async def test_going_back_within_a_turn_by_command_and_button(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    mover = await reef.chosen()
    other = next(person for person in reef.people if person is not mover)
    cube = (await reef.legal(mover, "tile"))[0]
    shrimp = (await reef.legal(mover, "shrimp"))[0]
    await reef.do(mover, f"{shrimp}; {cube}")
    told = (await mover.slash("reef undo", channel=reef.thread)).reply
    assert told.ephemeral
    assert f"undo {cube}" in told.text
    card = await reef.sandbox.message(reef.thread, lambda look: "goes back" in look.text)
    panel = (await mover.click(card, "Move")).reply
    assert "Undo" in panel.labels
    panel = (await mover.click(panel, "Undo")).reply
    assert f"undo {shrimp}" in panel.text
    assert "Undo" not in panel.labels
    refused = (await mover.slash("game undo", channel=reef.thread)).reply
    assert "nothing" in refused.text.lower()
    assert "cannot be unseen" in (await other.slash("game undo", channel=reef.thread)).reply.text
    await reef.do(mover, f"{shrimp}; {cube}")
    await mover.slash("game undo", {"how_far": "turn"}, channel=reef.thread)
    history = (await other.slash("game history", channel=reef.thread)).reply.text
    assert "undo 2 actions" in history
    await reef.do(mover, "collect W")
    late = (await mover.slash("reef undo", channel=reef.thread)).reply
    assert "cannot be unseen" in late.text
