"""A record becomes a game again: every entry goes through the rules anew."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from random import Random

from bot.service import summarizing
from bot.service.event_log import Back, EventType, Started
from bot.service.live import Changes, LiveGame
from bot.service.lobby import new_game, seat_row
from bot.service.mixture import Reseed, recorded_mixtures, stored
from bot.service.persons import remembered
from bot.service.summaries import Cause, Person, Place, Refused, refuse_illegal
from bot.store.unit import Unit
from engines.contract import Action, AnyEngine, TimeUp
from engines.record import Made, Record

_BREATH = 20
"""Entries after which others on the event loop have their turn."""


async def restored(
    unit: Unit,
    game: Record,
    engine: AnyEngine,
    people: Sequence[Person],
    place: Place,
    *,
    rng: Random,
    now: datetime,
    threaded: bool,
    cause: Cause | None = None,
) -> tuple[LiveGame, Changes]:
    """The record as a game of these people, in seat order, and what was done to get there.

    The record was checked before. Raises Refused.
    """
    players = [await remembered(unit, person, now) for person in people]
    if len(people) != len(game.seats) or len({player.id for player in players}) != len(people):
        raise Refused("bad_players", f"The game has {len(game.seats)} players: name as many different ones.")
    row = await new_game(
        unit,
        engine,
        rng,
        place,
        options=engine.options(game.options),
        rules_version=game.rules_version,
        status="active",
        min_seats=len(people),
        max_seats=len(people),
        # A record without a seed is one of a game that draws nothing from it.
        seed=game.seed or f"{rng.getrandbits(256):064x}",
        mixture=stored(recorded_mixtures(game)),
        threaded=threaded,
        deadline_hours=engine.info.default_deadline_hours,
        host=players[0],
        created_at=now,
        started_at=now,
        seats=[seat_row(player, seat, now) for seat, player in enumerate(players)],
    )
    live = LiveGame(unit, engine, row, now, cause)
    await _play(live, game, [summarizing.person(player) for player in players])
    return live, live.conclude()


async def _play(live: LiveGame, game: Record, people: Sequence[Person]) -> None:
    engine = live.engine
    live.append(EventType.CREATED, person=people[0])
    live.begin(engine.start(engine.options(game.options), len(people), live.row.seed or ""))
    live.append(EventType.STARTED, data=Started(tuple(person.id for person in people)))
    states = [live.state]
    reseeds = iter(game.later_origins)
    for number, entry in enumerate(game.entries):
        if number % _BREATH == 0:
            await asyncio.sleep(0)
        if isinstance(entry, Made):
            with refuse_illegal():
                action = engine.parse(live.state, entry.seat, entry.text)
            kind = _kind(action)
            live.apply(kind, entry.seat, action, people[entry.seat] if kind == EventType.ACTION else None)
            states.append(live.state)
        else:
            del states[entry.undo_to + 1 :]
            reseed = None
            if isinstance(entry.seed, str):
                origin = next(reseeds)
                reseed = Reseed(origin.commitment, origin.words)
                states.append(engine.reseed(states[-1], entry.seed))
            live.go_back(states[-1], Back(entry.undo_to, reseed))


def _kind(action: Action) -> EventType:
    if isinstance(action, TimeUp):
        return EventType.CLOCK
    return EventType.AUTOMATIC if action.automatic else EventType.ACTION
