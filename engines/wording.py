"""Wording that the sentences of all games share."""

import re
import unicodedata
from collections.abc import Iterable

INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
"""Characters that are invisible though they are no control or format characters: fillers, the empty Braille
cell, variation selectors, and code points that Unicode reserves for invisible characters.
"""
_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def listed(words: Iterable[str], joint: str = "and") -> str:
    """The words as a list in a sentence: ``a, b and c``. There must be at least one."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def counted(number: int, thing: str) -> str:
    """A number of things: ``1 soldier``, ``2 soldiers``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def spelled(number: int) -> str:
    """A number from 0 to 6 as a word: ``two``; larger ones in figures."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def times(number: int) -> str:
    """How often: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def figure(number: int) -> str:
    """A number with a proper minus sign: ``12``, ``−4``."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    """A change with its sign: ``+2``, ``0``, ``−21``."""
    return f"+{number}" if number > 0 else figure(number)


def shorten(text: str, most: int) -> str:
    """The text in at most `most` characters, cut with an ellipsis; no accent is cut off its letter."""
    if len(text) <= most:
        return text
    cut = most - 1
    while cut > 0 and unicodedata.category(text[cut]).startswith("M"):
        cut -= 1
    return f"{text[:cut].rstrip()}…"


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


_SEVERAL = re.compile(r"(\w+, )*\w+ and \w+ (?=[a-z])")
"""The subjects of a clause about several players: ``RED and BLUE``."""
_SECOND_VERB = re.compile(r"(?<=\band )(is|leaves|passes)\b")
"""The second verb of a clause that has two."""
_TO_READER = {"is": "are", "has": "have", "does": "do"}


def second_person(clause: str, name: str) -> str:
    """A clause about a player, addressed to them: ``White moves c3`` becomes ``you move c3``.

    ``RED and BLUE choose`` becomes ``you and BLUE choose``. Only the words are looked at.
    """
    if (several := _SEVERAL.match(clause)) is not None:
        return re.sub(rf"\b{re.escape(name)}\b", "you", several[0]) + clause[several.end() :]
    if clause.startswith(f"it is {name}'s "):
        return clause.replace(f"{name}'s", "your", 1)
    subject, _, predicate = clause.partition(" ")
    if subject == f"{name}'s":
        return f"your {predicate}"
    if subject != name or not predicate[:1].isalpha():
        return clause
    verb, _, rest = predicate.partition(" ")
    rest = _SECOND_VERB.sub(lambda found: _to_you(found[0]), rest)
    return f"you {_to_you(verb)} {rest}".rstrip()


def _to_you(verb: str) -> str:
    """The verb of a clause after ``you``; one in the past tense stays as it is."""
    if verb in _TO_READER:
        return _TO_READER[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
