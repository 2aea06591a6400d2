"""Whatever people write to the use cases: an answer or a refusal in a sentence, and a game that is sound."""

import asyncio
from collections.abc import Coroutine, Iterator
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.game.setup import GameSetup
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from bot.store.database import Database
from engines.registry import ENGINES
from tests.databases import Postgres, Sqlite
from tests.examples import examples
from tests.hostile import TEXTS, VALUES
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, HERE, new_cause, stranger

T = TypeVar("T")
FUZZ = settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))


class House:
    """A host with a running game of every kind, on an event loop of its own."""

    def __init__(self, address: str) -> None:
        self.runner = asyncio.Runner()
        self.database = Database(address)
        self.service = Service(self.database, ALL, ManualClock(), Random(1))
        self.codes = {key: self.do(self._begun(key)) for key in ENGINES}

    async def _begun(self, key: str) -> str:
        lobby = self.service.lobby
        engine = ALL[key]
        game = await lobby.create(
            ANN, HERE, GameSetup(key, seat=0, seats=engine.info.min_seats), cause=new_cause()
        )
        for number in range(1, engine.info.min_seats):
            await lobby.join(stranger(500 + number, f"P{number}"), game.code, cause=new_cause())
        return game.code

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def answered(self, work: Coroutine[Any, Any, object]) -> None:
        """Fail for anything but an answer or a refusal that can be shown."""
        try:
            self.do(work)
        except Refused as refused:
            sentence = refused.sentence
        else:
            return
        assert sentence.strip()
        # A message that is too long is clipped, which nobody's notation should come to.
        assert len(sentence) <= 2000 or "option" in sentence
        assert "Traceback" not in sentence


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    source: Sqlite | Postgres = request.getfixturevalue(request.param)
    with source.fresh() as address:
        opened = House(address)
        yield opened
        for code in opened.codes.values():
            assert opened.do(opened.service.archive.inconsistency(code)) is None
        opened.do(opened.database.close())
        opened.runner.close()


@FUZZ
@given(text=TEXTS, key=st.sampled_from(sorted(ENGINES)))
def test_notation_and_codes(house: House, text: str, key: str) -> None:
    play, reading, code = house.service.play, house.service.reading, house.codes[key]
    house.answered(play.act(ANN, code, text, cause=new_cause()))
    house.answered(play.act(ANN, text, "1", cause=new_cause()))
    house.answered(reading.resolve_game(GameRef(text, HERE, ANN)))
    house.answered(reading.codes(ANN, HERE.guild_id, text))
    house.answered(reading.history(text, ANN))


@FUZZ
@given(
    key=st.one_of(st.sampled_from(sorted(ENGINES)), TEXTS),
    options=st.dictionaries(st.one_of(TEXTS, st.sampled_from(["heap", "preset", "size", "first"])), VALUES),
    seat=st.one_of(st.none(), st.integers(-3, 10)),
    seats=st.one_of(st.none(), st.integers(-3, 10)),
    hours=st.one_of(st.none(), st.floats()),
)
def test_new_games(
    house: House,
    key: str,
    options: dict[str, object],
    *,
    seat: int | None,
    seats: int | None,
    hours: float | None,
) -> None:
    created = house.service.lobby.create(
        ANN, HERE, GameSetup(key, options, seat=seat, seats=seats, deadline_hours=hours), cause=new_cause()
    )
    house.answered(created)


@FUZZ
@given(text=TEXTS, key=st.sampled_from(sorted(ENGINES)), to=st.lists(st.integers(0, 9), max_size=3))
def test_talk(house: House, text: str, key: str, to: list[int]) -> None:
    talk, code = house.service.chat, house.codes[key]
    house.answered(talk.say(ANN, code, text, cause=new_cause()))
    house.answered(talk.say(ANN, code, text, cause=new_cause(), to=to))
    house.answered(talk.messages(ANN, code, turn=text))


@FUZZ
@given(name=TEXTS, zone=TEXTS)
def test_names_and_settings(house: House, name: str, zone: str) -> None:
    newcomer = stranger(777, name)
    house.answered(house.service.preferences.change(newcomer, time_zone=zone))
    house.answered(house.service.lobby.create(newcomer, Place(1, 2), GameSetup("roses"), cause=new_cause()))
