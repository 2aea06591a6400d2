"""Numbers of things of the five coral colours: how they change, are drawn and are written (``GWW``)."""

from itertools import accumulate

from engines.chance import Chance
from engines.reef.components import CORALS, WORDS, Coral, one
from engines.reef.view import Counts
from engines.wording import listed, spelled

NONE: Counts = (0, 0, 0, 0, 0)
NUMBER: dict[Coral, int] = {colour: number for number, colour in enumerate(CORALS)}


def each(number: int) -> Counts:
    """This number of every colour."""
    return (number, number, number, number, number)


def count(counts: Counts, colour: Coral) -> int:
    """How many there are of a colour."""
    return counts[NUMBER[colour]]


def plus(counts: Counts, colour: Coral, number: int = 1) -> Counts:
    """The counts with `number` more of a colour, or fewer if it is negative."""
    changed = list(counts)
    changed[NUMBER[colour]] += number
    return _five(changed)


def together(these: Counts, those: Counts) -> Counts:
    """The sum of both, by colour."""
    return _five([first + second for first, second in zip(these, those, strict=True)])


def less(these: Counts, those: Counts) -> Counts:
    """The first without the second."""
    return _five([first - second for first, second in zip(these, those, strict=True)])


def draw(bag: Counts, chance: Chance) -> tuple[Coral, Counts, Chance]:
    """A random tile, each as likely; what remains in the bag, and the chance that remains."""
    number, chance = chance.below(sum(bag))
    colour = next(one for one, below in zip(CORALS, accumulate(bag), strict=True) if number < below)
    return colour, plus(bag, colour, -1), chance


def draw_many(bag: Counts, number: int, chance: Chance) -> tuple[Counts, Counts, Chance]:
    """The tiles drawn, what remains in the bag, and the chance that remains."""
    drawn = NONE
    for _ in range(number):
        colour, bag, chance = draw(bag, chance)
        drawn = plus(drawn, colour)
    return drawn, bag, chance


def singly(counts: Counts) -> list[Coral]:
    """The colours in the order W, Y, O, P, G, each as often as it is there."""
    return [colour for colour, number in zip(CORALS, counts, strict=True) for _ in range(number)]


def letters(counts: Counts) -> str:
    """The counts in one word, a letter for each tile."""
    return "".join(singly(counts))


def from_letters(text: str) -> Counts:
    """The inverse of `letters`, in any order. Raises ValueError."""
    if not set(text) <= set(CORALS):
        raise ValueError(f"Tiles and cubes are written with the letters {', '.join(CORALS)}.")
    return _five([text.count(colour) for colour in CORALS])


def things(counts: Counts, thing: str) -> str:
    """Cubes or tiles in words: ``a pink and a grey cube``, ``two white tiles``, ``no tiles``."""
    held = [(colour, number) for colour, number in zip(CORALS, counts, strict=True) if number]
    if not held:
        return f"no {thing}s"
    words = [one(colour) if number == 1 else f"{spelled(number)} {WORDS[colour]}" for colour, number in held]
    return f"{listed(words)} {thing}{'' if held[-1][1] == 1 else 's'}"


def _five(numbers: list[int]) -> Counts:
    white, yellow, orange, pink, grey = numbers
    return (white, yellow, orange, pink, grey)
