"""Numbers of things of the five coral colours, and how they are written: ``GWW``."""

from __future__ import annotations

from engines.reef.components import CORALS, Coral
from engines.reef.view import Counts

NONE: Counts = (0, 0, 0, 0, 0)
NUMBER: dict[Coral, int] = {colour: number for number, colour in enumerate(CORALS)}


def each(number: int) -> Counts:
    """So many of every colour."""
    return (number, number, number, number, number)


def count(counts: Counts, colour: Coral) -> int:
    """How many there are of a colour."""
    return counts[NUMBER[colour]]


def plus(counts: Counts, colour: Coral, number: int = 1) -> Counts:
    """With so many more of a colour, or fewer."""
    changed = list(counts)
    changed[NUMBER[colour]] += number
    return _five(changed)


def together(one: Counts, other: Counts) -> Counts:
    """Both."""
    return _five([first + second for first, second in zip(one, other, strict=True)])


def less(one: Counts, other: Counts) -> Counts:
    """The first without the other."""
    return _five([first - second for first, second in zip(one, other, strict=True)])


def letters(counts: Counts) -> str:
    """The letters in the order W, Y, O, P, G, each as often as it is there."""
    return "".join(colour * number for colour, number in zip(CORALS, counts, strict=True))


def counted(text: str) -> Counts:
    """The inverse of `letters`, in any order. Raises ValueError."""
    if not set(text) <= set(CORALS):
        raise ValueError(f"Tiles and cubes are written with the letters {', '.join(CORALS)}.")
    return _five([text.count(colour) for colour in CORALS])


def _five(numbers: list[int]) -> Counts:
    white, yellow, orange, pink, grey = numbers
    return (white, yellow, orange, pink, grey)
