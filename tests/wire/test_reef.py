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
        return await self.mover()

    async def mover(self) -> Person:
        """Whose turn it is."""
        for person in self.people:
            if await self.legal(person, "collect"):
                return person
        raise AssertionError("it is nobody's turn")


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
    assert "✅" not in (await other.slash("game undo", channel=reef.thread)).reply.text
    await reef.do(mover, f"{shrimp}; {cube}")
    await mover.slash("game undo", {"how_far": "turn"}, channel=reef.thread)
    history = (await other.slash("game history", channel=reef.thread)).reply.text
    assert "undo 2 actions" in history
    await reef.do(mover, "collect W")
    late = (await mover.slash("reef undo", channel=reef.thread)).reply
    assert "cannot be unseen" in late.text


def held(person: Person) -> Look:
    """The one direct message that shows a person's hand."""
    shown = [look for look in person.dms if "your hand" in look.text]
    assert len(shown) == 1
    return shown[0]


async def test_a_hand_is_one_direct_message_that_is_kept_up_to_date(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    ann, bob = reef.people
    await sandbox.wait_for(lambda: ann.dms and bob.dms, what="the first hands")
    for person in reef.people:
        message = held(person)
        assert message.files
        assert "Behind your screen" in message.alt_texts[0]
        assert "**Fish**: nothing yet" in message.text
    before = held(bob).text
    await reef.do(ann, (await reef.legal(ann, "choose"))[0])
    await sandbox.wait_for(lambda: "once all have chosen" in held(ann).text, what="the new hand")
    assert held(ann).edited
    assert held(bob).text == before
    shown = (await ann.slash("reef hand", channel=reef.thread)).reply
    assert shown.ephemeral
    assert shown.text == held(ann).text
    assert await shown.file() == await held(ann).file()
    pressed = (await ann.click(await reef.card(), "My hand")).reply
    assert pressed.ephemeral
    assert pressed.text == shown.text
    in_dm = (await ann.slash("game hand", {"game": reef.code}, channel=ann.dm_channel)).reply
    assert in_dm.text == shown.text
    eve = sandbox.person("Eve")
    assert "You do not play" in (await eve.click(await reef.card(), "My hand")).reply.text


async def test_a_hand_that_was_deleted_comes_again(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    ann = reef.people[0]
    await sandbox.wait_for(lambda: ann.dms, what="the first hand")
    sandbox.delete_message(held(ann))
    await reef.do(ann, (await reef.legal(ann, "choose"))[0])
    await sandbox.wait_for(lambda: ann.dms, what="another message")
    assert "once all have chosen" in held(ann).text


async def test_closed_direct_messages_are_noticed_once(sandbox: Sandbox, host: Host) -> None:
    ann = sandbox.person("Ann")
    ann.close_dms()
    reef = await Reef.opened(sandbox)
    await sandbox.wait_for(
        lambda: any(one.status == 403 for one in sandbox.records.requests("POST", "/channels/*/messages")),
        what="the refusal",
    )
    ann.open_dms()
    await reef.chosen()
    assert not ann.dms
    assert "Larva cubes" in (await ann.click(await reef.card(), "My hand")).reply.text
    await ann.slash("game settings", {"hand_messages": True})
    if await reef.mover() is not ann:
        await reef.do(reef.people[1], "collect W")
    await reef.do(ann, "collect Y")
    await sandbox.wait_for(lambda: ann.dms, what="the hand")
    refusals = [one for one in sandbox.records.requests("POST", "/channels/*/messages") if one.status == 403]
    assert len(refusals) == 1
