"""Whether an action is legal. `validate` is the only gate to an action: what it returns is legal.

Codes and their order are those of rules/reef-encounter.md section 12; words: `error_messages`. Beside
them there is ``syntax``, for what names no action, colour or coral tile at all; a cell that cannot be read is
no rock cell. A second set-up choice is `ALREADY_CHOSEN` before its content is looked at, and while others
still choose every command of a turn is `NOT_YOUR_TURN`.
"""

from __future__ import annotations

import re
from typing import TypeVar

from engines.contract import Action, IllegalAction, Seat
from engines.reef.actions import (
    SCREEN,
    SEA,
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
    CORALS,
    HAND_TILES,
    LARVA_PLAYS,
    MEAL_MINIMUM,
    NEIGHBOURS,
    SHRIMPS_PER_BOARD,
    TILE_NUMBER,
    WORDS,
    Alga,
    Cell,
    Coral,
    board_of,
)
from engines.reef.corals import coral, guard, refused_cell
from engines.reef.counts import count
from engines.reef.error_messages import HELP, error_message
from engines.reef.state import ReefState, cylinders, shrimps_left, sides

_CELL = re.compile(r"(B[1-4])[:. ]?([A-G][1-6])")
_NOWHERE = ""
"""What a cell that cannot be read is taken for."""
_CORAL_WORDS: dict[str, Coral] = {
    **{colour.lower(): colour for colour in CORALS},
    **{word: colour for colour, word in WORDS.items()},
    "gray": "G",
}
_ALGAE: dict[str, Alga] = {alga: alga for alga in ALGAE}
_GOES_ON = (Place, EndLarva, Move, Cancel, Eat)
"""What needs no tile of an open larva play to be laid first."""

Meaning = TypeVar("Meaning")


def validate(state: ReefState, seat: Seat, action: Action) -> ReefAction:
    """The same action with well-formed fields if it is legal. Raises IllegalAction."""
    sound: Action = action
    code = refused_moment(state, seat, action)
    if code is None:
        sound = well_formed(action)
        code = refused(state, seat, sound)
    if code is not None:
        raise IllegalAction(code, error_message(state, seat, sound, code))
    assert isinstance(sound, ReefAction)  # noqa: S101 -- nothing else is well formed
    return sound


def refused_moment(state: ReefState, seat: Seat, action: Action) -> str | None:
    """Why the seat cannot do anything of the kind now."""
    if state.phase == "over":
        return "GAME_OVER"
    feeding = isinstance(action, Feed | Decline)
    if state.phase == "final" and not feeding:
        return "FINAL_ONLY_FEED"
    if state.phase != "final" and feeding:
        return "NOT_FINAL"
    if seat not in range(len(state.players)) or seat in state.resigned:
        return "NOT_YOUR_TURN"
    if isinstance(action, Choose):
        chosen = state.phase != "setup" or state.players[seat].choice is not None
        return "ALREADY_CHOSEN" if chosen else None
    whose = {"setup": None, "turn": state.active, "final": next(iter(state.pending), None)}[state.phase]
    return None if seat == whose else "NOT_YOUR_TURN"


def well_formed(action: Action) -> ReefAction:
    """The action with its fields in canonical spelling. Raises IllegalAction ``syntax``."""
    match action:
        case Choose(fish=fish, cubes=cubes):
            return Choose(_coral(fish), _cubes(cubes))
        case Eat(cell=cell):
            return Eat(read_cell(cell))
        case Larva(colour=colour):
            return Larva(_coral(colour))
        case Place(cell=cell, source=source):
            if source not in ("hand", "front"):
                raise _unreadable("Tiles come from your hand or from your front.")
            return Place(read_cell(cell), source)
        case Introduce(cell=cell):
            return Introduce(read_cell(cell))
        case Move(origin=origin, to=to):
            return Move(read_cell(origin), SCREEN if _word(to) == SCREEN else read_cell(to))
        case Cube(colour=colour):
            return Cube(_coral(colour))
        case PlayAlga(alga=alga, pay=pay, to=to):
            found = _known(_ALGAE, alga, f"Algae are {', '.join(ALGAE)}.")
            return PlayAlga(found, _coral(pay), _target(to))
        case TakeTile(colour=colour):
            return TakeTile(_coral(colour))
        case Collect(space=space):
            return Collect(_coral(space))
        case Feed(cell=cell):
            return Feed(read_cell(cell))
        case EndLarva() | Cancel() | Decline():
            return action
    raise _unreadable(HELP)


def refused(state: ReefState, seat: Seat, action: ReefAction) -> str | None:
    """Why a well-formed action of the seat whose moment it is cannot be done: the first code that applies."""
    play = state.turn.play
    if play is not None and play.laid == 0 and not isinstance(action, _GOES_ON):
        return "NO_TILE_PLACED"
    match action:
        case Choose(fish=fish, cubes=cubes):
            if not count(state.players[seat].hand, fish):
                return "NO_TILE"
            return None if len(cubes) == 2 else "TWO_CUBES"
        case Eat(cell=cell):
            if state.turn.acted or play is not None:
                return "EAT_NOT_FIRST"
            return _refused_meal(state, seat, cell)
        case Feed(cell=cell):
            return _refused_meal(state, seat, cell)
        case Larva(colour=colour):
            return _refused_larva(state, seat, colour)
        case Place():
            return _refused_place(state, seat, action)
        case EndLarva():
            if play is None:
                return "NO_LARVA_OPEN"
            return None if play.laid else "NO_TILE_PLACED"
        case Cancel():
            if play is None:
                return "NO_LARVA_OPEN"
            return "TILE_ALREADY_PLACED" if play.laid else None
        case Introduce(cell=cell):
            return _refused_introduction(state, seat, cell)
        case Move():
            return _refused_move(state, seat, action)
        case Cube(colour=colour):
            if not count(state.players[seat].front, colour):
                return "NO_CONSUMED"
            return None if count(state.cubes, colour) else "NO_CUBE_IN_SUPPLY"
        case PlayAlga():
            return _refused_alga(state, seat, action)
        case TakeTile(colour=colour):
            if not count(state.players[seat].cubes, colour):
                return "NO_CUBE"
            left = count(state.bag, colour) or count(state.bonus, colour)
            return None if left else "NO_TILE_OF_COLOUR"
        case Collect():
            return "SHRIMP_ON_BARE_ROCK" if bare(state, seat) else None
        case Decline():
            return None


def bare(state: ReefState, seat: Seat) -> list[Cell]:
    """Where the seat's shrimps stand on bare rock."""
    return [cell for cell, own in state.shrimps.items() if own == seat and cell not in state.polyps]


def is_rock(state: ReefState, cell: Cell) -> bool:
    """Whether it is a rock cell of a board in play."""
    return cell in NEIGHBOURS and board_of(cell) in state.boards


def _refused_meal(state: ReefState, seat: Seat, cell: Cell) -> str | None:
    if not is_rock(state, cell):
        return "NOT_ROCK"
    group = coral(state.polyps, cell)
    post = guard(state, group)
    if post is None or state.shrimps[post] != seat:
        return "EAT_NOT_YOURS"
    return "EAT_TOO_SMALL" if len(group) < MEAL_MINIMUM else None


def _refused_larva(state: ReefState, seat: Seat, colour: Coral) -> str | None:
    player = state.players[seat]
    if state.turn.larva_plays >= LARVA_PLAYS:
        return "LARVA_LIMIT"
    if not count(player.cubes, colour):
        return "NO_CUBE"
    return None if count(player.hand, colour) or count(player.front, colour) else "NO_TILE"


def _refused_place(state: ReefState, seat: Seat, action: Place) -> str | None:
    play = state.turn.play
    if play is None:
        return "NO_LARVA_OPEN"
    if not is_rock(state, action.cell):
        return "NOT_ROCK"
    from_hand = action.source == "hand"
    if from_hand and play.from_hand >= HAND_TILES:
        return "HAND_LIMIT"
    player = state.players[seat]
    if not count(player.hand if from_hand else player.front, play.colour):
        return "NO_TILE"
    return refused_cell(state, action.cell, play.colour)


def _refused_introduction(state: ReefState, seat: Seat, cell: Cell) -> str | None:
    if state.turn.introduced:
        return "INTRODUCE_LIMIT"
    if not shrimps_left(state, seat):
        return "NO_SHRIMP_LEFT"
    if not is_rock(state, cell):
        return "NOT_ROCK"
    if cell not in state.polyps:
        return "SHRIMP_NEEDS_POLYP"
    if guard(state, coral(state.polyps, cell)) is not None:
        return "CORAL_HAS_SHRIMP"
    return "ROCK_LIMIT" if _standing(state, seat, cell) >= SHRIMPS_PER_BOARD else None


def _refused_move(state: ReefState, seat: Seat, action: Move) -> str | None:
    origin, to = action.origin, action.to
    if state.shrimps.get(origin) != seat:
        return "NOT_YOUR_SHRIMP"
    if to == SCREEN:
        return None
    if not is_rock(state, to):
        return "NOT_ROCK"
    if to == origin:
        return "NO_MOVE"
    if to not in state.polyps:
        if to in state.shrimps:
            return "CELL_TAKEN"
    elif guard(state, coral(state.polyps, to)) not in (None, origin):
        return "CORAL_HAS_SHRIMP"
    stays = board_of(to) == board_of(origin)
    return "ROCK_LIMIT" if _standing(state, seat, to) - stays >= SHRIMPS_PER_BOARD else None


def _standing(state: ReefState, seat: Seat, cell: Cell) -> int:
    """How many shrimps of the seat stand on the board of this cell."""
    board = board_of(cell)
    return sum(own == seat and board_of(post) == board for post, own in state.shrimps.items())


def _refused_alga(state: ReefState, seat: Seat, action: PlayAlga) -> str | None:
    player = state.players[seat]
    if not count(player.front, action.pay):
        return "NO_CONSUMED"
    if not cylinders(state)[action.alga]:
        return "NO_CYLINDER"
    if action.to == SEA:
        return None
    number = TILE_NUMBER[action.to]
    if not player.eaten:
        return "LOCK_NEEDS_FED"
    if state.turn.locked:
        return "LOCK_LIMIT"
    if state.locked[number]:
        return "LOCK_TAKEN"
    if sides(state)[number].large != action.alga:
        return "LOCK_WRONG_ALGA"
    is_last = sum(state.locked) == len(state.locked) - 1
    return "LOCK_LAST_NEEDS_TWO" if is_last and sum(player.fish) < 2 else None


def _unreadable(sentence: str) -> IllegalAction:
    return IllegalAction("syntax", f"That cannot be read. {sentence}")


def _word(text: object) -> str:
    return text.strip().lower() if isinstance(text, str) else ""


def _known(meanings: dict[str, Meaning], text: object, sentence: str) -> Meaning:
    word = _word(text)
    if word not in meanings:
        raise _unreadable(sentence)
    return meanings[word]


def _coral(text: object) -> Coral:
    return _known(_CORAL_WORDS, text, "Colours are W white, Y yellow, O orange, P pink and G grey.")


def _cubes(text: object) -> str:
    """Letters in the order of the colours; another number than two is for the rules to refuse."""
    named = _word(text).upper() if isinstance(text, str) and len(text) <= 20 else "?"
    if not set(named) <= set(CORALS):
        raise _unreadable("Two cubes are two letters of W, Y, O, P and G, such as WY.")
    return "".join(sorted(named, key=CORALS.index))


def _target(text: object) -> str:
    word = _word(text)
    if word == SEA:
        return SEA
    if word.upper() not in TILE_NUMBER:
        raise _unreadable(f"A cylinder goes to sea or to a coral tile: {', '.join(TILE_NUMBER)}.")
    return word.upper()


def read_cell(text: object) -> Cell:
    """A cell's canonical name, whether or not it is rock; what cannot be read is nowhere."""
    found = _CELL.fullmatch(_word(text).upper())
    return f"{found[1]}:{found[2]}" if found else _NOWHERE
