"""Reef Encounter over the wire: turns of many actions, hands that are their owners' alone, going back."""

from __future__ import annotations

import re
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
            hand = (await person.slash("reef hand", channel=self.thread)).reply.text
            # Of two colours that are held: a cube can be played whichever tile goes into the fish.
            held = [word[0].upper() for word in re.findall(r"\d (\w+)", hand.split("**Larva")[0])]
            held = [letter for letter in held if letter in "WYOPG"]
            await self.do(person, f"choose {held[0]} {held[0]}{held[1]}")
        await self.at("turn 1")
        return await self.mover()

    async def at(self, turn: str) -> Look:
        """The card of a turn."""
        return await self.sandbox.message(
            self.thread, lambda look: f"· {turn}\n" in look.text and look.files != []
        )

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


async def test_the_panel_leads_through_a_turn(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    mover = await reef.chosen()
    card = await reef.card()
    panel = (await mover.click(card, "Move")).reply
    assert panel.files, "the board and the hand are before the eyes"
    assert "Larva plays: 2 left" in panel.text
    assert "New shrimp: once" in panel.text
    panel = await picked(mover, panel, "shrimp")
    assert "New shrimp: used" in panel.text
    panel = await picked(mover, panel, "larva")
    assert "Laying" in panel.text
    assert "more from the hand" in panel.text
    panel = (await mover.click(panel, "Undo all 2")).reply
    assert "New shrimp: once" in panel.text
    over = await picked(mover, panel, "collect")
    assert "collect" in over.text
    assert not over.selects
    after = await reef.at("turn 2")
    assert after.mentions == [next(person.name for person in reef.people if person is not mover)]
    assert "undo 2 actions" in card.text, "the card of the turn tells it"


async def picked(person: Person, panel: Look, first: str) -> Look:
    """Begin with this, go on with the first choice each time, and play it; the panel that follows."""
    shown = (await person.select(panel, panel.selects[0]["custom_id"], first)).reply
    for _ in range(6):
        if "Play it" in shown.labels:
            return (await person.click(shown, "Play it")).reply
        select = shown.selects[0]
        shown = (await person.select(shown, select["custom_id"], select["options"][0]["value"])).reply
    raise AssertionError("the picks lead nowhere")


async def test_a_turn_in_one_line_is_completed_step_by_step(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    mover = await reef.chosen()
    larva = (await reef.legal(mover, "larva"))[0]
    line = larva
    for start in ("place", "end_larva", "collect"):
        completed = await mover.autocomplete(
            "reef turn", {"steps": f"{line}; {start}"}, focused="steps", channel=reef.thread
        )
        assert completed[0]["value"].startswith(f"{line}; {start}")
        assert completed[0]["name"].startswith("… ")
        line = completed[0]["value"]
    done = (await mover.slash("reef turn", {"steps": line}, channel=reef.thread)).reply
    assert "✅" in done.text
    assert await reef.mover() is not mover
    refused = (await mover.slash("reef turn", {"steps": line}, channel=reef.thread)).reply
    assert "✅" not in refused.text


async def test_help_has_the_rules_and_every_command(sandbox: Sandbox, host: Host) -> None:
    told = await sandbox.person("Eve").slash("reef help")
    commands = await told.message(1)
    assert "larva" in told.reply.text
    for name in ("larva", "undo", "hand", "turn", "values"):
        assert f"/reef {name}" in commands.text


async def test_an_export_tells_each_what_they_may_know(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    ann, bob = reef.people
    choice = (await reef.legal(ann, "choose"))[0]
    await reef.do(ann, choice)
    mine = (await ann.slash("game export", channel=reef.thread)).reply
    theirs = (await bob.slash("game export", channel=reef.thread)).reply
    assert choice.encode() in await mine.file(0)
    for number in (0, 1):
        assert choice.encode() not in await theirs.file(number)
        assert b"choose" in await theirs.file(number)
    waiting = (await bob.slash("game verify", channel=reef.thread)).reply
    assert "when the game is over" in waiting.text
    for person in (ann, bob):
        if "✅" in (await person.slash("game resign", {"sure": True}, channel=reef.thread)).reply.text:
            break
    assert "✅ This seed" in (await bob.slash("game verify", channel=reef.thread)).reply.text
    assert b"turnpost-record/1" in await (await bob.slash("game export", channel=reef.thread)).reply.file(0)
