"""Reading and writing actions: ``larva P``, ``place B2:E4 front``, ``move B2:E4 screen``, ``alga red Y GW``.

An action is its command word and its fields. Section 15 of docs/rules/reef-encounter.md writes some of them
differently (``move B2:F4>B2:F3``, ``alga red (pay Y) to GW``, ``introduce``); that is read as well, and so
are cells as pictures name them (``B2 e4``). Case does not matter, colours may be words; little words between
fields may be omitted.
"""

import re
from typing import Any

from msgspec.structs import astuple

from engines.contract import ErrorCode, IllegalAction, Seat
from engines.reef.actions import ACTIONS, SOURCES, Choose, Introduce, Place, ReefAction
from engines.reef.components import WORDS
from engines.reef.spelling import HELP, canonical, unreadable
from engines.reef.state import ReefState
from engines.reef.validation import validate

_LONGEST = 100
_BETWEEN = re.compile(r"[\s()>→,=-]+")
_SPACED = re.compile(r"(?<![\w:.])(b[1-4]) +([a-g][1-6])\b(?![:.])")
"""A cell as pictures name it."""
_LITTLE = {"to", "from", "onto", "on", "pay", "with", "the", "at"}
_WORDS: dict[type[ReefAction], str] = {action: str(action.__struct_config__.tag) for action in ACTIONS}
_COMMANDS = {**{word: action for action, word in _WORDS.items()}, "introduce": Introduce}


def write(action: ReefAction) -> str:
    """The canonical text of an action, whatever the spelling of its fields."""
    return written(canonical(action))


def written(action: ReefAction) -> str:
    """The canonical text of an action whose fields are in canonical spelling."""
    words = astuple(action)
    if isinstance(action, Place) and action.source == "hand":
        words = words[:1]
    return " ".join((_WORDS[type(action)], *words))


def read(state: ReefState, seat: Seat, text: str) -> ReefAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    if len(text) > _LONGEST:
        raise IllegalAction(ErrorCode.SYNTAX, f"That is too long for one action. {HELP}")
    cells = _SPACED.sub(r"\1:\2", text.lower().strip())
    words = [word for word in _BETWEEN.split(cells) if word and word not in _LITTLE]
    action = _named(words)
    if action is None:
        if words and words[0] in _COMMANDS:
            raise unreadable(HELP, f"“{words[0]}” needs something else behind it.")
        raise unreadable(HELP)
    return validate(state, seat, action)


def _named(words: list[str]) -> ReefAction | None:
    """The action as it is written: what its fields mean is for `validate` to find out."""
    command, *given = ["end_larva"] if words == ["end", "larva"] else words or [""]
    made: Any = _COMMANDS.get(command)
    if made is Choose:
        # The rules' letters, or the names of the cubes one by one.
        given = [*given[:1], *filter(None, ["".join(map(_letter, given[1:]))])]
    if made is None or (made is Place and not set(SOURCES).issuperset(given[1:])):
        return None
    most, optional = len(made.__struct_fields__), len(made.__struct_defaults__)
    return made(*given) if most - optional <= len(given) <= most else None


def _letter(word: str) -> str:
    return next((colour for colour, name in WORDS.items() if name == word), word)
