"""Hands by direct message: one message a game, brought up to date whenever what is held changes."""

from __future__ import annotations

import pytest

from bot.outbox.parcel import ClosedDoor, ShowHand, TryAgain
from bot.outbox.worker import Outbox
from bot.service import Service
from bot.service.reports import Person, Refused
from bot.store.database import Database
from tests.outbox.couriers import FakeCourier
from tests.service.people import ANN, BOB, CLEO, act, new_cause, running


def hands(courier: FakeCourier, person: Person | None = None) -> list[ShowHand]:
    payloads = [parcel.payload for parcel in courier.delivered]
    return [
        payload
        for payload in payloads
        if isinstance(payload, ShowHand) and (person is None or payload.user_id == person.id)
    ]


def messages(courier: FakeCourier) -> list[int | None]:
    return [parcel.message_id for parcel in courier.delivered if isinstance(parcel.payload, ShowHand)]


async def test_the_first_hands_come_with_the_start(
    service: Service, outbox: Outbox, courier: FakeCourier
) -> None:
    await running(service, "pouch")
    await outbox.drain()
    assert [hand.text for hand in hands(courier, ANN)] == ["Pouch: [0, 3]"]
    assert [hand.text for hand in hands(courier, BOB)] == ["Pouch: [1, 4]"]
    assert messages(courier) == [None, None]


async def test_one_message_is_kept_up_to_date(service: Service, outbox: Outbox, courier: FakeCourier) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    for text in ("lay 3", "tuck 0"):
        await act(service, ANN, game.code, text)
        await outbox.drain()
    await service.play.take_back(ANN, game.code, cause=new_cause())
    await outbox.drain()
    assert [hand.text for hand in hands(courier, ANN)] == [
        "Pouch: [0, 3]", "Pouch: [0]", "Pouch: []", "Pouch: [0]",
    ]  # fmt: skip
    assert len(hands(courier, BOB)) == 1
    first, *later = [m for m in messages(courier) if m is not None]
    assert later == [first, first]


async def test_what_changes_no_hand_brings_none(
    service: Service, outbox: Outbox, courier: FakeCourier
) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "done")
    await outbox.drain()
    assert len(hands(courier)) == 2


async def test_several_changes_that_wait_become_one(
    service: Service, outbox: Outbox, courier: FakeCourier
) -> None:
    game = await running(service, "pouch")
    other = await running(service, "pouch")
    for text in ("lay 3", "tuck 0"):
        await act(service, ANN, game.code, text)
    await outbox.drain()
    mine = {hand.report.code: hand.text for hand in hands(courier, ANN)}
    assert len(hands(courier, ANN)) == 2
    assert mine == {game.code: "Pouch: []", other.code: "Pouch: [0, 3]"}


async def test_a_first_message_that_was_tried_is_not_overtaken(
    service: Service, outbox: Outbox, courier: FakeCourier
) -> None:
    game = await running(service, "pouch")
    courier.fault = lambda parcel: (
        TryAgain("slow", after=0) if isinstance(parcel.payload, ShowHand) and parcel.attempts == 1 else None
    )
    await act(service, ANN, game.code, "lay 3")
    await outbox.drain()
    await outbox.drain()
    assert courier.seen.count(("hand", 0)) <= 2
    async with service.play._database.reading() as unit:
        assert await unit.games.hand_message(game.id, ANN.id) is not None


async def test_a_closed_door_is_remembered_and_the_hand_can_be_asked_for(
    service: Service, outbox: Outbox, courier: FakeCourier, database: Database
) -> None:
    game = await running(service, "pouch")
    courier.fault = lambda parcel: ClosedDoor("50007") if isinstance(parcel.payload, ShowHand) else None
    await outbox.drain()
    tries = len(courier.tried)
    await act(service, ANN, game.code, "lay 3")
    async with database.reading() as unit:
        assert not await unit.parcels.waiting(f"user:{ANN.id}", "hand")
    await outbox.drain()
    assert not [one for one in courier.tried[tries:] if isinstance(one.payload, ShowHand)]
    assert (await service.reading.hand(game.code, ANN))[0] == "Pouch: [0]"
    courier.fault = lambda _: None
    await service.players.set_preferences(ANN, dm_hands=True)
    await act(service, ANN, game.code, "lay 0")
    await outbox.drain()
    assert [hand.text for hand in hands(courier)] == ["Pouch: []"]


async def test_who_wants_none_gets_none(service: Service, outbox: Outbox, courier: FakeCourier) -> None:
    assert (await service.players.preferences(BOB)).dm_hands
    await service.players.set_preferences(BOB, dm_hands=False)
    await running(service, "pouch")
    await outbox.drain()
    assert [hand.user_id for hand in hands(courier)] == [ANN.id]


@pytest.mark.parametrize(
    ("key", "person", "code"),
    [("pouch", CLEO, "not_in_game"), ("nim", ANN, "no_hand"), ("nim", CLEO, "no_hand")],
)
async def test_others_are_told_that_they_hold_nothing(
    service: Service, key: str, person: Person, code: str
) -> None:
    game = await running(service, key)
    with pytest.raises(Refused) as caught:
        await service.reading.hand(game.code, person)
    assert caught.value.code == code


async def test_a_hand_is_in_nothing_that_others_are_brought(
    service: Service, outbox: Outbox, courier: FakeCourier
) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "grab")
    await outbox.drain()
    drawn = (await service.reading.hand(game.code, ANN))[0]
    for parcel in courier.delivered:
        if not (isinstance(parcel.payload, ShowHand) and parcel.payload.user_id == ANN.id):
            assert drawn not in repr(parcel.payload)
            assert "own=(0" not in repr(parcel.payload)
