"""Hands by direct message: one message a game, brought up to date whenever what is held changes."""

import re

import pytest

from bot.outbox.delivery import DmsClosed, RetryLater
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace, Rollback
from bot.service.facade import Service
from bot.service.values.payloads import ClearHand, ShowHand
from bot.service.values.request import Person
from bot.store.database import Database
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, act, begun, new_cause, refusal, running
from tests.service.admin.operators import AT_HAND


def hands(sender: FakeSender, person: Person | None = None) -> list[ShowHand]:
    payloads = [delivery.payload for delivery in sender.delivered]
    return [
        payload
        for payload in payloads
        if isinstance(payload, ShowHand) and (person is None or payload.person_id == person.id)
    ]


def messages(sender: FakeSender) -> list[int | None]:
    return [delivery.message_id for delivery in sender.delivered if isinstance(delivery.payload, ShowHand)]


async def test_the_first_hands_come_with_the_start(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    await running(service, "pouch")
    await outbox.drain()
    assert [hand.text for hand in hands(sender, ANN)] == ["Pouch: [0, 3]"]
    assert [hand.text for hand in hands(sender, BOB)] == ["Pouch: [1, 4]"]
    assert messages(sender) == [None, None]


async def test_one_message_is_kept_up_to_date(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    for text in ("lay 3", "tuck 0"):
        await act(service, ANN, game.code, text)
        await outbox.drain()
    await service.undo.take_back(ANN, game.code, cause=new_cause())
    await outbox.drain()
    assert [hand.text for hand in hands(sender, ANN)] == [
        "Pouch: [0, 3]", "Pouch: [0]", "Pouch: []", "Pouch: [0]",
    ]  # fmt: skip
    assert len(hands(sender, BOB)) == 1
    first, *later = [m for m in messages(sender) if m is not None]
    assert later == [first, first]


@pytest.mark.parametrize("person", [ANN, BOB])
async def test_a_hand_carries_what_its_owner_may_begin_with_whoever_is_to_act(
    service: Service, outbox: Outbox, sender: FakeSender, person: Person
) -> None:
    await running(service, "tae")
    await outbox.drain()
    (hand,) = hands(sender, person)
    labels = [pick.label for pick in hand.first_picks]
    assert {"Merchant leader", "Swap ships"} <= set(labels)
    assert any(re.search(r"colony \(\d\)$", label) for label in labels)
    assert "End turn" not in labels


@pytest.mark.parametrize("key", ["reef", "tae"])
async def test_a_hand_is_cleared_when_its_owner_is_out_and_shown_again_when_they_are_back(
    service: Service, outbox: Outbox, sender: FakeSender, key: str
) -> None:
    """Its buttons stayed below it, and told whoever pressed one that they are out."""
    game = await begun(service, key, BOB, CLEO)
    await outbox.drain()
    bob = next(one.person for one in game.seats if one.seat not in game.to_act[:1])
    assert bob is not None
    (hand,) = hands(sender, bob)
    await act(service, bob, game.code, "resign")
    await outbox.drain()
    cleared = [one.payload for one in sender.delivered if isinstance(one.payload, ClearHand)]
    assert [one.person_id for one in cleared] == [bob.id]
    assert "You are out of this game" in cleared[0].text
    await service.admin.apply(AT_HAND, game.code, Rollback(0))
    await outbox.drain()
    assert [one.text for one in hands(sender, bob)] == [hand.text] * 2


async def test_a_cleared_hand_stays_cleared_when_the_game_ends(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    """It was shown again to who had been out of the game for long."""
    game = await begun(service, "reef", BOB, CLEO)
    await act(service, BOB, game.code, "resign")
    await outbox.drain()
    shown = len(hands(sender, BOB))
    await act(service, CLEO, game.code, "resign")
    await outbox.drain()
    assert (await service.reading.summary(game.code)).status == "finished"
    assert len(hands(sender, BOB)) == shown


async def test_what_changes_no_hand_brings_none(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "done")
    await outbox.drain()
    assert len(hands(sender)) == 2


async def test_several_changes_that_wait_become_one(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "pouch")
    other = await running(service, "pouch")
    for text in ("lay 3", "tuck 0"):
        await act(service, ANN, game.code, text)
    await outbox.drain()
    mine = {hand.summary.code: hand.text for hand in hands(sender, ANN)}
    assert len(hands(sender, ANN)) == 2
    assert mine == {game.code: "Pouch: []", other.code: "Pouch: [0, 3]"}


async def test_a_first_message_that_was_tried_is_not_overtaken(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "pouch")
    sender.fault = lambda delivery: (
        RetryLater("slow", after=0)
        if isinstance(delivery.payload, ShowHand) and delivery.attempts == 1
        else None
    )
    await act(service, ANN, game.code, "lay 3")
    await outbox.drain()
    await outbox.drain()
    assert sender.seen.count(("hand", 0)) <= 2
    async with service.play._database.reading() as unit:
        seat = await unit.games.seat(game.id, ANN.id)
        assert seat is not None
        assert seat.hand_message_id is not None


async def test_a_closed_door_is_remembered_and_the_hand_can_be_asked_for(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "pouch")
    sender.fault = lambda delivery: DmsClosed("50007") if isinstance(delivery.payload, ShowHand) else None
    await outbox.drain()
    tries = len(sender.tried)
    await act(service, ANN, game.code, "lay 3")
    async with database.reading() as unit:
        assert not await unit.outbox.waiting(f"user:{ANN.id}", "hand")
    await outbox.drain()
    assert not [one for one in sender.tried[tries:] if isinstance(one.payload, ShowHand)]
    assert (await service.reading.hand(game.code, ANN))[0] == "Pouch: [0]"
    sender.fault = lambda _: None
    await service.preferences.change(ANN, dm_hands=True)
    await act(service, ANN, game.code, "lay 0")
    await outbox.drain()
    assert [hand.text for hand in hands(sender)] == ["Pouch: []"]


async def test_who_wants_none_gets_none(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    assert (await service.preferences.of(BOB)).dm_hands
    await service.preferences.change(BOB, dm_hands=False)
    await running(service, "pouch")
    await outbox.drain()
    assert [hand.person_id for hand in hands(sender)] == [ANN.id]


@pytest.mark.parametrize(
    ("key", "person", "code"),
    [("pouch", CLEO, "not_in_game"), ("nim", ANN, "no_hand"), ("nim", CLEO, "no_hand")],
)
async def test_others_are_told_that_they_hold_nothing(
    service: Service, key: str, person: Person, code: str
) -> None:
    game = await running(service, key)
    assert await refusal(service.reading.hand(game.code, person)) == code


async def test_a_hand_is_in_nothing_that_others_are_brought(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "grab")
    await outbox.drain()
    drawn = (await service.reading.hand(game.code, ANN))[0]
    for delivery in sender.delivered:
        if not (isinstance(delivery.payload, ShowHand) and delivery.payload.person_id == ANN.id):
            assert drawn not in repr(delivery.payload)
            assert "own=(0" not in repr(delivery.payload)


async def test_the_hand_of_a_newcomer_is_a_message_of_its_own(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    """Not an edit of the message to whoever had the seat before."""
    game = await running(service, "pouch")
    await outbox.drain()
    await service.admin.apply(AT_HAND, game.code, Replace(1, CLEO, at_once=True))
    await outbox.drain()
    (shown,) = (
        one
        for one in sender.delivered
        if isinstance(one.payload, ShowHand) and one.payload.person_id == CLEO.id
    )
    assert shown.message_id is None
