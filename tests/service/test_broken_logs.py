"""A game whose log cannot be played again goes on, and what needs its earlier positions is refused."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import update

from bot.service.facade import Service
from bot.service.values.answers import UndoAnswer
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.models import EventRow
from tests.service.actors import ANN, BOB, CLEO, act, new_cause, running

GONE = "The earlier positions of game {} cannot be shown any more."
STUCK = "This game cannot go back; it can only go on from here."


async def broken(service: Service, database: Database) -> str:
    """A game of Nim of whose second action the log tells something else than what was played."""
    game = await running(service, "nim", options={"heap": 60}, seats=2)
    for person, text in ((ANN, "1"), (BOB, "2"), (ANN, "3"), (BOB, "1")):
        await act(service, person, game.code, text)
    async with database.transaction() as unit:
        change = update(EventRow).filter_by(game_id=game.id, public_notation="2")
        await unit._session.execute(change.values(action='{"kind":"take","count":9}'))
    return game.code


async def same_question(service: Service, code: str) -> int | None:
    """Whether what Ann is asked now is what she is asked now."""
    now = (await service.reading.summary(code)).public_version
    return await service.lookback.same_question(code, ANN, now)


async def go_back(service: Service, code: str) -> UndoAnswer:
    """Both agree to take the last move back."""
    await service.undo.request_undo(BOB, code, cause=new_cause())
    return await service.undo.answer_undo(ANN, code, True, cause=new_cause())


@pytest.mark.parametrize(
    ("ask", "code", "sentence"),
    [
        (lambda s, g: s.lookback.past(g, CLEO, 2), "broken_log", GONE),
        (lambda s, g: s.lookback.since(g, ANN), "broken_log", GONE),
        (same_question, "broken_log", GONE),
        (lambda s, g: s.lookback.followed(g, 4, 6), "broken_log", GONE),
        (go_back, "no_undo", STUCK),
    ],
)
async def test_what_needs_an_earlier_position_is_refused(
    service: Service,
    database: Database,
    ask: Callable[[Service, str], Awaitable[Any]],
    code: str,
    sentence: str,
) -> None:
    game = await broken(service, database)
    with pytest.raises(Refused) as caught:
        await ask(service, game)
    assert (caught.value.code, caught.value.sentence) == (code, sentence.format(game))


async def test_it_is_played_on_and_shown_as_it_is_now(service: Service, database: Database) -> None:
    game = await broken(service, database)
    shown = await service.lookback.position_for(game, ANN, full=True)
    assert (shown.since, shown.view.ply) == (None, 4)
    assert shown.choices is not None
    assert (await act(service, ANN, game, "1")).summary.ply == 5
    assert (await service.lookback.past(game, CLEO, -1)).view.ply == 5
    assert "is not legal when played again" in (await service.archive.inconsistency(game) or "")
