"""The end of a turn and of the game, and giving up (rules/reef-encounter.md sections 7.10 and 10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Event, Seat
from engines.reef.bag import close_row, draw
from engines.reef.components import CORALS, FULL_SPACE, SHRIMPS_PER_PLAYER, Coral
from engines.reef.corals import is_full
from engines.reef.counts import NONE, NUMBER, count, counted, plus, together
from engines.reef.events import Announced, Collected, Finished, GaveUp, Refilled, RowClosed
from engines.reef.setup import clockwise
from engines.reef.state import Ending, Player, ReefState, Turn, with_player
from engines.reef.validation import bare
from engines.reef.view import Counts, Marks

Effect = tuple[ReefState, tuple[Event, ...]]
"""What comes of something, and what there is to tell of it."""


def settle_choices(state: ReefState) -> Effect:
    """When the last choice is in: the cubes are announced, and the start player's turn begins."""
    if any(player.choice is None for _, player in _playing(state)):
        return state, ()
    told: list[Event] = []
    supply = state.cubes
    players: list[Player] = []
    for seat, player in enumerate(state.players):
        cubes = NONE if player.choice is None else counted(player.choice)
        if player.choice is not None:
            told.append(Announced(state.seats[seat], cubes))
        for colour in CORALS:
            supply = plus(supply, colour, -count(cubes, colour))
        players.append(replace(player, cubes=together(player.cubes, cubes), choice=None))
    state = replace(state, players=tuple(players), cubes=supply, phase="turn", number=1)
    first = state.first if state.first not in state.resigned else _next(state, state.first)
    return replace(state, active=first, current=Marks(seat=first)), tuple(told)


def collect(state: ReefState, seat: Seat, space: Coral) -> Effect:
    """Take a space, refill the open sea, and pass the turn on or end the game."""
    place = NUMBER[space]
    player = state.players[seat]
    taken = state.sea[place]
    told: list[Event] = [Collected(state.seats[seat], space, taken)]
    state = with_player(state, seat, hand=together(player.hand, taken), cubes=plus(player.cubes, space))
    state = replace(state, sea=_with_space(state.sea, place, NONE), current=_marks(state, collected=space))
    if not count(state.cubes, space):
        state, more = finish(replace(state, bare_space=space), "no_refill", seat)
        return state, (*told, *more)
    state = replace(state, cubes=plus(state.cubes, space, -1))
    state, more = _refill(state, space)
    told += more
    if state.ending is not None:
        return state, tuple(told)
    if is_full(state):
        state, more = finish(state, "no_room", seat)
        return state, (*told, *more)
    return pass_on(state), tuple(told)


def _refill(state: ReefState, space: Coral) -> Effect:
    short = [near for near in clockwise(space) if sum(state.sea[NUMBER[near]]) < FULL_SPACE]
    told: list[Event] = []
    if sum(state.bag) < len(short):
        if sum(state.bonus):
            told.append(RowClosed())
        state = close_row(state)
        if sum(state.bag) < len(short):
            state, more = finish(state, "no_refill", state.active)
            return state, (*told, *more)
    filled: list[tuple[Coral, Coral]] = []
    sea, bag, chance = state.sea, state.bag, state.chance
    for near in short:
        tile, bag, chance = draw(bag, chance)
        place = NUMBER[near]
        sea = _with_space(sea, place, plus(sea[place], tile))
        filled.append((near, tile))
    told.append(Refilled(tuple(filled)))
    state = replace(state, sea=sea, bag=bag, chance=chance, current=_marks(state, filled=tuple(filled)))
    return state, tuple(told)


def pass_on(state: ReefState) -> ReefState:
    """The next player's turn begins."""
    after = _next(state, state.active)
    return replace(
        state,
        active=after,
        number=state.number + 1,
        turn=Turn(),
        last=state.current,
        current=Marks(seat=after),
    )


def finish(state: ReefState, why: str, by: Seat) -> Effect:
    """The game is over, or with conditions 1 and 2 the others may feed first."""
    pending = tuple(_clockwise(state, by)) if why in ("locks", "shrimps") else ()
    state = replace(state, ending=Ending(why, by), pending=pending, turn=Turn())
    if pending:
        state = replace(state, phase="final", last=state.current, current=Marks(seat=pending[0]))
    else:
        state = over(state)
    return state, (Finished(why, bool(pending)),)


def over(state: ReefState) -> ReefState:
    """The game has ended; what was changed last stays marked."""
    return replace(state, phase="over", pending=(), last=state.current, current=None)


def fed(state: ReefState) -> ReefState:
    """The next of those who may feed, or the end."""
    rest = state.pending[1:]
    if not rest:
        return over(state)
    return replace(state, pending=rest, last=state.current, current=Marks(seat=rest[0]))


def meal(state: ReefState, seat: Seat) -> Effect:
    """After a meal in a turn: with the fourth shrimp the game ends at once."""
    if state.players[seat].eaten >= SHRIMPS_PER_PLAYER:
        return finish(state, "shrimps", seat)
    return state, ()


def resign(state: ReefState, seat: Seat) -> Effect:
    """A player is out: the shrimps stay and guard, a turn under way ends without collecting.

    Whoever is left alone wins.
    """
    told: tuple[Event, ...] = (GaveUp(state.seats[seat]),)
    state = replace(state, resigned=(*state.resigned, seat))
    if len(state.players) - len(state.resigned) == 1:
        state = replace(tidy(state, seat), ending=Ending("resignation", seat))
        return over(state), told
    match state.phase:
        case "setup":
            state, more = settle_choices(state)
            return state, (*told, *more)
        case "turn" if state.active == seat:
            return pass_on(tidy(state, seat)), told
        case "final" if seat in state.pending:
            if state.pending[0] == seat:
                return fed(state), told
            return replace(state, pending=tuple(other for other in state.pending if other != seat)), told
    return state, told


def tidy(state: ReefState, seat: Seat) -> ReefState:
    """No larva play open any more, and no shrimp of the seat on bare rock: as a turn must end."""
    if seat != state.active or state.phase != "turn":
        return state
    play = state.turn.play
    if play is not None and not play.laid:
        state = cancel(state, seat)
    posts = bare(state, seat)
    return replace(
        state,
        turn=replace(state.turn, play=None),
        shrimps={cell: own for cell, own in state.shrimps.items() if cell not in posts},
        current=_marks(state, shrimps=tuple((post, None) for post in posts)),
    )


def cancel(state: ReefState, seat: Seat) -> ReefState:
    """The cube of a larva play without a tile comes back, as if it had not been played."""
    play = state.turn.play
    assert play is not None  # noqa: S101 -- only an open play is cancelled
    turn = replace(state.turn, play=None, larva_plays=state.turn.larva_plays - 1)
    state = replace(state, turn=turn, cubes=plus(state.cubes, play.colour, -1))
    return with_player(state, seat, cubes=plus(state.players[seat].cubes, play.colour))


def _marks(
    state: ReefState,
    collected: Coral | None = None,
    filled: tuple[tuple[Coral, Coral], ...] = (),
    shrimps: tuple[tuple[str | None, str | None], ...] = (),
) -> Marks:
    marks = state.current or Marks(seat=state.active)
    return replace(
        marks,
        collected=collected or marks.collected,
        filled=(*marks.filled, *filled),
        shrimps=(*marks.shrimps, *shrimps),
    )


def _with_space(sea: tuple[Counts, ...], place: int, tiles: Counts) -> tuple[Counts, ...]:
    return (*sea[:place], tiles, *sea[place + 1 :])


def _playing(state: ReefState) -> Iterator[tuple[Seat, Player]]:
    for seat, player in enumerate(state.players):
        if seat not in state.resigned:
            yield seat, player


def _clockwise(state: ReefState, seat: Seat) -> Iterator[Seat]:
    """The other players still in the game, clockwise from the one after this seat."""
    number = len(state.players)
    for step in range(1, number):
        other = (seat + step) % number
        if other not in state.resigned:
            yield other


def _next(state: ReefState, seat: Seat) -> Seat:
    return next(_clockwise(state, seat), seat)
