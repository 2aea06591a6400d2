"""What chance comes from: a secret whose hash is published first, and words of everybody who joins."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from random import Random
from typing import TypeVar

import msgspec

from bot.service.event_log import EventType, Started
from bot.service.live import LiveGame
from bot.service.mixture import Mixture, mixture_of
from bot.service.summaries import Cause, Refused
from bot.store.models import EventRow, GameRow
from engines.chance import draw_seats
from engines.contract import AnyEngine, Seat, Value

Data = TypeVar("Data")

WORDS_LIMIT = 60
"""Characters of the words that somebody adds."""


class Committed(Value, frozen=True):
    """The data of a `COMMITTED` event: the hash, and the words of who opened the game with it."""

    commitment: str
    words: str | None = None


class Joined(Value, frozen=True):
    """The data of a `JOINED` event: the seat asked for, and the words added."""

    seat: Seat | None = None
    words: str = ""


class _Wish(msgspec.Struct, frozen=True):
    """What the data of `CREATED` and `JOINED` events share."""

    seat: Seat | None = None


def added(words: str | None, cause: Cause | None) -> str:
    """The words that somebody adds: their own on one line, else the request's cause. Raises Refused."""
    own = " ".join((words or "").replace("`", "'").split())
    if len(own) > WORDS_LIMIT:
        raise Refused("long_words", f"Your words for the draw have at most {WORDS_LIMIT} characters.")
    return own or (cause.key if cause else "")


def commit(live: LiveGame, rng: Random, words: str | None = None) -> None:
    """Draw the secret of a game and publish its hash, with the words of who opens it."""
    mixture = Mixture(f"{rng.getrandbits(256):064x}", () if words is None else (words,))
    _store(live.row, mixture)
    live.append(EventType.COMMITTED, data=Committed(mixture.commitment, words), public=False)


def contribute(live: LiveGame, words: str) -> None:
    """Add the words of somebody who joins; a game of before commitments takes none."""
    mixture = mixture_of(live.row)
    if mixture is not None:
        _store(live.row, Mixture(mixture.secret, (*mixture.words, words)))


async def draw(live: LiveGame, rng: Random) -> str:
    """The seed of a game that starts; players without a seat get theirs by it."""
    if mixture_of(live.row) is None:
        commit(live, rng)
    mixture = mixture_of(live.row)
    assert mixture is not None  # noqa: S101 -- just made
    sittings = {sitting.player_id: sitting for sitting in live.row.seats}
    order = list(_wishes(await live.unit.events.of_game(live.row.id), sittings))
    wished = [sittings[person].seat for person in order]
    for person, seat in zip(order, draw_seats(mixture.seed, wished), strict=True):
        sittings[person].seat = seat
    return mixture.seed


def _store(row: GameRow, mixture: Mixture) -> None:
    row.mixture = msgspec.json.encode(mixture).decode()


def broken_promise(engine: AnyEngine, row: GameRow, events: Sequence[EventRow]) -> str | None:
    """Where secret, seed or seats are not what the log promised, in one sentence; None where all agree.

    Games of before commitments, and those from records, promised nothing.
    """
    mixture = mixture_of(row)
    since = next((number for number, event in enumerate(events) if event.kind == EventType.COMMITTED), None)
    if since is None:
        return None if mixture is None else "The log does not hold the hash that was published."
    promised = _data(events[since], Committed)
    if mixture is None or mixture.commitment != promised.commitment:
        return "The secret does not have the hash that was published before anything was drawn."
    joined = (_data(event, Joined).words for event in events[since:] if event.kind == EventType.JOINED)
    if mixture.words != (*(() if promised.words is None else (promised.words,)), *joined):
        return "What the players added to the draw is not what the log holds."
    if mixture.seed != row.seed:
        return "The seed does not come from the secret and what the players added."
    return None if engine.info.seating == "order" else _wrong_seats(mixture.seed, events)


def _wrong_seats(seed: str, events: Sequence[EventRow]) -> str | None:
    players = next(_data(event, Started).players for event in events if event.kind == EventType.STARTED)
    wishes = _wishes(events, players)
    drawn = dict(zip(wishes, draw_seats(seed, list(wishes.values())), strict=True))
    if drawn != {person: seat for seat, person in enumerate(players)}:
        return "The seats were not drawn from the seed."
    return None


def _wishes(events: Iterable[EventRow], players: Container[int]) -> dict[int, Seat | None]:
    """The seats that these players asked for, in the order in which they (last) joined."""
    wishes: dict[int, Seat | None] = {}
    for event in events:
        person = event.player_id
        if person is not None and person in players and event.kind in {EventType.CREATED, EventType.JOINED}:
            wishes.pop(person, None)
            wishes[person] = _data(event, _Wish).seat
    return wishes


def _data(event: EventRow, kind: type[Data]) -> Data:
    return msgspec.json.decode(event.data or "{}", type=kind)
