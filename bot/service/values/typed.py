"""Text that people typed, within sentences: a game, a seat, or anything that is quoted."""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import Seat

Found = TypeVar("Found")

CODE: Final = re.compile(r"[0-9A-Z]{1,8}")
"""A game's code, or the beginning of one."""


def quoted(typed: str) -> str:
    """Typed text within a sentence: short, on one line, without Markdown."""
    kept = "".join(char for char in typed if char.isalnum() or char.isspace() or char in "+-.,'!?@#/=")
    return f"“{' '.join(kept.split())[:30] or '?'}”"


def typed_code(typed: str) -> str:
    """A game's code as a user typed it. Raises Refused for what cannot be one."""
    wanted = typed.strip().upper()
    if CODE.fullmatch(wanted):
        return wanted
    raise Refused(
        "no_such_game",
        f"{quoted(typed)} is not a game's code: a code has four to eight letters and digits, such as K7QX.",
    )


def typed_point(typed: str, instead: str) -> int:
    """The number of a point of a game as a user typed it. Raises Refused, which says what to do `instead`."""
    if typed.isascii() and typed.isdigit() and len(typed) < 10:
        return int(typed)
    raise Refused("no_such_point", f"{quoted(typed)} is not a point of this game: {instead}.")


def seat_named(game: GameSummary, name: str) -> Seat:
    """The seat of this name, or of the only person of this name. Raises Refused, which lists the seats."""
    wanted = name.strip().lower()
    seats = [seat.seat for seat in game.seats if seat.name.lower() == wanted]
    people = [seat.seat for seat in game.seats if seat.person and seat.person.name.lower() == wanted]
    if seats or len(people) == 1:
        return (seats or people)[0]
    names = ", ".join(seat.name for seat in game.seats)
    raise Refused("no_such_seat", f"There is no seat {quoted(name)}; there are: {names}.")


def mentioning(typed: str, things: Iterable[Found], text_of: Callable[[Found], str]) -> list[Found]:
    """The things whose text contains what was typed, such as a cell: ``a1`` is not in ``a10``.

    Letters may be small or capital; but where ``K2`` as typed is found, ``k2``, which are two ships, is not.
    """
    wanted = re.escape(typed.strip())
    if not wanted[-1:].isdigit():
        return [one for one in things if re.search(wanted, text_of(one), re.IGNORECASE)]
    texts = [(one, text_of(one)) for one in things]
    exact = [] if wanted.islower() else [one for one, text in texts if re.search(rf"{wanted}(?!\d)", text)]
    return exact or [one for one, text in texts if re.search(rf"{wanted}(?!\d)", text, re.IGNORECASE)]
