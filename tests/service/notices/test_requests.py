"""Whoever must answer a request is called for it, alone, by the card and, if they wish so, directly."""

from datetime import timedelta

import msgspec
import pytest

from bot.service.facade import Service
from bot.service.values.payloads import TurnNotice
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, act, new_cause, newest_card, opened, play_through, running

HOUR = timedelta(hours=1)


async def notices(database: Database, person: Person) -> list[TurnNotice]:
    """The direct messages that wait for a person, the oldest first."""
    async with database.reading() as unit:
        waiting = await unit.outbox.waiting(f"user:{person.id}:notices", "notice", after=0)
    return [msgspec.json.decode(row.payload, type=TurnNotice) for row in waiting]


@pytest.mark.parametrize("to_move", [ANN, BOB])
async def test_an_undo_calls_who_must_agree_and_says_what_would_go_back(
    service: Service, database: Database, to_move: Person
) -> None:
    game = await running(service)
    played = ["@d3", "@c5", "@c2", "@d5"][: 4 if to_move == ANN else 3]
    await play_through(service, game.code, played)
    asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    goes_back = ((0, "@c2"), (1, "@d5")) if to_move == ANN else ((0, "@c2"),)
    assert (asked.did, asked.actions) == ("asked", goes_back)
    card = await newest_card(database, game.code)
    assert card.pinged == (1,)
    assert (card.summary.undo_asked, card.summary.undo_actions) == ((1,), goes_back)
    back = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert (back.did, back.actions) == ("undone", goes_back)
    card = await newest_card(database, game.code)
    assert card.pinged == (0,), "it is her turn again"
    undone = "@d5 and @c2" if to_move == ANN else "@c2"
    assert card.summary_lines == ("Black agrees to the undo", f"undone: {undone}")


async def test_who_refuses_an_undo_is_not_called_for_that(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3"])
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    refused = await service.undo.answer_undo(BOB, game.code, False, cause=new_cause())
    assert refused.did == "refused"
    card = await newest_card(database, game.code)
    assert card.summary.mentioned == (1,)
    assert card.pinged == ()
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    withdrawn = await service.undo.answer_undo(ANN, game.code, False, cause=new_cause())
    assert withdrawn.did == "withdrawn"


async def test_of_several_who_must_agree_those_are_called_who_have_not(
    service: Service, database: Database
) -> None:
    game = await opened(service, "nim", options={"heap": 30})
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    seats = [seat.person for seat in (await service.reading.summary(game.code)).seats if seat.person]
    await act(service, seats[0], game.code, "2")
    await service.undo.request_undo(seats[0], game.code, cause=new_cause())
    assert (await newest_card(database, game.code)).pinged == (1, 2)
    first = await service.undo.answer_undo(seats[2], game.code, True, cause=new_cause())
    assert (first.did, first.summary.undo_asked) == ("agreed", (1,))


@pytest.mark.parametrize("plays", [["@d3"], []])
async def test_a_draw_offer_calls_the_other_whoever_is_to_move(
    service: Service, database: Database, plays: list[str]
) -> None:
    game = await running(service)
    for text in plays:
        await act(service, ANN, game.code, text)
    await act(service, ANN, game.code, "draw offer")
    assert (await newest_card(database, game.code)).pinged == (1,)
    await act(service, BOB, game.code, "draw decline")
    assert (await newest_card(database, game.code)).pinged == (() if plays else (0,))


async def test_an_offer_that_stands_calls_nobody_anew(service: Service, database: Database) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    await act(service, ANN, game.code, "draw offer")
    await act(service, BOB, game.code, "@c5")
    card = await newest_card(database, game.code)
    assert card.summary.asked == {1}
    assert card.pinged == (0,)


async def test_a_missed_deadline_calls_who_may_claim_the_win(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    assert await service.play.staging(BOB, game.code) is None, "whoever looks has the clock looked at first"
    card = await newest_card(database, game.code)
    assert card.summary.asked == {1}
    assert card.pinged == (1,)
    await act(service, BOB, game.code, "extend")
    assert (await newest_card(database, game.code)).pinged == (0,)


@pytest.mark.usefixtures("notices_at_once")
async def test_who_prefers_direct_messages_is_called_by_one(service: Service, database: Database) -> None:
    game = await running(service)
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    await act(service, ANN, game.code, "draw offer")
    await act(service, BOB, game.code, "draw decline")
    (notice,) = await notices(database, BOB)
    assert notice.occasion == "asked"
    assert notice.summary is not None
    assert notice.summary.asked == {1}
    assert await notices(database, ANN) == []


async def test_the_actor_of_a_turn_is_not_told_by_whom_a_card_calls(
    service: Service, database: Database
) -> None:
    """Only offers, requests and answers leave their maker out: who acts in turn may be a secret."""
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    assert (await newest_card(database, game.code)).pinged == (1,)
