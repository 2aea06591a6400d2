"""Going back by agreement: nothing is deleted, and what stands is what was agreed."""

from datetime import timedelta
from random import Random

import msgspec
import pytest

from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import Action, Seat, Step
from engines.record import Undo, read, replay
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    act,
    begun,
    cause_of,
    history,
    new_cause,
    opened,
    play_through,
    refusal,
    running,
    sound,
)
from tests.tinygames import Nim, NimState, Take, assembled


async def test_the_last_own_ply_and_what_followed_are_taken_back(
    service: Service, database: Database
) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5", "@c2", "@d5"])
    before = await service.reading.view(game.code, None)
    asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert asked.summary.undo_asked_by == 0
    assert asked.summary.ply == 4
    back = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert back.summary.undo_asked_by is None
    assert (back.summary.ply, back.summary.to_act) == (2, (0,))
    await sound(database, game.code)
    await act(service, ANN, game.code, "@c2")
    await act(service, BOB, game.code, "@d5")
    assert await service.reading.view(game.code, None) == before
    await sound(database, game.code)
    lines = await service.reading.history(game.code, None)
    assert [line.text for line in lines[:4]] == ["@d3", "@c5", "@c2", "@d5"]
    assert [(line.who, line.text) for line in lines[4:]] == [
        ("White", "undo?"),
        ("Black", "undo agreed"),
        ("", f"back to {back.summary.turn}"),
        ("White", "@c2"),
        ("Black", "@d5"),
    ]
    record = read((await service.reading.export(game.code, None))[0])
    assert Undo(2) in record.entries
    assert [played.text for played in replay(record).played] == ["@d3", "@c5", "@c2", "@d5"]


async def test_going_back_twice(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5", "@c2"])
    for ply in (2, 0):
        await service.undo.request_undo(ANN, game.code, cause=new_cause())
        back = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
        assert back.summary.ply == ply
        await sound(database, game.code)
    assert await refusal(service.undo.request_undo(ANN, game.code, cause=new_cause())) == "nothing_to_undo"


async def test_a_request_lapses_with_the_next_action(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3"])
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    moved = await act(service, BOB, game.code, "@c5")
    assert moved.summary.undo_asked_by is None
    assert await refusal(service.undo.answer_undo(BOB, game.code, True, cause=new_cause())) == "no_request"


@pytest.mark.parametrize(("person", "agree"), [(BOB, True), (BOB, False), (ANN, False)])
async def test_an_answer_after_the_deadline_comes_too_late(
    service: Service, database: Database, clock: ManualClock, person: Person, agree: bool
) -> None:
    game = await running(service, deadline_hours=24)
    await play_through(service, game.code, ["@d3"])
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    clock.advance(timedelta(hours=24))
    assert (
        await refusal(service.undo.answer_undo(person, game.code, agree, cause=new_cause())) == "no_request"
    )
    assert await history(service, game.code) == ["@d3", "undo?", "time up"]
    await sound(database, game.code)


async def test_a_request_is_declined_or_taken_back(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3"])
    for person in (BOB, ANN):
        asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
        assert await refusal(service.undo.request_undo(BOB, game.code, cause=new_cause())) == "undo_waits"
        answered = await service.undo.answer_undo(person, game.code, False, cause=new_cause())
        assert answered.summary.undo_asked_by is None
        assert answered.summary.ply == 1
        assert answered.summary.public_version > asked.summary.public_version
    await sound(database, game.code)


async def test_nobody_allows_their_own_undo(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3"])
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    for person, code in ((ANN, "not_yours_to_allow"), (CLEO, "not_in_game")):
        assert await refusal(service.undo.answer_undo(person, game.code, True, cause=new_cause())) == code


async def test_with_three_all_others_must_agree(service: Service, database: Database) -> None:
    game = await opened(service, "nim", options={"heap": 30})
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    summary = await service.reading.summary(game.code)
    seats = [seat.person for seat in summary.seats if seat.person]
    for person in seats:
        await act(service, person, game.code, "2")
    await service.undo.request_undo(seats[0], game.code, cause=new_cause())
    first = await service.undo.answer_undo(seats[1], game.code, True, cause=new_cause())
    assert (first.summary.ply, first.summary.undo_asked_by) == (3, 0)
    second = await service.undo.answer_undo(seats[2], game.code, True, cause=new_cause())
    assert (second.summary.ply, second.summary.undo_asked_by) == (0, None)
    await sound(database, game.code)


async def test_an_offer_is_told_behind_a_move_of_the_other_and_not_where_it_has_lapsed(
    service: Service, database: Database
) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    for asker, other, lines, told in (
        (BOB, ANN, ((BOB, "draw offer"), (ANN, "@e4")), ((1, "@c5"), (1, "draw offer"), (0, "@e4"))),
        (ANN, BOB, ((BOB, "draw withdraw"), (BOB, "draw offer"), (BOB, "@d6")), ((0, "@e4"), (1, "@d6"))),
    ):
        for person, line in lines:
            await act(service, person, game.code, line)
        asked = await service.undo.request_undo(asker, game.code, cause=new_cause())
        assert asked.actions == told
        await sound(database, game.code)
        await service.undo.answer_undo(other, game.code, False, cause=new_cause())


async def test_who_asks_to_undo_tells_of_the_offer_that_goes_back_too(
    service: Service, database: Database
) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3"])
    await act(service, BOB, game.code, "draw offer")
    asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert asked.actions == ((0, "@d3"), (1, "draw offer"))
    await sound(database, game.code)
    back = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert (back.summary.ply, back.summary.draw_asked_by) == (0, ())
    await sound(database, game.code)


async def test_undo_interactions_count_once(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    asked = await service.undo.request_undo(BOB, game.code, cause=cause_of(1))
    assert await service.undo.request_undo(BOB, game.code, cause=cause_of(1)) == asked
    back = await service.undo.answer_undo(ANN, game.code, True, cause=cause_of(2))
    assert await service.undo.answer_undo(ANN, game.code, True, cause=cause_of(2)) == back
    assert back.summary.ply == 1
    await sound(database, game.code)


async def test_games_that_do_not_go_back_say_so(service: Service) -> None:
    game = await running(service, "sealed")
    assert await refusal(service.undo.request_undo(ANN, game.code, cause=new_cause())) == "no_undo"


class Showing(Nim):
    """Nim in which whoever takes three shows something hidden."""

    def play(self, state: NimState, seat: Seat, action: Action) -> Step[NimState]:
        step = super().play(state, seat, action)
        return msgspec.structs.replace(step, reveals=action == Take(3))


async def test_not_even_all_together_go_back_across_what_was_shown(
    database: Database, clock: ManualClock
) -> None:
    service = Service(database, {**ALL, "nim": assembled(Showing())}, clock, Random(5))
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    await act(service, BOB, game.code, "3")
    # Bob's own last action showed it; Ann's lies before that, so hers would take his back as well.
    for person in (ANN, BOB):
        assert await refusal(service.undo.request_undo(person, game.code, cause=new_cause())) == "revealed"
    await act(service, ANN, game.code, "2")
    asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert asked.summary.undo_asked_by == 0


async def test_who_has_resigned_is_neither_asked_nor_in_the_way(service: Service, database: Database) -> None:
    game = await begun(service, "tae", BOB, CLEO)
    seats = [seat.person for seat in game.seats if seat.person]
    first, second, third = (seats[(game.to_act[0] + step) % 3] for step in range(3))
    await act(service, third, game.code, "resign")
    offers = (await service.play.choices(first, game.code)).offers
    leader = next(offer.action for offer in offers if offer.notation.startswith("leader"))
    await act(service, first, game.code, leader)
    asked = await service.undo.request_undo(first, game.code, cause=new_cause())
    assert [seats[seat] for seat in asked.summary.undo_asked] == [second]
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []
    with pytest.raises(Refused, match="are not asked"):
        await service.undo.answer_undo(third, game.code, False, cause=new_cause())
    undone = await service.undo.answer_undo(second, game.code, True, cause=new_cause())
    assert undone.did == "undone"
    await sound(database, game.code)


async def test_whoever_would_have_to_play_on_is_asked_too(service: Service, database: Database) -> None:
    game = await begun(service, "tae", BOB, CLEO)
    seats = [seat.person for seat in game.seats if seat.person]
    first, second, third = (seats[(game.to_act[0] + step) % 3] for step in range(3))
    offers = (await service.play.choices(first, game.code)).offers
    leader = next(offer.action for offer in offers if offer.notation.startswith("leader"))
    await act(service, first, game.code, leader)
    await act(service, third, game.code, "resign")
    asked = await service.undo.request_undo(first, game.code, cause=new_cause())
    assert {seats[seat] for seat in asked.summary.undo_asked} == {second, third}
    await service.undo.answer_undo(third, game.code, False, cause=new_cause())
    await sound(database, game.code)


async def test_who_was_forgotten_is_not_asked(service: Service, database: Database) -> None:
    game = await running(service, deadline_hours=None)
    await play_through(service, game.code, ["@d3", "@c5"])
    await service.privacy.forget(BOB.id)
    back = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert (back.did, back.summary.ply) == ("undone", 0)
    await sound(database, game.code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_a_request_waits_for_nobody_who_is_forgotten_meanwhile(
    service: Service, database: Database
) -> None:
    game = await begun(service, "nim", BOB, CLEO, options={"heap": 50}, deadline_hours=None)
    first, second, third = [sitting.person for sitting in game.seats if sitting.person]
    for person in (first, second, third):
        await act(service, person, game.code, "1")
    await service.undo.request_undo(first, game.code, cause=new_cause())
    await service.undo.answer_undo(second, game.code, True, cause=new_cause())
    with pytest.raises(Refused, match="You asked for this undo yourself; the others have yet to answer"):
        await service.undo.answer_undo(first, game.code, True, cause=new_cause())
    await service.privacy.forget(third.id)
    waiting = await service.reading.summary(game.code)
    assert (waiting.undo_asked_by, waiting.undo_asked) == (0, ())
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []
    back = await service.undo.answer_undo(first, game.code, True, cause=new_cause())
    assert (back.did, back.summary.ply) == ("undone", 0)
    await sound(database, game.code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []
