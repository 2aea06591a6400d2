"""An answer to an older position counts where others have since chosen in secret, and nowhere else."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from bot.service.admin.acts import Retime
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import Resign
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, CLEO, EVE, FOUR, act, begun, running
from tests.service.lookback.random_rounds import RESOLVED, do_something


async def three(service: Service) -> GameSummary:
    """A game in which three choose at once, in secret."""
    return await begun(service, "reef", BOB, CLEO)


async def choose(service: Service, game: GameSummary, person: Any, at: int = 0) -> None:
    offers = (await service.play.choices(person, game.code)).offers
    await act(service, person, game.code, offers[at].notation)


async def test_what_others_choose_in_secret_changes_no_question(service: Service) -> None:
    game = await three(service)
    old = game.public_version
    assert await service.lookback.same_question(game.code, BOB, old) == old
    await choose(service, game, CLEO)
    now = (await service.reading.summary(game.code)).public_version
    assert now > old
    assert await service.lookback.same_question(game.code, BOB, old) == now
    assert await service.lookback.same_question(game.code, CLEO, old) is None, "has chosen"
    assert await service.lookback.same_question(game.code, EVE, old) is None
    for other in (-1, old - 1, now + 1):
        assert await service.lookback.same_question(game.code, BOB, other) is None
    await choose(service, game, ANN, at=-1)
    assert await service.lookback.same_question(game.code, BOB, old) == now + 1
    await choose(service, game, BOB)
    assert {await service.lookback.same_question(game.code, one, old) for one in (ANN, BOB, CLEO)} == {None}


async def test_absences_and_deadlines_change_no_question(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24)
    for person in (BOB, ANN):
        await service.vacations.plan(person, clock.now().date() + timedelta(days=3))
    await service.admin.apply(Operator(), game.code, Retime(hours=30))
    await service.vacations.end(BOB)
    old, now = game.public_version, (await service.reading.summary(game.code)).public_version
    assert now - old >= 4
    assert await service.lookback.same_question(game.code, ANN, old) == now
    assert await service.lookback.same_question(game.code, BOB, old) is None, "is not asked"
    await act(service, BOB, game.code, "draw offer")
    assert await service.lookback.same_question(game.code, ANN, old) is None, "another question"


async def test_whatever_else_happens_makes_it_another(service: Service) -> None:
    game = await three(service)
    await choose(service, game, CLEO)
    await act(service, ANN, game.code, Resign())
    assert await service.lookback.same_question(game.code, BOB, game.public_version) is None


async def test_it_is_another_where_the_others_choices_show(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await three(service)
    await choose(service, game, CLEO)
    reef = ALL["reef"]

    def telling(state: Any, viewer: int | None) -> Any:
        result = str([player.choice for player in state.players])
        return msgspec.structs.replace(reef.view(state, viewer), notes=(result,))

    open_reef = replace(reef, view=telling)
    elsewhere = Service(database, ALL | {"reef": open_reef}, clock, Random(1))
    assert await service.lookback.same_question(game.code, BOB, game.public_version) is not None
    assert await elsewhere.lookback.same_question(game.code, BOB, game.public_version) is None


@pytest.mark.parametrize("key", ENGINES)
async def test_the_same_question_has_the_same_answers(service: Service, clock: ManualClock, key: str) -> None:
    rng, game = Random(key), await begun(service, key)
    asked = dict[tuple[int, int], list[str]]()
    for _ in range(12):
        for person in FOUR:
            try:
                choices = await service.play.choices(person, game.code)
            except Refused:
                continue
            answers = [offer.notation for offer in choices.offers]
            now = choices.summary.public_version
            for (who, version), before in asked.items():
                if who == person.id and version < now:
                    same = await service.lookback.same_question(game.code, person, version)
                    assert same is None or (same, before) == (now, answers)
                    assert same is None or key != "roses"
            asked.setdefault((person.id, now), answers)
        await do_something(service, game.code, rng)
        clock.advance(RESOLVED)
