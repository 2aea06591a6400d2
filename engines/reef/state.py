"""Options and state of a game of Reef Encounter."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Seat, Value
from engines.reef.components import (
    ALGAE,
    CYLINDERS_PER_COLOUR,
    SHRIMPS_PER_PLAYER,
    TILES,
    Alga,
    Cell,
    Coral,
    PlayerColour,
    Side,
)
from engines.reef.counts import NONE
from engines.reef.view import Counts, Marks, Phase


class ReefOptions(Value, frozen=True, kw_only=True):
    """The advanced game of section 13, and the seed's literal reading of attacks."""

    advanced: Annotated[
        bool, Meta(description="Advanced game: no bonus row, no growth, a meal returns five tiles")
    ] = False
    size_attack: Annotated[
        bool,
        Meta(description="Also allow attacks on an unprotected polyp of a strictly smaller coral"),
    ] = False


class Player(Value, frozen=True, kw_only=True):
    """What one player has, but for the shrimps on the boards."""

    hand: Counts = NONE
    cubes: Counts = NONE
    front: Counts = NONE
    fish: Counts = NONE
    eaten: int = 0
    choice: str | None = None
    """The cubes chosen while others still choose; the fish tile is in the fish already."""


class LarvaPlay(Value, frozen=True):
    """An open larva play."""

    colour: Coral
    from_hand: int = 0
    laid: int = 0


class Turn(Value, frozen=True, kw_only=True):
    """What has been done in the turn under way."""

    acted: bool = False
    """Anything but an open larva play without a tile: from now on the fish does not eat."""
    larva_plays: int = 0
    play: LarvaPlay | None = None
    introduced: bool = False
    locked: bool = False


class Ending(Value, frozen=True):
    """Why the game is over, or going to its final feeding."""

    why: str
    by: Seat | None = None
    """Whose action brought it."""


class ReefState(Value, frozen=True, kw_only=True):
    """A position with all that its rules ask about the past."""

    options: ReefOptions
    chance: Chance
    ply: int = 0
    phase: Phase = "setup"
    number: int = 0
    """Of the turn: 1 for the start player's first; 0 before."""
    first: Seat = 0
    active: Seat = 0
    """Whose turn it is, or was when the game ended."""
    pending: tuple[Seat, ...] = ()
    resigned: tuple[Seat, ...] = ()
    """In the order in which they gave up."""
    seats: tuple[PlayerColour, ...]
    players: tuple[Player, ...]
    boards: tuple[str, ...]
    polyps: dict[Cell, Coral]
    shrimps: dict[Cell, Seat]
    flipped: tuple[bool, ...] = (False,) * len(TILES)
    """For each coral tile whether its plain side is up."""
    locked: tuple[bool, ...] = (False,) * len(TILES)
    bag: Counts
    cubes: Counts
    """The supply of larva cubes."""
    sea: tuple[Counts, ...]
    """The tiles of the five spaces."""
    bare_space: Coral | None = None
    """The space whose cube could not be replaced when the game ended."""
    sea_cylinder: Alga | None = None
    bonus: Counts
    bonus_closed: bool = False
    turn: Turn = Turn()
    current: Marks | None = None
    last: Marks | None = None
    ending: Ending | None = None


def sides(state: ReefState) -> tuple[Side, ...]:
    """The sides of the coral tiles that are up."""
    return tuple(
        tile.plain if flipped else tile.starfish for tile, flipped in zip(TILES, state.flipped, strict=True)
    )


def is_stronger(state: ReefState, one: Coral, other: Coral) -> bool:
    """Whether the coral tile of two different colours shows this one doubled."""
    return any(side.stronger == one and side.weaker == other for side in sides(state))


def cylinders(state: ReefState) -> dict[Alga, int]:
    """The supply: what is neither on the open sea nor on a coral tile."""
    left = dict.fromkeys(ALGAE, CYLINDERS_PER_COLOUR)
    for side, locked in zip(sides(state), state.locked, strict=True):
        left[side.large] -= locked
    if state.sea_cylinder is not None:
        left[state.sea_cylinder] -= 1
    return left


def shrimps_left(state: ReefState, seat: Seat) -> int:
    """Shrimps behind the screen."""
    return SHRIMPS_PER_PLAYER - state.players[seat].eaten - list(state.shrimps.values()).count(seat)


def with_player(state: ReefState, seat: Seat, **changes: Any) -> ReefState:
    """With something of a player changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))
