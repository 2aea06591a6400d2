"""Games in which all decide at once: what is told of it to whom, and to nobody."""

import asyncio
from random import Random

import pytest

from bot.sentences.plays import done_lines
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.notices.unposted_results import POSTING
from bot.service.values.answers import TogglePress
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import Resign
from engines.gods.actions import Plan
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    FOUR,
    HERE,
    act,
    begun,
    four,
    new_cause,
    refusal,
    sound,
)


async def test_who_names_no_seat_gets_the_first_that_is_free(service: Service) -> None:
    game = await service.lobby.create(ANN, HERE, GameSetup("gods", seat=1), cause=new_cause())
    assert [seat.person for seat in game.seats] == [None, ANN, None, None]
    for person in FOUR[1:]:
        game = await service.lobby.join(person, game.code, cause=new_cause())
    assert [seat.person for seat in game.seats] == [BOB, ANN, CLEO, DAN]
    assert game.status == "active"


async def test_who_is_ready_may_still_choose(service: Service) -> None:
    game = await four(service)
    await act(service, ANN, game.code, "ready")
    offered = {offer.notation for offer in (await service.play.choices(ANN, game.code)).offers}
    assert {"Ab Ag Do", "none", "not ready"} <= offered
    for plan in ("Ab Ag Do", "attack blue green defend orange"):
        played = await act(service, ANN, game.code, Plan(plan))
        assert played.words == "attack BLUE and GREEN, defend against ORANGE: costs 5"
    await act(service, ANN, game.code, Resign())
    with pytest.raises(Refused, match="You have resigned"):
        await service.play.choices(ANN, game.code)


async def test_who_has_chosen_is_told_for_whom_play_waits(service: Service) -> None:
    game = await begun(service, "reef", BOB, CLEO)
    for person, others in ((ANN, {BOB.id, CLEO.id}), (BOB, {CLEO.id})):
        waited_for = " and ".join(one.name for one in game.seats if one.person and one.person.id in others)
        choices = await service.play.choices(person, game.code)
        await act(service, person, game.code, choices.offers[0].notation)
        with pytest.raises(Refused, match=f"It is not your turn: play waits for {waited_for}."):
            await service.play.choices(person, game.code)
        with pytest.raises(Refused, match="what is sealed is final"):
            await service.undo.undo(person, game.code, cause=new_cause())


async def test_no_log_tells_who_acted_in_secret(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    game = await four(service, show_ready=False)
    public = await service.lobby.create(ANN, HERE, GameSetup("roses", seat=0), cause=new_cause())
    await service.lobby.join(BOB, public.code, cause=new_cause())
    caplog.set_level("DEBUG")
    caplog.clear()
    for person, text in ((CLEO, "Ab Ar Do"), (CLEO, "ready"), (DAN, Resign())):
        await act(service, person, game.code, text)
    lines = [record.getMessage() for record in caplog.records]
    assert sum("event_stored" in line for line in lines) == 3
    assert all("player=None" in line for line in lines if "event_stored" in line)
    caplog.clear()
    await act(service, ANN, public.code, "@d3")
    assert f"player={ANN.id}" in caplog.text


@pytest.mark.parametrize("show_ready", [True, False])
async def test_the_history_does_not_tell_who_was_last(
    service: Service, database: Database, show_ready: bool
) -> None:
    game = await four(service, show_ready=show_ready)
    await act(service, CLEO, game.code, "Ab")
    for person in (CLEO, ANN, DAN, BOB):
        await act(service, person, game.code, "ready")
    lines = [(line.who, line.text) for line in await service.reading.history(game.code, EVE)]
    settled = "round 1: R none; B none; G Ab; O none"
    if show_ready:
        names = [("GREEN", "ready"), ("RED", "ready"), ("ORANGE", "ready")]
        assert lines == [*names, ("BLUE", f"ready, {settled}")]
    else:
        assert lines == [("", settled)]
        assert [line.who for line in await service.reading.history(game.code, BOB)] == ["BLUE"]
    await sound(database, game.code)


@pytest.mark.parametrize("show_ready", [True, False])
async def test_a_card_calls_all_of_whom_nobody_may_know_more(service: Service, show_ready: bool) -> None:
    game = await four(service, show_ready=show_ready)
    assert game.mentioned == (0, 1, 2, 3)
    before = await service.reading.summary(game.code)
    await act(service, BOB, game.code, "ready")
    after = await service.reading.summary(game.code)
    assert after.mentioned == ((0, 2, 3) if show_ready else (0, 1, 2, 3))
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
    assert resigned.own_lines == ("RED resigns when the round is settled", "RED is ready")
    assert resigned.summary_lines == ("RED is ready",)
    assert not resigned.may_plan
    with pytest.raises(Refused, match="You have resigned: you are out when this round is settled"):
        await service.play.choices(ANN, game.code)
    with pytest.raises(Refused, match="You have resigned"):
        await service.play.check_may_resign(ANN, game.code)
    await service.play.check_may_resign(BOB, game.code)
    assert [line.text for line in await service.reading.history(game.code, BOB)] == ["ready"]
    for person in (BOB, CLEO):
        await act(service, person, game.code, "ready")
    last = await act(service, DAN, game.code, "ready")
    assert "RED resigns and is out" in last.summary_lines
    assert last.summary.mentioned == (1, 2, 3)
    with pytest.raises(Refused, match="You are out"):
        await service.play.choices(ANN, game.code)


async def test_all_ready_at_once_in_two_processes_settle_the_round_once(
    database_address: str, database: Database, clock: ManualClock
) -> None:
    bases = [Database(database_address) for _ in range(2)]
    services = [Service(base, ALL, clock, Random(number)) for number, base in enumerate(bases)]
    game = await four(services[0])
    for number in range(1, 4):
        done = await asyncio.gather(
            *(act(services[seat % 2], person, game.code, "ready") for seat, person in enumerate(FOUR))
        )
        assert [played.card_tells for played in done].count(True) == 1
        history = [line.text for line in await services[0].reading.history(game.code, EVE)]
        assert sum("round " in line for line in history) == number
        assert len(history) == 4 * number
        clock.advance(POSTING)
    await sound(database, game.code)
    for base in bases:
        await base.close()


async def test_presses_of_one_panel_at_once_add_up(service: Service) -> None:
    game = await four(service)
    pressed = [TogglePress("Ab", True), TogglePress("Dg", True), TogglePress("Do", True)]
    await asyncio.gather(*(act(service, ANN, game.code, one) for one in pressed))
    staging = await service.play.staging(ANN, game.code)
    assert staging is not None
    assert "attack BLUE and defend against GREEN and ORANGE" in staging.panel.text
    for again in (TogglePress("Ab", True), TogglePress("Ao", True), TogglePress("Ar", True)):
        assert (
            await refusal(act(service, ANN, game.code, again)) == "no_change"
            if again.key == "Ab"
            else "no_switch"
        )
    await act(service, ANN, game.code, TogglePress("Ab", False))
    await act(service, ANN, game.code, TogglePress("clear", None))
    staging = await service.play.staging(ANN, game.code)
    assert staging is not None
    assert "Nothing is saved" in staging.panel.text
    await act(service, ANN, game.code, Resign())
    assert await service.play.staging(ANN, game.code) is None
    with pytest.raises(Refused, match="do not play"):
        await service.play.staging(EVE, game.code)


async def test_a_press_on_a_round_that_is_over_plays_nothing(service: Service) -> None:
    game = await four(service)
    for person in FOUR:
        await act(service, person, game.code, "ready")
    press = TogglePress("Ab", True)
    with pytest.raises(Refused, match="has passed"):
        await act(service, ANN, game.code, press, expected_public_version=game.public_version)


async def test_who_chose_in_secret_reads_first_what_it_was(service: Service) -> None:
    game = await service.lobby.create(ANN, HERE, GameSetup("reef", seats=2), cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    for person in (ANN, BOB):
        offers = (await service.play.choices(person, game.code)).offers
        played = await service.play.act(person, game.code, offers[0].action, cause=new_cause())
        assert done_lines(played)[0].startswith("you fed a")
