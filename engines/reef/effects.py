"""What each action of a turn does (rules/reef-encounter.md sections 7.1 to 7.9), all of them legal here."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Event, Seat
from engines.reef.actions import SCREEN, SEA, Move, Place, PlayAlga
from engines.reef.bag import put_back, take_bonus
from engines.reef.components import BOARDS, NEIGHBOURS, TILE_NUMBER, TILES, Cell, Coral, board_of
from engines.reef.corals import coral, guard, joins_guarded
from engines.reef.counts import count, plus
from engines.reef.endgame import Effect, cancel, finish, meal
from engines.reef.events import (
    Ate,
    ClosedLarva,
    Grew,
    Introduced,
    Laid,
    PlayedAlga,
    PlayedLarva,
    ShrimpMoved,
    TookCube,
    TookLarvaBack,
    TookTile,
)
from engines.reef.state import LarvaPlay, ReefState, sides, with_player
from engines.reef.view import Marks

_MEAL_TO_BAG = 4
"""Tiles of a meal that go back to the bag; one more in the final feeding, one more in the advanced game."""


def eat(state: ReefState, seat: Seat, cell: Cell) -> Effect:
    """A coral and its shrimp leave the board; what is beyond the bag's share goes into the fish."""
    group = coral(state.polyps, cell)
    colour = state.polyps[cell]
    post = guard(state, group)
    gained = meal_gain(state, len(group))
    player = state.players[seat]
    state = with_player(state, seat, eaten=player.eaten + 1, fish=plus(player.fish, colour, gained))
    state = put_back(state, colour, len(group) - gained)
    state = replace(
        state,
        polyps={near: tile for near, tile in state.polyps.items() if near not in group},
        shrimps={near: own for near, own in state.shrimps.items() if near != post},
        current=replace(marks(state), eaten=(*marks(state).eaten, *sorted(group))),
    )
    told = (Ate(state.seats[seat], colour, len(group), gained),)
    if state.phase == "final":
        return state, told
    state, more = meal(_acted(state), seat)
    return state, (*told, *more)


def meal_gain(state: ReefState, size: int) -> int:
    """How many tiles of a coral of this size go into the fish."""
    returned = _MEAL_TO_BAG + (state.phase == "final") + state.options.advanced
    return max(size - returned, 0)


def larva(state: ReefState, seat: Seat, colour: Coral) -> Effect:
    """The cube goes back to the supply, and tiles of its colour may be laid."""
    turn = replace(state.turn, larva_plays=state.turn.larva_plays + 1, play=LarvaPlay(colour))
    state = replace(state, turn=turn, cubes=plus(state.cubes, colour))
    state = with_player(state, seat, cubes=plus(state.players[seat].cubes, colour, -1))
    return state, (PlayedLarva(state.seats[seat], colour),)


def place(state: ReefState, seat: Seat, action: Place) -> Effect:
    """A tile is laid, an attacked one comes to the front, and the growth cell beside it may grow."""
    play = state.turn.play
    assert play is not None  # noqa: S101 -- only an open play lays tiles
    cell, colour, player = action.cell, play.colour, state.players[seat]
    taken = state.polyps.get(cell)
    hand, front = player.hand, player.front
    if action.source == "hand":
        hand = plus(hand, colour, -1)
    else:
        front = plus(front, colour, -1)
    if taken is not None:
        front = plus(front, taken)
    state = with_player(state, seat, hand=hand, front=front)
    play = replace(play, laid=play.laid + 1, from_hand=play.from_hand + (action.source == "hand"))
    told: list[Event] = [Laid(state.seats[seat], colour, cell, action.source, taken)]
    now = marks(state)
    state = replace(
        state,
        polyps={**state.polyps, cell: colour},
        turn=replace(state.turn, acted=True, play=play),
        current=replace(
            now,
            laid=(*now.laid, cell),
            attacked=now.attacked if taken is None else (*now.attacked, cell),
        ),
    )
    growth = BOARDS[board_of(cell)].growth
    if growth in NEIGHBOURS[cell] and may_grow(state, growth, colour):
        state = take_bonus(state, colour)
        now = marks(state)
        state = replace(
            state,
            polyps={**state.polyps, growth: colour},
            current=replace(now, grown=(*now.grown, growth)),
        )
        told.append(Grew(colour, growth))
    return state, tuple(told)


def may_grow(state: ReefState, growth: Cell, colour: Coral) -> bool:
    """Whether a bonus tile comes onto a growth cell beside which a tile of this colour has been laid."""
    return (
        growth not in state.polyps
        and growth not in state.shrimps
        and count(state.bonus, colour) > 0
        and not joins_guarded(state, growth, colour)
    )


def end_larva(state: ReefState, seat: Seat) -> Effect:
    """The play is closed."""
    return close_play(state), (ClosedLarva(state.seats[seat]),)


def close_play(state: ReefState) -> ReefState:
    """No larva play is open any more."""
    return replace(state, turn=replace(state.turn, play=None))


def take_back(state: ReefState, seat: Seat) -> Effect:
    """The cube of a play without a tile comes back."""
    play = state.turn.play
    assert play is not None  # noqa: S101 -- only an open play is cancelled
    return cancel(state, seat), (TookLarvaBack(state.seats[seat], play.colour),)


def introduce(state: ReefState, seat: Seat, cell: Cell) -> Effect:
    """A shrimp comes from behind the screen."""
    state = _acted(replace(state, turn=replace(state.turn, introduced=True)))
    state = replace(state, shrimps={**state.shrimps, cell: seat}, current=_moved(state, None, cell))
    return state, (Introduced(state.seats[seat], cell),)


def move(state: ReefState, seat: Seat, action: Move) -> Effect:
    """A shrimp goes elsewhere, or behind the screen; an open larva play goes on."""
    to = None if action.to == SCREEN else action.to
    shrimps = {cell: own for cell, own in state.shrimps.items() if cell != action.origin}
    if to is not None:
        shrimps[to] = seat
    state = replace(_acted(state), shrimps=shrimps, current=_moved(state, action.origin, to))
    return state, (ShrimpMoved(state.seats[seat], action.origin, to),)


def cube(state: ReefState, seat: Seat, colour: Coral) -> Effect:
    """A consumed tile goes to the bag, a cube comes from the supply."""
    player = state.players[seat]
    state = with_player(state, seat, front=plus(player.front, colour, -1), cubes=plus(player.cubes, colour))
    state = put_back(_acted(replace(state, cubes=plus(state.cubes, colour, -1))), colour)
    return state, (TookCube(state.seats[seat], colour),)


def tile(state: ReefState, seat: Seat, colour: Coral) -> Effect:
    """A cube goes to the supply, a tile comes from the bag or else from the bonus row."""
    player = state.players[seat]
    state = with_player(state, seat, cubes=plus(player.cubes, colour, -1), hand=plus(player.hand, colour))
    state = _acted(replace(state, cubes=plus(state.cubes, colour)))
    from_row = not count(state.bag, colour)
    if from_row:
        state = replace(state, bonus=plus(state.bonus, colour, -1))
    else:
        state = replace(state, bag=plus(state.bag, colour, -1))
    return state, (TookTile(state.seats[seat], colour, from_row),)


def alga(state: ReefState, seat: Seat, action: PlayAlga) -> Effect:
    """A consumed tile pays for a cylinder, which flips what it does not lock."""
    player = state.players[seat]
    state = with_player(state, seat, front=plus(player.front, action.pay, -1))
    state = put_back(_acted(state), action.pay)
    now = marks(state)
    if action.to == SEA:
        state = replace(state, sea_cylinder=action.alga)
    else:
        number = TILE_NUMBER[action.to]
        state = replace(
            state,
            locked=(*state.locked[:number], True, *state.locked[number + 1 :]),
            turn=replace(state.turn, locked=True),
            current=replace(now, locked=action.to),
        )
    turning = tuple(
        side.large == action.alga and not locked
        for side, locked in zip(sides(state), state.locked, strict=True)
    )
    ids = [one.id for one, turns in zip(TILES, turning, strict=True) if turns]
    state = replace(
        state,
        flipped=tuple(lies != turns for lies, turns in zip(state.flipped, turning, strict=True)),
        current=replace(marks(state), flipped=_turned(now.flipped, ids)),
    )
    after = sides(state)
    flips = tuple((after[TILE_NUMBER[one]].stronger, after[TILE_NUMBER[one]].weaker) for one in ids)
    told: tuple[Event, ...] = (PlayedAlga(state.seats[seat], action.alga, action.pay, action.to, flips),)
    if all(state.locked):
        state, more = finish(state, "locks", seat)
        told = (*told, *more)
    return state, told


def marks(state: ReefState) -> Marks:
    """What the turn under way has changed so far."""
    return state.current or Marks(seat=state.active)


def _turned(before: tuple[str, ...], now: list[str]) -> tuple[str, ...]:
    """The tiles that lie otherwise than when the turn began: one that turns twice is back."""
    return tuple(one.id for one in TILES if (one.id in before) != (one.id in now))


def _moved(state: ReefState, origin: Cell | None, to: Cell | None) -> Marks:
    now = marks(state)
    return replace(now, shrimps=(*now.shrimps, (origin, to)))


def _acted(state: ReefState) -> ReefState:
    return replace(state, turn=replace(state.turn, acted=True))
