"""The persons and places of these tests, and short ways to open and play games."""

from collections.abc import Awaitable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
import pytest

from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.log import replay
from bot.service.people.doors import MAIL
from bot.service.values.answers import Played
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostCard
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Identity, Person, Place
from bot.store.database import Database
from bot.store.models import GameRow
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.engines.roses import table as roses
from tests.service import prepared
from tests.tinygames import TINY

ANN = Person(1, "Ann")
BOB = Person(2, "Bob")
CLEO = Person(3, "Cleo")
DAN = Person(4, "Dan")
EVE = Person(5, "Eve")
ADA = Person(6, "Ada")
"""An administrator of the server who plays in no game."""
OLGA = Person(7, "Olga")
"""The owner of the bot."""
ZOE = Person(8, "Zoë Zephyr")

FOUR: Final = (ANN, BOB, CLEO, DAN)
"""The players of a game of four, in the order of their seats."""
KNOWN: Final = (ANN, BOB, CLEO, DAN, EVE, ADA, OLGA, ZOE)
ACCOUNTS: Final = {person.id: 777_000_111_222_333_100 + person.id for person in KNOWN}
"""The Discord accounts of persons, by the person's number."""
SINCE: Final = datetime(2025, 12, 1, tzinfo=UTC)
HERE = Place(11, 12)

ALL: dict[str, AnyEngine] = {**ENGINES, **TINY}
SAMPLE = roses.SAMPLE


def account(person: Person) -> Identity:
    """The Discord account of a known person."""
    return Identity("discord", str(ACCOUNTS[person.id]), person.name)


def stranger(number: int, name: str) -> Person:
    """A person with this Discord account who is in no database."""
    return Person.of(Identity("discord", str(number), name))


def cause_of(number: int) -> Cause:
    """The cause of a request: an interaction with this id."""
    return Cause(f"discord:{number}", number)


def new_cause() -> Cause:
    """The cause of a new request."""
    return cause_of(next(prepared.requests))


async def at_address(service: Service, address: str) -> int:
    """The number of the person with a mail address; `STRANGER` if nobody has it."""
    return (await service.identities.find(Identity(MAIL, address, ""))).id


@prepared.once
async def opened(service: Service, key: str = "roses", **arguments: Any) -> GameSummary:
    """A game opened by Ann, or by the person `by`, who takes the first seat by default."""
    given: dict[str, Any] = {"seat": 0, "cause": new_cause(), "place": HERE, "by": ANN} | arguments
    by, place, cause = given.pop("by"), given.pop("place"), given.pop("cause")
    return await service.lobby.create(by, place, GameSetup(key, **given), cause=cause)


@prepared.once
async def running(service: Service, key: str = "roses", **arguments: Any) -> GameSummary:
    """A running game of Ann in the first seat against Bob in the second."""
    game = await opened(service, key, **arguments)
    game = await service.lobby.join(BOB, game.code, cause=new_cause())
    if game.status == "lobby":
        game = await service.lobby.start(BOB, game.code, cause=new_cause())
    return game


@prepared.once
async def begun(service: Service, key: str, *others: Person, **arguments: Any) -> GameSummary:
    """A running game of its opener and these others; without others, of as many persons as it needs."""
    others = others or FOUR[1 : ALL[key].info.min_seats]
    game = await opened(service, key, **({"seats": len(others) + 1} | arguments))
    for person in others:
        game = await service.lobby.join(person, game.code, cause=new_cause())
    return game


async def four(service: Service, **options: Any) -> GameSummary:
    """A running game of the Four Gods: Ann RED, Bob BLUE, Cleo GREEN, Dan ORANGE."""
    return await begun(service, "gods", *FOUR[1:], options=options)


async def refusal(work: Awaitable[object]) -> str:
    """The code with which a use case refuses the work."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code


async def act(service: Service, person: Person, code: str, text: Any, **arguments: Any) -> Played:
    """Play an action in a request of its own."""
    return await service.play.act(person, code, text, **({"cause": new_cause()} | arguments))


async def play_through(service: Service, code: str, texts: list[str], first: int = 0) -> Played:
    """Play actions of Ann and Bob in turn, Ann first."""
    played = None
    for number, text in enumerate(texts, start=first):
        played = await act(service, (ANN, BOB)[number % 2], code, text)
    assert played is not None
    return played


async def game_row(database: Database, code: str) -> GameRow:
    """The stored row of a game."""
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
    assert row is not None
    return row


async def newest_card(database: Database, code: str) -> PostCard:
    """The payload of the newest card of a game."""
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
        assert row is not None
        delivery = await unit.outbox.get(row.card_outbox_id or 0)
        assert delivery is not None
        return msgspec.json.decode(delivery.payload, type=PostCard)


async def history(service: Service, code: str) -> list[str]:
    """The history lines of a game that everybody may read."""
    return [line.text for line in await service.reading.history(code, None)]


async def sound(database: Database, code: str) -> None:
    """Fail unless a replay of the game's log gives its snapshot to the byte."""
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
        assert row is not None
        assert replay.inconsistency(ALL[row.key], row, await unit.events.of_game(row.id)) is None
