"""Going back within one's turn: alone, action by action, never past what was drawn or what others did."""

import threading
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.service.facade import Service
from bot.service.values.answers import Played, UndoAnswer
from bot.service.values.refused import Refused
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    act,
    cause_of,
    new_cause,
    newest_card,
    refusal,
    running,
    sound,
)


async def refused(service: Service, code: str, person: object = ANN) -> str:
    with pytest.raises(Refused) as caught:
        await service.undo.take_back(person, code, cause=new_cause())  # type: ignore[arg-type]
    return caught.value.code


async def test_action_by_action(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    views = [await service.reading.view(game.code, ANN)]
    for text in ("lay 3", "tuck 0"):
        await act(service, ANN, game.code, text)
        views.append(await service.reading.view(game.code, ANN))
    assert (await service.undo.undo_range(ANN, game.code)).undo == 2
    for left in (1, 0):
        await service.undo.take_back(ANN, game.code, cause=new_cause())
        assert await service.reading.view(game.code, ANN) == views[left]
        assert (await service.undo.undo_range(ANN, game.code)).undo == left
    assert await refused(service, game.code) == "nothing_to_undo"
    await sound(database, game.code)


async def test_the_whole_turn_at_once_and_on_from_there(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; lay 0")
    back = await service.undo.take_back(ANN, game.code, cause=new_cause(), whole=True)
    assert (back.notation, back.card_tells) == ("undo 2 actions", True)
    assert back.summary_lines == ("Hop undoes 2 actions",)
    await act(service, ANN, game.code, "lay 0; done")
    await sound(database, game.code)
    lines = [(line.who, line.text) for line in await service.reading.history(game.code, BOB)]
    assert lines == [
        ("Hop", "lay 3"),
        ("Hop", "lay 0"),
        ("Hop", "undo 2 actions"),
        ("Hop", "lay 0"),
        ("Hop", "done"),
    ]


async def test_it_does_not_cross_a_draw(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; grab")
    await act(service, ANN, game.code, "lay 0")
    await service.undo.take_back(ANN, game.code, cause=new_cause(), whole=True)
    assert await refused(service, game.code) == "revealed"
    await sound(database, game.code)
    lines = [line.text for line in await service.reading.history(game.code, BOB)]
    assert lines == ["lay 3", "grab", "lay 0", "undo lay 0"]


async def test_it_does_not_cross_what_another_player_did(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; done")
    assert await refused(service, game.code, BOB) == "nothing_to_undo"
    await act(service, BOB, game.code, "lay 4")
    assert await refused(service, game.code) == "nothing_to_undo"
    assert await refused(service, game.code, CLEO) == "not_in_game"


async def test_nobody_gets_out_of_a_resignation(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3")
    await act(service, ANN, game.code, "resign")
    assert await refused(service, game.code) == "game_over"


async def test_what_nobody_saw_is_taken_back_unseen(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "tuck 0; tuck 3")
    before = await service.reading.summary(game.code)
    back = await service.undo.take_back(ANN, game.code, cause=new_cause(), whole=True)
    assert (back.card_tells, back.summary_lines, back.notation) == (False, (), "undo 2 actions")
    assert await service.reading.summary(game.code) == before
    assert await service.reading.history(game.code, BOB) == []
    assert len(await service.reading.history(game.code, ANN)) == 3
    await sound(database, game.code)


async def test_the_public_line_counts_public_actions_alone(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; tuck 0")
    await service.undo.take_back(ANN, game.code, cause=new_cause(), whole=True)
    assert [line.text for line in await service.reading.history(game.code, BOB)][1:] == ["undo lay 3"]
    assert [line.text for line in await service.reading.history(game.code, ANN)][2:] == ["undo 2 actions"]


async def test_the_same_interaction_counts_once(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; lay 0")
    first = await service.undo.take_back(ANN, game.code, cause=cause_of(77))
    again = await service.undo.take_back(ANN, game.code, cause=cause_of(77))
    assert again.repeated
    assert (again.notation, again.card_tells) == (first.notation, first.card_tells)
    assert (await service.undo.undo_range(ANN, game.code)).undo == 1
    await sound(database, game.code)


async def test_a_button_of_an_older_position_takes_nothing_back(service: Service) -> None:
    game = await running(service, "pouch")
    old = await act(service, ANN, game.code, "lay 3")
    await act(service, ANN, game.code, "lay 0")
    assert (
        await refusal(
            service.undo.take_back(
                ANN, game.code, cause=new_cause(), expected_public_version=old.summary.public_version
            )
        )
        == "stale"
    )


async def test_the_clock_goes_on_and_has_its_say(service: Service, clock: ManualClock) -> None:
    game = await running(service, "pouch")
    clock.advance(timedelta(hours=2))
    played = await act(service, ANN, game.code, "lay 3")
    assert played.summary.deadline == game.deadline
    back = await service.undo.take_back(ANN, game.code, cause=new_cause())
    assert back.summary.deadline == game.deadline
    await act(service, ANN, game.code, "lay 3")
    clock.advance(timedelta(hours=23))
    assert await refused(service, game.code) == "nothing_to_undo"
    assert (await service.reading.summary(game.code)).to_act == (1,)


@pytest.mark.parametrize("key", ["pouch", "nim"])
async def test_a_turn_that_is_over_is_free_until_somebody_else_acts(
    service: Service, database: Database, clock: ManualClock, key: str
) -> None:
    """Nobody gains time by it: the deadline is that of the turn which is not over any more."""
    text = {"pouch": "lay 3; done", "nim": "2"}[key]
    game = await running(service, key)
    deadline = game.deadline
    clock.advance(timedelta(hours=3))
    await act(service, ANN, game.code, text)
    clock.advance(timedelta(hours=2))
    assert (await service.reading.summary(game.code)).to_act == (1,)
    for _ in range(2):
        back = await service.undo.take_back(ANN, game.code, cause=new_cause(), whole=True)
        assert (back.summary.to_act, back.summary.deadline) == ((0,), deadline)
        assert (await newest_card(database, game.code)).pinged == (), "nobody is called by what they did"
        await act(service, ANN, game.code, text)
    clock.advance(timedelta(hours=19))
    assert await refused(service, game.code) == "nothing_to_undo"
    await sound(database, game.code)


async def test_who_cannot_go_back_alone_asks_the_others(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    cause = new_cause()
    await act(service, ANN, game.code, "lay 3; done")
    alone = await service.undo.undo(ANN, game.code, cause=cause)
    assert isinstance(alone, Played)
    assert alone.notation == "undo done"
    again = await service.undo.undo(ANN, game.code, cause=cause)
    assert isinstance(again, Played)
    assert again.repeated
    await act(service, ANN, game.code, "done")
    await act(service, BOB, game.code, "lay 4")
    cause = new_cause()
    for _ in range(2):
        asked = await service.undo.undo(ANN, game.code, cause=cause)
        assert isinstance(asked, UndoAnswer)
        assert (asked.did, asked.summary.undo_asked) == ("asked", (1,))
    back = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert (back.did, back.summary.to_act) == ("undone", (0,))
    await sound(database, game.code)


async def test_what_reveals_is_taken_back_with_nobodys_consent(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; grab")
    assert await refusal(service.undo.undo(ANN, game.code, cause=new_cause())) == "revealed"


async def test_games_in_which_all_act_at_once_take_nothing_back(service: Service) -> None:
    game = await running(service, "sealed")
    with pytest.raises(Refused, match="you may change what you have chosen until you say") as caught:
        await service.undo.take_back(ANN, game.code, cause=new_cause())
    assert caught.value.code == "no_undo"
    assert await service.undo.undo_range(ANN, game.code) == (0, 0)


async def test_a_log_is_replayed_beside_the_loop_and_from_where_it_last_began(
    database: Database, clock: ManualClock
) -> None:
    played: list[int] = []

    def play(*given: Any) -> Any:
        played.append(threading.get_ident())
        return ALL["pouch"].play(*given)

    service = Service(database, {**ALL, "pouch": replace(ALL["pouch"], play=play)}, clock, Random(1))
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "done")
    await act(service, BOB, game.code, "lay 4; done")
    played.clear()
    assert (await service.undo.undo_range(ANN, game.code)).undo == 0
    assert not played, "nothing of hers came last, so nothing need be replayed"
    await act(service, ANN, game.code, "lay 3; lay 0")
    played.clear()
    assert (await service.undo.undo_range(ANN, game.code)).undo == 2
    assert len(played) == 5
    await service.undo.take_back(ANN, game.code, cause=new_cause())
    assert (await service.undo.undo_range(ANN, game.code)).undo == 1
    assert len(played) == 5 + 2 + 1 + 1, "only what is hers is replayed from then on, and what is taken back"
    assert threading.get_ident() not in played
    await sound(database, game.code)


async def test_whole_logs_are_read_beside_the_loop(database: Database, clock: ManualClock) -> None:
    found: list[int] = []

    def write(action: Any) -> str:
        found.append(threading.get_ident())
        return ALL["pouch"].write(action)

    service = Service(database, {**ALL, "pouch": replace(ALL["pouch"], write=write)}, clock, Random(1))
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3")
    found.clear()
    await service.reading.export(game.code, ANN)
    assert found
    assert threading.get_ident() not in found
