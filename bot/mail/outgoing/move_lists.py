"""Lists of moves that fit into a mail: all of them, or the likeliest of each group."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.mail.outgoing.legal_moves import LegalMove, MoveGroup
from engines.wording import capital

_WHOLE: Final = 60
"""The most moves that the body of a mail shows in full; of more it shows some, and all are attached."""
_COLUMN: Final = 16
"""The greatest width to which notation is padded, to align the words."""
_LIKELIEST: Final = 3
"""Moves that are shown of a group if not all are."""


class ShownGroup(NamedTuple):
    """The moves under one heading that a mail shows."""

    name: str
    moves: tuple[LegalMove, ...]
    left_out: int = 0
    numbers: str = ""
    """The range of the group's numbers, such as ``12 to 48``; empty unless moves are left out."""


def shown_of(groups: Sequence[MoveGroup]) -> tuple[ShownGroup, ...]:
    """All moves in their groups or, if a mail has no room for so many, the likeliest of each group."""
    return tuple(map(_whole if is_whole(groups) else _shortened, groups))


def size_of(groups: Iterable[MoveGroup]) -> int:
    """The number of moves in some groups."""
    return sum(len(group.offers) for group in groups)


def is_whole(groups: Iterable[MoveGroup]) -> bool:
    """Whether a mail has room for all moves of some groups."""
    return size_of(groups) <= _WHOLE


def whole_groups(moves: Iterable[LegalMove]) -> tuple[ShownGroup, ...]:
    """Moves in groups by their headings; all are shown."""
    groups = groupby(moves, key=lambda move: (move.group, bool(move.number)))
    return tuple(ShownGroup(name, tuple(of)) for (name, _), of in groups)


def _whole(group: MoveGroup) -> ShownGroup:
    return ShownGroup(group.name, tuple(group.moves))


def _shortened(group: MoveGroup) -> ShownGroup:
    name, first, offers = group.name, group.first, group.offers
    if not name or first is None or len(offers) <= _LIKELIEST + 1:
        return _whole(group)
    # Among equal ranks the first moves are chosen: sorting is stable, also in reverse.
    ranks = [offer.rank for offer in offers]
    likeliest = sorted(range(len(offers)), key=ranks.__getitem__, reverse=True)[:_LIKELIEST]
    moves = tuple(LegalMove(first + at, name, offers[at]) for at in sorted(likeliest))
    return ShownGroup(name, moves, len(offers) - len(moves), f"{first} to {first + len(offers) - 1}")


def headed(text: str) -> str:
    """The text with a capital letter, unless it begins with a place such as ``c2``."""
    first = text.partition(" ")[0]
    return text if any(map(str.isdigit, first)) else capital(text)


def list_text(groups: Iterable[ShownGroup]) -> str:
    """The moves in lines: number, notation, and words."""
    lines = list[str]()
    for name, moves, left_out, numbers in groups:
        lines += _heading(f"{headed(name)} ({numbers})" if numbers else headed(name))
        notations = [move.notation for move in moves]
        lines += _lines([move.number for move in moves], notations, [move.words for move in moves])
        if left_out:
            lines.append(f"     … and {left_out} more in the attached list")
    return "\n".join(lines).strip("\n")


def whole_list_text(groups: Iterable[MoveGroup]) -> str:
    """As `list_text`, of all moves and without effects, which take longer to find than the rest of a mail."""
    lines = list[str]()
    for group in groups:
        lines += _heading(headed(group.name))
        lines += _lines(group.numbers, group.notations, [offer.description for offer in group.offers])
    return "\n".join(lines).strip("\n")


def _heading(text: str) -> list[str]:
    return ["", f"{text}:"] if text else [""]


def _lines(numbers: Iterable[int | None], notations: Sequence[str], words: Iterable[str]) -> Iterator[str]:
    """A line for each move: “   3  c3-c4  move c3 to c4”."""
    width = min(max(map(len, notations)), _COLUMN)
    for number, notation, said in zip(numbers, notations, words, strict=False):
        before = str(number or "").rjust(4)
        if said and said != notation:
            yield f"{before}  {notation.ljust(width)}  {said}"
        else:
            yield f"{before}  {notation}"
