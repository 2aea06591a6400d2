"""The rows of new games: code, seats and length of turns, within what the rules and the server allow."""

from collections.abc import Iterable
from datetime import datetime
from random import Random

import msgspec
import structlog

from bot.service.game.setup import USUAL, GameSetup
from bot.service.game.term_options import check_terms
from bot.service.people.servers import ServerSettings
from bot.service.values.refused import Refused, refuse_options
from bot.service.values.request import Place
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, GameInfo, Seat, Value

CODE_ALPHABET = "34679ACDFGHJKMNPQRTWXY"
"""The characters of codes: none that are easily confused (0O, 1IL, 2Z, 5S, 8B, UV), and one vowel only."""
_CODE_LENGTHS = (4, 4, 4, 5, 5, 5, 6, 6, 8)
"""Lengths to try, until a code is free."""


def seat_row(player: PersonRow, seat: Seat | None, now: datetime) -> SeatRow:
    """A player's place at a table; `seat` None: it is drawn at the start."""
    return SeatRow(player_id=player.id, player=player, seat=seat, joined_at=now)


def newcomers_seat(engine: AnyEngine, seats: Iterable[SeatRow], wished: Seat | None) -> Seat | None:
    """The seat of a new player; None: it is drawn at the start."""
    if wished is not None or engine.info.seating == "lot":
        return wished
    taken = {sitting.seat for sitting in seats}
    return next(seat for seat in range(len(engine.info.seats)) if seat not in taken)


def numbers_of_players(info: GameInfo, setup: GameSetup) -> tuple[int, int]:
    """The fewest and the most players. Raises Refused."""
    opponents, levels, seats = len(setup.opponents), len(setup.levels), setup.seats
    fewest, most, others = info.min_seats, len(info.seats), opponents + levels
    if others >= most:
        raise Refused("bad_seats", f"{info.title} is for at most {most} players.")
    if seats is None and others:
        seats = max(others + 1, fewest)
    if seats is not None and not fewest <= seats <= most:
        numbers = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise Refused("bad_seats", f"{info.title} is for {numbers} players.")
    fewest, most = (fewest, most) if seats is None else (seats, seats)
    if setup.dm_channel_id is not None and (opponents or levels != most - 1):
        raise Refused(
            "alone_here",
            "In direct messages you play alone: let computers take all other seats, or open the game in a "
            "server's channel.",
        )
    if others >= most:
        raise Refused("bad_seats", f"A game for {most} has no room for you and {others} others.")
    return fewest, most


def options_of(engine: AnyEngine, setup: GameSetup, seats: int) -> tuple[Value, bool]:
    """The rules' options for this number of players, and whether turns have hours. Raises Refused."""
    check_seat(engine, setup.seat, seats)
    with refuse_options():
        chosen = engine.options(setup.options)
        engine.start(chosen, seats, "0" * 64)
    sets_periods = engine.clock.seconds(chosen) is not None
    check_terms(engine, setup.terms, sets_periods=sets_periods)
    return chosen, not sets_periods and setup.terms.bank_days is None


def check_seat(engine: AnyEngine, seat: Seat | None, seats: int) -> None:
    """Raises Refused for a wish that is no seat of a game for this number of players."""
    if seat is not None and not 0 <= seat < seats:
        names = ", ".join(engine.info.seat_names(seats))
        raise Refused("no_such_seat", f"There is no such seat; there are: {names}.")


def check_hours(info: GameInfo, hours: float | None) -> float | None:
    """The length of a turn as asked for, checked; None for no clock. Raises Refused."""
    if hours is not None and not info.min_deadline_hours <= hours <= info.max_deadline_hours:
        raise Refused(
            "bad_deadline",
            f"A turn of {info.title} has {info.min_deadline_hours:g} to {info.max_deadline_hours:g} hours, "
            "or no clock at all.",
        )
    return hours


def hours_of(info: GameInfo, hours: float | None, settled: ServerSettings) -> float | None:
    """As `check_hours`; for `USUAL` the server's default, within the game's bounds, or else the game's."""
    if hours != USUAL:
        return check_hours(info, hours)
    if settled.hours is None:
        return info.default_deadline_hours
    if settled.hours == 0:
        return None
    return min(max(settled.hours, info.min_deadline_hours), info.max_deadline_hours)


def game_row(engine: AnyEngine, place: Place | None, *, options: object, **columns: object) -> GameRow:
    """The row of a game that is still to be stored; `columns` are the rest of it."""
    return GameRow(
        key=engine.info.key,
        options=msgspec.json.encode(options, order="deterministic").decode(),
        guild_id=place and place.guild_id,
        channel_id=place and place.channel_id,
        forum=place is not None and place.forum,
        ply=0,
        last_seq=0,
        public_version=0,
        **{"terms": "{}", "clock": "{}"} | columns,
    )


async def new_game(unit: Unit, row: GameRow, rng: Random) -> None:
    """Store a game under a code of its own. Raises Refused."""
    row.code = await _free_code(unit, rng)
    unit.add(row)
    await unit.flush()
    structlog.contextvars.bind_contextvars(game=row.code)


async def _free_code(unit: Unit, rng: Random) -> str:
    """A random code that no game has. Raises Refused where all attempts are taken."""
    for length in _CODE_LENGTHS:
        code = "".join(rng.choices(CODE_ALPHABET, k=length))
        if not await unit.games.code_taken(code):
            return code
    raise Refused("busy", "No free code was found for the game; please try again.")
