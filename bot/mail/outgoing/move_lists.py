"""Lists of moves that fit into a mail: all of them, or the likeliest of each group."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.mail.outgoing.legal_moves import Move
from engines.wording import capital

_WHOLE: Final = 60
"""Moves that the body of a mail shows in full; of more it shows some, and all are attached."""
_COLUMN: Final = 16
"""Notation is padded to this width at most, to align the words."""
_LIKELIEST: Final = 4
"""How many actions of each group are named then."""


class MoveGroup(NamedTuple):
    """Moves that are listed under one heading."""

    name: str
    shown: tuple[Move, ...]
    left_out: int = 0
    numbers: str = ""
    """``12 to 48``, where some are left out."""


def groups_of(moves: Sequence[Move], *, whole: bool = False) -> tuple[MoveGroup, ...]:
    """The moves in their groups, in their order; unless the `whole` is wanted as many as have room."""
    groups = groupby(moves, key=lambda move: (move.group, move.number is None))
    shown = MoveGroup if whole or is_whole(moves) else _shortened
    return tuple(shown(name, tuple(of)) for (name, _), of in groups)


def is_whole(moves: Sequence[Move]) -> bool:
    """Whether a mail has room for all of them."""
    return len(moves) <= _WHOLE


def _shortened(name: str, moves: tuple[Move, ...]) -> MoveGroup:
    if not name or len(moves) <= _LIKELIEST + 1:
        return MoveGroup(name, moves)
    # Of equals the first: sorting is stable, also in reverse.
    ranks = [move.offer.rank for move in moves]
    likeliest = sorted(range(len(moves)), key=ranks.__getitem__, reverse=True)[:_LIKELIEST]
    shown = tuple(moves[at] for at in sorted(likeliest))
    numbers = f"{moves[0].number} to {moves[-1].number}"
    return MoveGroup(name, shown, len(moves) - len(shown), numbers)


def headed(text: str) -> str:
    """The text with a capital letter, unless it begins with a place such as ``c2``."""
    first = text.partition(" ")[0]
    begins_with_place = not first.isalpha() and any(map(str.isdigit, first))
    return text if begins_with_place else capital(text)


def list_text(groups: Iterable[MoveGroup], *, with_effects: bool = True) -> str:
    """The moves in lines: number, notation, description and, where they are wanted, its effects."""
    lines = list[str]()
    for group in groups:
        numbers = f" ({group.numbers})" if group.numbers else ""
        lines += ["", f"{headed(group.name)}{numbers}:"] if group.name else [""]
        width = min(max(len(move.notation) for move in group.shown), _COLUMN)
        for move in group.shown:
            notation = move.notation
            words = move.words if with_effects else move.offer.description
            # As “  3  c3-c4  move c3 to c4”.
            number = "" if move.number is None else move.number
            beside = "" if words == notation else words
            lines.append(f"{number:>4}  {notation.ljust(width)}  {beside}".rstrip())
        if group.left_out:
            lines.append(f"     … and {group.left_out} more in the attached list")
    return "\n".join(lines).strip("\n")
