"""The fields of actions, however players spell them, in their canonical form."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import astuple

from engines.contract import Action, ErrorCode, IllegalAction
from engines.reef import actions
from engines.reef.actions import SCREEN, SEA, SOURCES, ReefAction
from engines.reef.components import ALGAE, CORALS, NEIGHBOURS, TILE_NUMBER, WORDS, Cell, board_of, place
from engines.wording import listed

HELP = (
    "Write for example larva P, place B2 e4, move B2 e4 screen, alga red Y sea or collect W; several have "
    "“;” between them."
)

_CELL = re.compile(r"(B[1-4])[:. ]?([A-G][1-6])")
_HARMLESS = re.compile(r"[a-z0-9][a-z0-9:.]{0,11}")
"""Input that may be repeated in a refusal."""
_NOWHERE = ""
"""The name that stands for an unreadable cell: no rock cell has it."""


def canonical(action: Action) -> ReefAction:
    """The action with its fields in canonical spelling. Raises IllegalAction ``syntax``."""
    readers = _READERS.get(type(action))
    if readers is None:
        raise unreadable(HELP)
    made: Any = type(action)
    sound: ReefAction = made(*(read(field) for read, field in zip(readers, astuple(action), strict=True)))
    return sound


def unreadable(sentence: str, problem: str = "That cannot be read.") -> IllegalAction:
    """The refusal of a text that names no action, colour or coral tile at all."""
    return IllegalAction(ErrorCode.SYNTAX, f"{problem} {sentence}")


def no_cell(text: object, boards: Sequence[str]) -> str:
    """The sentence why the text that a player has written names no rock cell in play."""
    cell, word = read_cell(text), _word(text)
    if cell and board_of(cell) not in boards:
        return f"There is no board {board_of(cell)} in this game: there are {listed(boards)}."
    if cell:
        return f"{place(cell)} is open sea: nothing is ever laid there."
    missing = f"no cell {word}" if _HARMLESS.fullmatch(word) else "no such cell"
    return f"There is {missing}: cells are called {boards[0]} d4 or {boards[0]}:D4, on {listed(boards)}."


def read_cell(text: object) -> Cell:
    """A cell's canonical name, whether or not it is rock; ``""`` for a text that cannot be read."""
    if isinstance(text, str) and text in NEIGHBOURS:
        return text
    found = _CELL.fullmatch(_word(text).upper())
    return f"{found[1]}:{found[2]}" if found else _NOWHERE


def _word(text: object) -> str:
    return text.strip().lower() if isinstance(text, str) else ""


def _one_of(meanings: Mapping[str, str], sentence: str) -> Callable[[object], str]:
    """A function that returns the meaning of a word, and refuses any other text with the sentence."""

    def read(text: object) -> str:
        word = _word(text)
        if word not in meanings:
            raise unreadable(sentence)
        return meanings[word]

    return read


def _cubes(text: object) -> str:
    """The cubes' letters in the order of the colours. The rules refuse any number except two."""
    named = _word(text).upper() if isinstance(text, str) and len(text) <= 20 else "?"
    if not set(named) <= set(CORALS):
        raise unreadable("Two cubes are two letters of W, Y, O, P and G, such as WY.")
    return "".join(sorted(named, key=CORALS.index))


_coral = _one_of(
    {
        **{colour.lower(): colour for colour in CORALS},
        **{word: colour for colour, word in WORDS.items()},
        "gray": "G",
    },
    "Colours are W white, Y yellow, O orange, P pink and G grey.",
)
_alga = _one_of({alga: alga for alga in ALGAE}, f"Algae are {', '.join(ALGAE)}.")
_source = _one_of({source: source for source in SOURCES}, "Tiles come from your hand or from your front.")
_target = _one_of(
    {SEA: SEA, **{tile.lower(): tile for tile in TILE_NUMBER}},
    f"A cylinder goes to sea or to a coral tile: {', '.join(TILE_NUMBER)}.",
)
_READERS: dict[type[Action], tuple[Callable[[object], str], ...]] = {
    actions.Choose: (_coral, _cubes),
    actions.Eat: (read_cell,),
    actions.Larva: (_coral,),
    actions.Place: (read_cell, _source),
    actions.EndLarva: (),
    actions.Cancel: (),
    actions.Introduce: (read_cell,),
    actions.Move: (read_cell, lambda text: SCREEN if _word(text) == SCREEN else read_cell(text)),
    actions.Cube: (_coral,),
    actions.PlayAlga: (_alga, _coral, _target),
    actions.TakeTile: (_coral,),
    actions.Collect: (_coral,),
    actions.Feed: (read_cell,),
    actions.Decline: (),
}
"""The functions that read the fields of each action."""
