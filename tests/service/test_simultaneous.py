"""Games in which all decide at once: what is told of it to whom, and to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service import Service
from bot.service.reports import GameReport, Person, Refused
from bot.store.database import Database
from engines.contract import Resign
from tests.service.people import ANN, BOB, CLEO, DAN, HERE, act, new_id, sound

FOUR = (ANN, BOB, CLEO, DAN)
EVE = Person(105, "Eve")


async def four(service: Service, **options: Any) -> GameReport:
    """A running game of four who named no seat."""
    game = await service.lobby.create(ANN, HERE, "gods", options, interaction_id=new_id())
    for person in FOUR[1:]:
        game = await service.lobby.join(person, game.code, interaction_id=new_id())
    return game


async def test_who_names_no_seat_gets_the_first_that_is_free(service: Service) -> None:
    game = await service.lobby.create(ANN, HERE, "gods", {}, interaction_id=new_id(), seat=1)
    assert [seat.person for seat in game.seats] == [None, ANN, None, None]
    for person in FOUR[1:]:
        game = await service.lobby.join(person, game.code, interaction_id=new_id())
    assert [seat.person for seat in game.seats] == [BOB, ANN, CLEO, DAN]
    assert game.status == "active"


async def test_who_is_ready_may_still_choose(service: Service) -> None:
    game = await four(service)
    await act(service, ANN, game.code, "ready")
    offered = {offer.notation for offer in (await service.play.choices(ANN, game.code)).offers}
    assert {"Ab Ag Do", "none", "not ready"} <= offered
    await act(service, ANN, game.code, Resign())
    with pytest.raises(Refused, match="not your turn"):
        await service.play.choices(ANN, game.code)


@pytest.mark.parametrize("show_ready", [True, False])
async def test_the_history_does_not_tell_who_was_last(
    service: Service, database: Database, show_ready: bool
) -> None:
    game = await four(service, show_ready=show_ready)
    await act(service, CLEO, game.code, "Ab")
    for person in (CLEO, ANN, DAN, BOB):
        await act(service, person, game.code, "ready")
    told = [(line.who, line.text) for line in await service.reading.history(game.code, EVE)]
    settled = "round 1: R none; B none; G Ab; O none"
    if show_ready:
        names = [("GREEN", "ready"), ("RED", "ready"), ("ORANGE", "ready")]
        assert told == [*names, ("BLUE", f"ready, {settled}")]
    else:
        assert told == [("", settled)]
        assert [line.who for line in await service.reading.history(game.code, BOB)] == ["BLUE"]
    await sound(database, game.code)


@pytest.mark.parametrize("show_ready", [True, False])
async def test_a_card_calls_all_of_whom_nobody_may_know_more(service: Service, show_ready: bool) -> None:
    game = await four(service, show_ready=show_ready)
    assert game.called == (0, 1, 2, 3)
    before = await service.reading.report(game.code)
    await act(service, BOB, game.code, "ready")
    after = await service.reading.report(game.code)
    assert after.called == ((0, 2, 3) if show_ready else (0, 1, 2, 3))
    if not show_ready:
        assert after == before


async def test_everybody_sees_their_own_turn_alone(service: Service) -> None:
    game = await four(service, show_ready=False)
    await act(service, BOB, game.code, "ready")
    for person, seats in ((ANN, (0,)), (BOB, ()), (EVE, ())):
        (listed,) = await service.reading.server_games(HERE.guild_id, person=person)
        assert listed.to_act == seats
        for mine in await service.reading.my_games(person):
            assert mine.to_act == seats
    (public,) = await service.reading.server_games(HERE.guild_id)
    assert public.to_act == ()


async def test_a_resignation_is_known_when_the_round_is_settled(service: Service) -> None:
    game = await four(service)
    resigned = await act(service, ANN, game.code, Resign())
    assert resigned.notation == "resign when the round is settled"
    assert resigned.happened == ("RED is ready",)
    assert [line.text for line in await service.reading.history(game.code, BOB)] == ["ready"]
    for person in (BOB, CLEO):
        await act(service, person, game.code, "ready")
    last = await act(service, DAN, game.code, "ready")
    assert "RED resigns and is out" in last.happened
    assert last.report.called == (1, 2, 3)
