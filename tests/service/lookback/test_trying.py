"""Lines are tried on a board of one's own: nothing is played, stored or told, and nothing hidden is used."""

from dataclasses import replace
from itertools import chain, repeat
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.store.columns import Base
from bot.store.database import Database
from engines import record
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.records import golden_records
from tests.service.actors import ANN, BOB, CLEO, act, play_through, refusal, running


async def dumped(database: Database) -> str:
    """Everything that is stored."""
    async with database.reading() as unit:
        rows: list[Any] = []
        for table in Base.metadata.sorted_tables:
            rows += map(tuple, (await unit._session.execute(select(table))).all())
    return repr(rows)


async def test_a_line_from_any_point_leaves_the_game_as_it_is(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5", "@c2"])
    before = await dumped(database)
    begun = await service.trying.tried(game.code, CLEO, 1, ())
    assert (begun.point.number, begun.line, begun.seat, begun.view.ply) == (1, (), 1, 1)
    places = [[offer.notation for offer in begun.offers].index("@b4")]
    tried = await service.trying.tried(game.code, CLEO, 1, [*places, 0])
    assert tried.line[0] == "@b4"
    # From the side of who is to act there; whoever watches has none of their own.
    assert (tried.seat, tried.view.ply, tried.view.viewer) == (1, 3, 1)
    assert (await service.trying.tried(game.code, ANN, -1, ())).point.number == 3
    assert await dumped(database) == before


async def test_what_hides_too_much_is_not_tried(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(ENGINES["tae"]), "imagine", None)
    game = await running(service, "tae")
    assert await refusal(service.trying.tried(game.code, ANN, -1, ())) == "not_tried"


async def test_no_line_leads_beyond_what_is_open(service: Service) -> None:
    game = await running(service)
    assert await refusal(service.trying.tried(game.code, ANN, -1, (900,))) == "no_such_line"
    await act(service, ANN, game.code, "resign")
    assert await refusal(service.trying.tried(game.code, ANN, -1, ())) == "game_over"
    assert (await service.trying.tried(game.code, ANN, 0, ())).offers


async def test_what_cannot_be_played_there_is_in_no_line(
    service: Service, engines: dict[str, AnyEngine]
) -> None:
    engines["nim"] = replace(engines["nim"], reseed=lambda state, _: state)
    game = (await running(service, "nim", options={"heap": 4}, seats=2)).code
    for line, refused in (
        (["3", "1"], "The game would be over before “1”."),
        (["4"], "“4” is not possible there."),
        (["three"], "Write how many you take."),
        ([0, 0, 2], "This line can no longer be tried from here: start again."),
    ):
        with pytest.raises(Refused) as caught:
            await service.trying.tried(game, ANN, -1, line)
        assert caught.value.sentence == refused
    assert (await service.trying.tried(game, ANN, -1, ["3"])).seat is None


async def test_what_the_other_side_has_staged_is_in_no_trial(service: Service) -> None:
    games = [await running(service, "flicflac", options={"size": 5}) for _ in range(2)]
    offers = (await service.play.choices(ANN, games[1].code)).offers
    await act(service, ANN, games[1].code, offers[0].notation)
    for person in (BOB, CLEO):
        plain, staged = [await service.trying.tried(game.code, person, -1, (3, 2)) for game in games]
        assert (plain.line, plain.view, [one.notation for one in plain.offers]) == (
            staged.line, staged.view, [one.notation for one in staged.offers],
        )  # fmt: skip
    own = [await service.trying.tried(game.code, ANN, -1, ()) for game in games]
    assert own[0].view != own[1].view


_IMAGINED = {key: engine for key, engine in ENGINES.items() if engine.imagine is not None}


@pytest.mark.parametrize("key", _IMAGINED)
def test_in_what_is_imagined_its_viewer_sees_the_same(key: str) -> None:
    engine: AnyEngine = _IMAGINED[key]
    assert engine.imagine is not None
    seen = 0
    records = list(golden_records(key).values())
    # Short games are looked at again, with other chance.
    for made in chain.from_iterable(repeat(records, 10)):
        if seen > 100 and made is records[0]:
            break
        replayed = record.replay(made)
        for state in (replayed.start, *(played.step.state for played in replayed.played)):
            for viewer in (*range(len(made.seats)), None):
                view = engine.view(state, viewer)
                if view.outcome is not None:
                    continue
                imagined = engine.imagine(view, Random(seen))
                assert engine.view(imagined, viewer) == view
                seen += 1
                for seat in engine.to_act(imagined):
                    assert next(iter(engine.legal(imagined, seat)), None) is not None
    assert seen > 100
