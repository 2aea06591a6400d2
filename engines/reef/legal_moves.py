"""Legal actions: all of them, what each would do in a few words, and how to point at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from engines.contract import Pick, Seat
from engines.reef.actions import (
    SCREEN,
    SEA,
    SOURCES,
    Cancel,
    Choose,
    Collect,
    Cube,
    Decline,
    Eat,
    EndLarva,
    Feed,
    Introduce,
    Larva,
    Move,
    Place,
    PlayAlga,
    ReefAction,
    TakeTile,
)
from engines.reef.components import (
    ALGAE,
    BOARDS,
    CORALS,
    MEAL_MINIMUM,
    SHRIMPS_PER_BOARD,
    TILE_NUMBER,
    TILES,
    WORDS,
    Cell,
    board_of,
)
from engines.reef.corals import coral, guarded_cells, refused_cell
from engines.reef.counts import NUMBER, count, counted, letters
from engines.reef.effects import meal_gain, place
from engines.reef.naming import colours, many, one
from engines.reef.scoring import values
from engines.reef.state import ReefState, shrimps_left, sides
from engines.reef.validation import refused, validate

_DESCRIBED = 80
_SOURCES = {"hand": "from your hand", "front": "from your front"}


def legal(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    """Every legal action of a seat that is to act."""
    match state.phase:
        case "setup":
            for fish in CORALS:
                if count(state.players[seat].hand, fish):
                    for pair in combinations_with_replacement(CORALS, 2):
                        yield Choose(fish, "".join(pair))
        case "final":
            yield from map(Feed, _meals(state, seat))
            yield Decline()
        case "turn":
            yield from _of_turn(state, seat)


def _of_turn(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    play = state.turn.play
    if play is None and not state.turn.acted:
        yield from map(Eat, _meals(state, seat))
    if play is None or play.laid:
        yield from _allowed(state, seat, map(Larva, CORALS))
    if play is not None:
        yield from _placements(state, seat)
        yield EndLarva() if play.laid else Cancel()
    if play is None or play.laid:
        yield from _introductions(state, seat)
    yield from _moves(state, seat)
    if play is None or play.laid:
        yield from _allowed(state, seat, map(Cube, CORALS))
        yield from _allowed(state, seat, _algae(state, seat))
        yield from _allowed(state, seat, map(TakeTile, CORALS))
        yield from _allowed(state, seat, map(Collect, CORALS))


def _allowed(state: ReefState, seat: Seat, actions: Iterable[ReefAction]) -> Iterator[ReefAction]:
    return (action for action in actions if refused(state, seat, action) is None)


def _meals(state: ReefState, seat: Seat) -> list[Cell]:
    """Every cell of every coral that the seat may eat."""
    return [
        cell
        for post, own in sorted(state.shrimps.items())
        if own == seat
        for group in (coral(state.polyps, post),)
        if len(group) >= MEAL_MINIMUM
        for cell in sorted(group)
    ]


def _placements(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    play = state.turn.play
    if play is None:
        return
    free = [cell for cell in _cells(state) if refused_cell(state, cell, play.colour) is None]
    # Any one cell tells whether the source serves: these checks come before those of the cell.
    for source in SOURCES:
        if free and refused(state, seat, Place(free[0], source)) is None:
            for cell in free:
                yield Place(cell, source)


def _introductions(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    if state.turn.introduced or not shrimps_left(state, seat):
        return
    guarded = guarded_cells(state)
    open_boards = _open_boards(state, seat)
    for cell in _cells(state):
        if cell in state.polyps and cell not in guarded and board_of(cell) in open_boards:
            yield Introduce(cell)


def _moves(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    for origin in sorted(cell for cell, own in state.shrimps.items() if own == seat):
        guarded = guarded_cells(state, lifted=origin)
        open_boards = _open_boards(state, seat, lifted=origin)
        for board in state.boards:
            if board in open_boards:
                for cell in BOARDS[board].cells:
                    if cell not in guarded and cell not in state.shrimps:
                        yield Move(origin, cell)
        yield Move(origin, SCREEN)


def _open_boards(state: ReefState, seat: Seat, lifted: Cell | None = None) -> set[str]:
    """The boards on which fewer than two of the seat's shrimps stand, one of them lifted."""
    standing = [board_of(cell) for cell, own in state.shrimps.items() if own == seat and cell != lifted]
    return {board for board in state.boards if standing.count(board) < SHRIMPS_PER_BOARD}


def _algae(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    for alga in ALGAE:
        locks = [
            tile.id
            for tile, side, locked in zip(TILES, sides(state), state.locked, strict=True)
            if side.large == alga and not locked
        ]
        for pay in CORALS:
            if count(state.players[seat].front, pay):
                for to in (SEA, *locks):
                    yield PlayAlga(alga, pay, to)


def _cells(state: ReefState) -> Iterator[Cell]:
    for board in state.boards:
        yield from BOARDS[board].cells


def describe(state: ReefState, seat: Seat, action: ReefAction) -> str:
    """An action and its effect, at most 80 characters."""
    sound = validate(state, seat, action)
    return f"{_head(sound)}{_effect(state, seat, sound)}"[:_DESCRIBED]


def paths(state: ReefState, seat: Seat, action: ReefAction) -> tuple[tuple[Pick, ...], ...]:
    """What to do, then with what, then where: a board and a cell."""
    sound = validate(state, seat, action)
    told = describe(state, seat, sound)
    return ((*_way(state, sound), Pick(_goal(sound), told[:_DESCRIBED])),)


def _goal(action: ReefAction) -> str:
    """What the last pick of a path is."""
    match action:
        case Choose(cubes=cubes):
            return cubes
        case Eat(cell=cell) | Feed(cell=cell) | Place(cell=cell) | Introduce(cell=cell):
            return cell
        case Move(to=to):
            return to
        case Larva(colour=colour) | Cube(colour=colour) | TakeTile(colour=colour):
            return colour
        case PlayAlga(pay=pay):
            return pay
        case Collect(space=space):
            return space
        case EndLarva():
            return "end_larva"
        case Cancel():
            return "cancel"
        case Decline():
            return "decline"


def _way(state: ReefState, action: ReefAction) -> tuple[Pick, ...]:
    """The picks before the last."""
    match action:
        case Choose(fish=fish):
            return (Pick(fish, f"{fish}: {one(fish)} tile into your fish", "then two cubes"),)
        case Eat():
            return (Pick("eat", "Eat a coral", "before anything else this turn"),)
        case Feed():
            returned = "six" if state.options.advanced else "five"
            return (Pick("feed", "Eat one last coral", f"{returned} tiles go back to the bag"),)
        case Larva():
            left = 2 - state.turn.larva_plays
            return (Pick("larva", "Play a larva cube and lay tiles", f"{many(left, 'time')} more this turn"),)
        case Place(cell=cell, source=source):
            play = state.turn.play
            what = f"Lay {WORDS[play.colour]} tiles" if play else "Lay tiles"
            return (
                Pick("place", what, f"{play.from_hand if play else 0} of 4 laid from the hand"),
                Pick(source, _SOURCES[source].capitalize()),
                _board(cell),
            )
        case Introduce(cell=cell):
            return (Pick("shrimp", "Put a new shrimp on a coral", "once a turn"), _board(cell))
        case Move(origin=origin, to=to):
            first = (Pick("move", "Move a shrimp or take it back"), Pick(origin, f"The shrimp on {origin}"))
            return first if to == SCREEN else (*first, _board(to))
        case Cube():
            return (Pick("cube", "A consumed tile becomes a larva cube"),)
        case PlayAlga(alga=alga, to=to):
            goal = "To the open sea" if to == SEA else f"Lock {to}"
            return (
                Pick("alga", "A consumed tile becomes a cylinder", "it flips coral tiles, or locks one"),
                Pick(alga, f"A {alga} cylinder"),
                Pick(to, goal, _flips(state, action)),
            )
        case TakeTile():
            return (Pick("tile", "A larva cube becomes a tile of its colour"),)
        case Collect():
            return (Pick("collect", "Collect a space and end the turn"),)
    return ()


def _board(cell: Cell) -> Pick:
    return Pick(board_of(cell), f"On board {board_of(cell)}")


def _head(action: ReefAction) -> str:
    match action:
        case Choose(fish=fish, cubes=cubes):
            return f"{WORDS[fish]} into the fish, cubes {colours(counted(cubes))}"
        case Place(cell=cell, source=source):
            return f"{cell} from the front" if source == "front" else cell
        case Eat(cell=cell) | Feed(cell=cell):
            return cell
        case Larva(colour=colour):
            return f"{WORDS[colour]}"
        case Introduce(cell=cell):
            return cell
        case Move(origin=origin, to=to):
            return f"from {origin} back behind the screen" if to == SCREEN else to
        case Cube(colour=colour):
            return f"{WORDS[colour]} tile to cube"
        case PlayAlga(alga=alga, pay=pay, to=to):
            goal = "to sea" if to == SEA else f"locks {to}"
            return f"{alga} {goal} for {pay}"
        case TakeTile(colour=colour):
            return f"{WORDS[colour]} cube to tile"
        case Collect(space=space):
            return f"{WORDS[space]} space"
        case EndLarva():
            return "Close the larva play"
        case Cancel():
            return "Take the larva cube back"
        case Decline():
            return "Eat nothing more"


def _effect(state: ReefState, seat: Seat, action: ReefAction) -> str:
    player = state.players[seat]
    match action:
        case Eat(cell=cell) | Feed(cell=cell):
            colour, size = state.polyps[cell], len(coral(state.polyps, cell))
            gain = meal_gain(state, size)
            worth = gain * values(state)[NUMBER[colour]]
            return f": {WORDS[colour]} of {size}, {many(gain, 'tile')} for the fish, worth {worth}"
        case Place():
            return _laying(state, seat, action)
        case Larva(colour=colour):
            hand, front = count(player.hand, colour), count(player.front, colour)
            return f": {many(hand, 'tile')} in hand, {front} in front"
        case Introduce(cell=cell):
            return f": guards {_coral(state, cell)}"
        case Move(to=to) if to != SCREEN:
            return f": guards {_coral(state, to)}" if to in state.polyps else ": bare rock, not for good"
        case Cube(colour=colour):
            return f": {count(player.front, colour) - 1} left in front"
        case PlayAlga():
            return f": {_flips(state, action)}"
        case TakeTile(colour=colour):
            return f": {count(player.cubes, colour) - 1} cubes of it left"
        case Collect(space=space):
            tiles = letters(state.sea[NUMBER[space]])
            return f": cube {space}, {'tile' if len(tiles) == 1 else 'tiles'} {tiles}; ends the turn"
    return ""


def _coral(state: ReefState, cell: Cell) -> str:
    return f"{one(state.polyps[cell])} coral of {len(coral(state.polyps, cell))}"


def _laying(state: ReefState, seat: Seat, action: Place) -> str:
    after, _ = place(state, seat, action)
    cell = action.cell
    taken = state.polyps.get(cell)
    colour = after.polyps[cell]
    parts = []
    if taken is not None:
        got = count(after.players[seat].front, taken)
        front = "1 tile to your front" if got == 1 else f"1 tile to your front, {got} {WORDS[taken]} there"
        parts.append(f"attacks {WORDS[taken]}, {front}")
    size = len(coral(after.polyps, cell))
    parts.append(f"{WORDS[colour]} coral of {size}")
    grown = BOARDS[board_of(cell)].growth
    if grown != cell and grown in after.polyps and grown not in state.polyps:
        parts.append(f"{grown[3:]} grows")
    joint = " " if taken is not None else ": "
    return f"{joint}{'; '.join(parts)}"


def _flips(state: ReefState, action: PlayAlga) -> str:
    """The coral tiles that a cylinder flips, as they lie afterwards."""
    flips = [
        f"{side.weaker}>{side.stronger}"
        for number, (side, locked) in enumerate(zip(sides(state), state.locked, strict=True))
        if side.large == action.alga and not locked and number != TILE_NUMBER.get(action.to)
    ]
    return f"now {', '.join(flips)}" if flips else "flips nothing"
