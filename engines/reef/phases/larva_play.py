"""Larva plays: a cube, then tiles of its colour (docs/rules/reef-encounter.md sections 7.2 to 7.4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Event, Seat
from engines.reef.actions import SOURCES, Cancel, EndLarva, Larva, Place, Source
from engines.reef.components import (
    BOARDS,
    CORALS,
    COUNTRY,
    HAND_TILES,
    LARVA_PLAYS,
    NEIGHBOURS,
    Cell,
    Coral,
    board_of,
)
from engines.reef.counts import count, plus
from engines.reef.events import Did, Grew, Laid, LarvaCube
from engines.reef.phases.phase import Effect, Rule
from engines.reef.state import ReefState
from engines.reef.view import LarvaPlay

_PLACES = {source: {cell: Place(cell, source) for cell in COUNTRY} for source in SOURCES}


class LarvaRule(Rule[Larva]):
    """A larva play begins, twice a turn at most: a cube is shown and returned to the supply."""

    action = Larva
    fields = (CORALS,)

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        return "larva_limit" if state.turn.larva_plays >= LARVA_PLAYS else None

    def problem(self, state: ReefState, seat: Seat, action: Larva) -> str | None:
        player = state.players[seat]
        if not count(player.cubes, action.colour):
            return "no_cube"
        has_tile = count(player.hand, action.colour) or count(player.front, action.colour)
        return None if has_tile else "no_tile"

    def apply(self, state: ReefState, seat: Seat, action: Larva) -> Effect:
        state = _return_cube(state, seat, action.colour, 1)
        state = state.with_turn(larva_plays=state.turn.larva_plays + 1, play=LarvaPlay(action.colour))
        return state, (LarvaCube(state.seats[seat], "played", action.colour),)


class PlaceRule(Rule[Place]):
    """A tile is laid, four from the hand and any number from the front; an attacked one is consumed."""

    action = Place
    within_larva_play = True

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        return "no_larva_open" if state.turn.play is None else None

    def legal(self, state: ReefState, seat: Seat) -> Iterator[Place]:
        play = open_play(state)
        sources = [source for source in SOURCES if _problem_of_source(state, seat, play, source) is None]
        if sources:
            cells = [cell for cell in state.cells if problem_of_cell(state, cell, play.colour) is None]
            for source in sources:
                for cell in cells:
                    yield _PLACES[source][cell]

    def problem(self, state: ReefState, seat: Seat, action: Place) -> str | None:
        play = open_play(state)
        if not state.is_rock(action.cell):
            return "not_rock"
        code = _problem_of_source(state, seat, play, action.source)
        return code or problem_of_cell(state, action.cell, play.colour)

    def apply(self, state: ReefState, seat: Seat, action: Place) -> Effect:
        play, cell, player = open_play(state), action.cell, state.players[seat]
        colour, taken, from_hand = play.colour, state.polyps.get(cell), action.source == "hand"
        hand = plus(player.hand, colour, -1) if from_hand else player.hand
        front = player.front if from_hand else plus(player.front, colour, -1)
        if taken is not None:
            front = plus(front, taken)
        happened: list[Event] = [Laid(state.seats[seat], colour, cell, action.source, taken)]
        grown = growth(state, cell, colour)
        laid = {cell: colour}
        if grown is not None:
            laid[grown] = colour
            happened.append(Grew(colour, grown))
            state = state.with_open_sea(state.open_sea.without_tile(colour))
        play = replace(play, laid=play.laid + 1, from_hand=play.from_hand + from_hand)
        state = state.with_polyps(laid).with_player(seat, hand=hand, front=front)
        state = state.with_turn(acted=True, play=play).with_marks(
            laid=(cell,), attacked=() if taken is None else (cell,), grown=() if grown is None else (grown,)
        )
        return state, tuple(happened)


class EndLarvaRule(Rule[EndLarva]):
    """The play is closed, after a tile at least."""

    action = EndLarva

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        if state.turn.play is None:
            return "no_larva_open"
        return None if state.turn.play.laid else "no_tile_placed"

    def apply(self, state: ReefState, seat: Seat, action: EndLarva) -> Effect:
        return state.with_turn(play=None), (Did(state.seats[seat], "closed_larva"),)


class CancelRule(Rule[Cancel]):
    """The play is taken back while no tile has been laid: the cube returns, as if it had not been played."""

    action = Cancel
    within_larva_play = True

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        if state.turn.play is None:
            return "no_larva_open"
        return "tile_already_placed" if state.turn.play.laid else None

    def apply(self, state: ReefState, seat: Seat, action: Cancel) -> Effect:
        colour = open_play(state).colour
        state = _return_cube(state, seat, colour, -1)
        state = state.with_turn(play=None, larva_plays=state.turn.larva_plays - 1)
        return state, (LarvaCube(state.seats[seat], "taken_back", colour),)


def open_play(state: ReefState) -> LarvaPlay:
    """The larva play under way, where one must be."""
    assert state.turn.play is not None, "a larva play is open"  # noqa: S101
    return state.turn.play


def _return_cube(state: ReefState, seat: Seat, colour: Coral, number: int) -> ReefState:
    """A cube goes from the hand to the supply, or with -1 comes back from it."""
    state = state.with_player(seat, cubes=plus(state.players[seat].cubes, colour, -number))
    return state.with_open_sea(state.open_sea.with_cubes(colour, number))


def _problem_of_source(state: ReefState, seat: Seat, play: LarvaPlay, source: Source) -> str | None:
    """Why no tile of the larva play can be laid from the hand, or from the front."""
    if source == "hand" and play.from_hand >= HAND_TILES:
        return "hand_limit"
    player = state.players[seat]
    return None if count(player.hand if source == "hand" else player.front, play.colour) else "no_tile"


def problem_of_cell(state: ReefState, cell: Cell, colour: Coral) -> str | None:
    """Why a tile of this colour cannot be laid on a rock cell, hands disregarded."""
    target = state.polyps.get(cell)
    if target == colour:
        return "same_colour"
    if target is None:
        if cell in state.shrimps:
            return "shrimp_in_way"
    elif code := _problem_of_attack(state, cell, colour, target):
        return code
    return "joins_guarded" if state.corals.joins_guarded(cell, colour) else None


def _problem_of_attack(state: ReefState, cell: Cell, colour: Coral, target: Coral) -> str | None:
    attackers = state.corals.beside(cell, colour)
    if not attackers:
        return "attack_not_adjacent"
    largest = max(map(len, attackers))
    if largest < 2:
        return "attack_too_small"
    if not state.open_sea.is_stronger(colour, target):
        # The option takes the text of the original rules literally: the larger coral devours the smaller,
        # whatever the coral tile says.
        smaller = state.options.size_attack and len(state.corals.at(cell)) < largest
        if not smaller:
            return "attack_not_stronger"
    return "attack_protected" if state.corals.is_protected(cell) else None


def growth(state: ReefState, cell: Cell, colour: Coral) -> Cell | None:
    """The growth cell that gets a bonus tile when a tile of this colour is laid on a cell."""
    grows = BOARDS[board_of(cell)].growth
    if cell not in NEIGHBOURS[grows] or grows in state.polyps or grows in state.shrimps:
        return None
    if not count(state.bonus, colour):
        return None
    return None if state.corals.with_polyps({cell: colour}).joins_guarded(grows, colour) else grows


def is_full(state: ReefState) -> bool:
    """Whether no tile of any colour could be laid anywhere (section 10, condition 3)."""
    return all(cell in state.polyps for cell in state.cells) and all(
        problem_of_cell(state, cell, colour) is not None for cell in state.cells for colour in CORALS
    )
