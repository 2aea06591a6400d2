"""Words that the sentences of all games share."""

from collections.abc import Iterable

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def listed(words: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``. There is at least one word."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def counted(number: int, thing: str) -> str:
    """``1 soldier``, ``2 soldiers``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def spelled(number: int) -> str:
    """A number from 0 to 6 as a word: ``two``; larger ones in figures."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def figure(number: int) -> str:
    """A number with a proper minus sign: ``12``, ``−4``."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    """A change with its sign: ``+2``, ``0``, ``−21``."""
    return f"+{number}" if number > 0 else figure(number)


def shortened(text: str, room: int) -> str:
    """The text, cut with an ellipsis where it is longer than there is room for."""
    return text if len(text) <= room else f"{text[: room - 1]}…"
