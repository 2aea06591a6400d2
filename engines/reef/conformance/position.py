"""Positions as data: the form of section 15 of docs/rules/reef-encounter.md, with additions.

Missing keys have the default value given there. Additional keys: ``size_attack``; ``number`` (of the turn),
``start_player``; in ``turn`` the open larva play as ``play`` (``[colour, from_hand, laid]``); in a player's
part ``choice`` (the cubes chosen in set-up, whose fish tile is in the fish already); ``bonus_closed`` (by
default an empty row is closed); ``resigned``; of an ending ``why``, ``by`` and ``bare_space``.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engines.chance import NO_SEED, Chance
from engines.conformance.contract import as_form
from engines.contract import Seat, Value
from engines.reef.components import (
    BOARDS,
    CORALS,
    CYLINDERS_PER_COLOUR,
    HAND_TILES,
    SHRIMPS_PER_PLAYER,
    TILE_NUMBER,
    TILES,
    Alga,
    Cell,
    Coral,
    PlayerColour,
)
from engines.reef.counts import NONE, from_letters, letters
from engines.reef.events import REASONS
from engines.reef.options import ReefOptions
from engines.reef.state import Ending, Player, ReefState, TurnProgress
from engines.reef.view import Counts, LarvaPlay, PhaseName

_SEA: dict[Coral, str] = {"W": "PYO", "Y": "GWW", "O": "YPG", "P": "OW", "G": "Y"}
_BAG: Counts = (20, 20, 20, 20, 20)
_SUPPLY: Counts = (7, 7, 7, 7, 7)

_Number = Annotated[int, Meta(ge=0)]


class _Player(Value, frozen=True, kw_only=True):
    hand: str = ""
    cubes: str = ""
    front: str = ""
    fish: str = ""
    eaten: Annotated[int, Meta(ge=0, le=SHRIMPS_PER_PLAYER)] = 0
    choice: str | None = None


class _Turn(Value, frozen=True, kw_only=True):
    acted: bool = False
    larva_plays: Annotated[int, Meta(ge=0, le=2)] = 0
    introduced: bool = False
    locked: bool = False
    play: tuple[Coral, _Number, _Number] | None = None


class _Position(Value, frozen=True, kw_only=True):
    players: Annotated[tuple[PlayerColour, ...], Meta(min_length=2)] = ("red", "green")
    active: PlayerColour | None = None
    boards: Annotated[tuple[str, ...], Meta(min_length=1)] = ("B2", "B3")
    polyps: dict[str, dict[str, Coral]] = msgspec.field(default_factory=dict)
    shrimps: dict[PlayerColour, list[str]] = msgspec.field(default_factory=dict)
    tiles: Literal["star", "starfish", "plain"] = "star"
    flipped: list[str] = msgspec.field(default_factory=list)
    locked: dict[str, Alga] = msgspec.field(default_factory=dict)
    sea_cylinder: Alga | None = None
    player: dict[PlayerColour, _Player] = msgspec.field(default_factory=dict)
    bonus: str | None = None
    bonus_closed: bool | None = None
    bag: dict[Coral, _Number] = msgspec.field(default_factory=dict)
    cube_supply: dict[Coral, _Number] = msgspec.field(default_factory=dict)
    open_sea: dict[Coral, str] = msgspec.field(default_factory=dict)
    turn: _Turn = _Turn()
    phase: PhaseName = "turn"
    pending: list[PlayerColour] = msgspec.field(default_factory=list)
    resigned: list[PlayerColour] = msgspec.field(default_factory=list)
    advanced: bool | None = None
    size_attack: bool | None = None
    number: _Number = 1
    start_player: PlayerColour | None = None
    why: str | None = None
    by: PlayerColour | None = None
    bare_space: Coral | None = None


def write_position(state: ReefState) -> dict[str, Any]:
    """The whole position, with hidden parts and without defaults."""
    play = state.turn.play
    return {
        "players": list(state.seats),
        "active": state.seats[state.active],
        "boards": list(state.boards),
        "polyps": {
            board: {cell[3:]: state.polyps[cell] for cell in BOARDS[board].cells if cell in state.polyps}
            for board in state.boards
        },
        "shrimps": {
            colour: sorted(cell for cell, own in state.shrimps.items() if own == seat)
            for seat, colour in enumerate(state.seats)
        },
        "tiles": "star",
        "flipped": [tile.id for tile, flipped in zip(TILES, state.flipped, strict=True) if flipped],
        "locked": {
            tile.id: side.large
            for tile, side, locked in zip(TILES, state.open_sea.sides, state.locked, strict=True)
            if locked
        },
        "sea_cylinder": state.cylinder,
        "player": {
            colour: _write_player(player) for colour, player in zip(state.seats, state.players, strict=True)
        },
        "bonus": letters(state.bonus),
        "bonus_closed": state.bonus_closed,
        "bag": dict(zip(CORALS, state.bag, strict=True)),
        "cube_supply": dict(zip(CORALS, state.cubes, strict=True)),
        "open_sea": {colour: letters(tiles) for colour, tiles in zip(CORALS, state.spaces, strict=True)},
        "turn": {
            "acted": state.turn.acted,
            "larva_plays": state.turn.larva_plays,
            "introduced": state.turn.introduced,
            "locked": state.turn.locked,
            "play": None if play is None else [play.colour, play.from_hand, play.laid],
        },
        "phase": state.phase,
        "pending": [state.seats[seat] for seat in state.pending],
        "resigned": [state.seats[seat] for seat in state.resigned],
        "advanced": state.options.advanced,
        "size_attack": state.options.size_attack,
        "number": state.number,
        "start_player": state.seats[state.first],
        "why": state.ending and state.ending.why,
        "by": None if state.ending is None or state.ending.by is None else state.seats[state.ending.by],
        "bare_space": state.bare_space,
    }


def _write_player(player: Player) -> dict[str, Any]:
    return {
        "hand": letters(player.hand),
        "cubes": letters(player.cubes),
        "front": letters(player.front),
        "fish": letters(player.fish),
        "eaten": player.eaten,
        "choice": player.choice,
    }


def read_position(position: object, options: ReefOptions) -> ReefState:
    """The state of a position, as if the game began there. Raises ValueError."""
    given = as_form(position, _Position, "Reef Encounter")
    seats = given.players
    if len(set(seats)) < len(seats):
        raise ValueError("Each player colour has one seat.")
    if not set(given.boards) <= set(BOARDS) or len(set(given.boards)) < len(given.boards):
        raise ValueError(f"Boards in play are some of {', '.join(BOARDS)}, each once.")
    advanced = options.advanced if given.advanced is None else given.advanced
    bonus = from_letters(given.bonus if given.bonus is not None else "" if advanced else "WYOPG")
    active = _seat(seats, given.active) if given.active else 0
    state = ReefState(
        options=replace(
            options,
            advanced=advanced,
            size_attack=options.size_attack if given.size_attack is None else given.size_attack,
        ),
        chance=Chance(NO_SEED),
        phase=given.phase,
        number=given.number,
        first=_seat(seats, given.start_player) if given.start_player else active,
        active=active,
        resigned=tuple(_seat(seats, colour) for colour in given.resigned),
        seats=seats,
        players=_players(given),
        boards=given.boards,
        polyps={
            f"{board}:{cell}": colour for board, at in given.polyps.items() for cell, colour in at.items()
        },
        shrimps=_shrimps(given),
        flipped=_flipped(given),
        locked=tuple(tile.id in given.locked for tile in TILES),
        bag=_numbers(given.bag, _BAG),
        cubes=_numbers(given.cube_supply, _SUPPLY),
        spaces=tuple(from_letters(given.open_sea.get(colour, _SEA[colour])) for colour in CORALS),
        bare_space=given.bare_space,
        cylinder=given.sea_cylinder,
        bonus=bonus,
        bonus_closed=not sum(bonus) if given.bonus_closed is None else given.bonus_closed,
        turn=_turn(given.turn),
        pending=_pending(given, active),
        ending=_ending(given),
    )
    _check(state, given)
    return state


def _seat(seats: tuple[PlayerColour, ...], colour: PlayerColour) -> Seat:
    if colour not in seats:
        raise ValueError(f"There is no {colour} player here; there are {', '.join(seats)}.")
    return seats.index(colour)


def _players(given: _Position) -> tuple[Player, ...]:
    for colour in given.player:
        _seat(given.players, colour)
    return tuple(_player(given.player.get(colour, _Player())) for colour in given.players)


def _player(given: _Player) -> Player:
    choice = None
    if given.choice is not None:
        choice = letters(from_letters(given.choice))
        if len(choice) != 2:
            raise ValueError("A set-up choice is two cubes.")
    return Player(
        hand=from_letters(given.hand),
        cubes=from_letters(given.cubes),
        front=from_letters(given.front),
        fish=from_letters(given.fish),
        eaten=given.eaten,
        choice=choice,
    )


def _shrimps(given: _Position) -> dict[Cell, Seat]:
    posts = [
        (cell, _seat(given.players, colour)) for colour, cells in given.shrimps.items() for cell in cells
    ]
    found = dict(posts)
    if len(found) < len(posts):
        raise ValueError("At most one shrimp stands on a cell.")
    return found


def _flipped(given: _Position) -> tuple[bool, ...]:
    for name in (*given.flipped, *given.locked):
        if name not in TILE_NUMBER:
            raise ValueError(f"There is no coral tile {name}; there are {', '.join(TILE_NUMBER)}.")
    return tuple((given.tiles == "plain") != (tile.id in given.flipped) for tile in TILES)


def _numbers(given: dict[Coral, int], rest: Counts) -> Counts:
    white, yellow, orange, pink, grey = (
        given.get(colour, number) for colour, number in zip(CORALS, rest, strict=True)
    )
    return (white, yellow, orange, pink, grey)


def _turn(given: _Turn) -> TurnProgress:
    play = None if given.play is None else LarvaPlay(*given.play)
    if play is not None and not (given.larva_plays and play.from_hand <= min(play.laid, HAND_TILES)):
        raise ValueError("An open larva play counts as one, and what it has laid from the hand as laid.")
    tried = play is not None and not play.laid
    return TurnProgress(
        # Anything done bars the fish from eating, except a larva play that may still be cancelled.
        acted=given.acted or given.introduced or given.locked or given.larva_plays > tried,
        larva_plays=given.larva_plays,
        play=play,
        introduced=given.introduced,
        locked=given.locked,
    )


def _pending(given: _Position, active: Seat) -> tuple[Seat, ...]:
    if given.phase != "final":
        return ()
    if given.pending:
        return tuple(_seat(given.players, colour) for colour in given.pending)
    number = len(given.players)
    return tuple((active + step) % number for step in range(1, number))


def _ending(given: _Position) -> Ending | None:
    if given.why is None:
        return None
    if given.why not in REASONS:
        raise ValueError(f"A game ends by one of {', '.join(REASONS)}.")
    return Ending(given.why, None if given.by is None else _seat(given.players, given.by))


def _check(state: ReefState, given: _Position) -> None:
    for cell in (*state.polyps, *state.shrimps):
        if not state.is_rock(cell):
            raise ValueError("Polyps and shrimps are on rock cells of the boards in play.")
    for seat, colour in enumerate(state.seats):
        if state.shrimps_left(seat) < 0:
            raise ValueError(f"There are more than {SHRIMPS_PER_PLAYER} {colour} shrimps.")
    if max(state.bonus) > 1:
        raise ValueError("The bonus row has one place for each colour.")
    if state.options.advanced and state.bonus != NONE:
        raise ValueError("The advanced game has no bonus row.")
    for name, alga in given.locked.items():
        if state.open_sea.side(name).large != alga:
            raise ValueError(f"The cylinder on {name} has not the colour of its large alga.")
    for alga, left in state.open_sea.cylinders.items():
        if left < 0:
            raise ValueError(f"There are more than {CYLINDERS_PER_COLOUR} {alga} cylinders.")
