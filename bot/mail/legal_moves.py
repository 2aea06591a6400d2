"""The legal moves of a player, numbered: as mails list them, and as a number in an answer is read."""

import asyncio
from base64 import b32encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.structs import fields

from bot.service import Service
from bot.service.summaries import Choices, Person
from engines.contract import END, Offer


class Move(NamedTuple):
    """One of the moves that are legal now."""

    number: int | None
    """From 1 on. None: it has none and is named by its notation, so that the numbers stay while its player
    stages a choice."""
    notation: str
    words: str
    """What it is and what comes of it."""
    group: str
    """What it is listed under; empty for what stands alone. The moves of a group follow each other."""
    rank: float = 0.0
    """How likely one wants it (`Offer.rank`)."""


async def legal_moves(service: Service, person: Person, code: str) -> tuple[Move, ...]:
    """What a player may do now in the game itself, as they may know it.

    What a number means may change unseen by others, while the public version stays: a mail that shows numbers
    carries the list's key. Raises Refused where it is not that person's turn.
    """
    choices = await service.play.choices(person, code)
    # Hundreds of offers make their words now.
    return await asyncio.to_thread(numbered, choices)


def list_key(moves: Iterable[Move]) -> str:
    """What tells a list from others in which some number means something else; five of ``a-z2-7``."""
    named = "\n".join(move.notation for move in moves if move.number is not None)
    return b32encode(sha256(named.encode()).digest())[:5].decode().lower()


def numbered(choices: Choices) -> tuple[Move, ...]:
    """The same of choices that were read before."""
    groups: dict[str, list[Offer[Any]]] = {"": []}
    for name, offers in _by_first_pick(choices.offers):
        groups.setdefault(name if len(offers) > 1 else "", []).extend(offers)
    listed = [(name, offer) for name, offers in groups.items() for offer in offers]
    listed.sort(key=lambda one: _comes_last(choices, one[1]))
    moves, number = list[Move](), 0
    for name, offer in listed:
        counts = not (choices.staged and _is_switch(offer))
        number += counts
        moves.append(Move(number if counts else None, offer.notation, offer.words, name, offer.rank))
    return tuple(moves)


def _by_first_pick(offers: Iterable[Offer[Any]]) -> Iterable[tuple[str, list[Offer[Any]]]]:
    """The offers by the label of what is picked first on the way to them."""
    begun: dict[str, tuple[str, list[Offer[Any]]]] = {}
    for offer in offers:
        pick = offer.paths[0][0]
        begun.setdefault(pick.value, (pick.label, []))[1].append(offer)
    return begun.values()


def _comes_last(choices: Choices, offer: Offer[Any]) -> int:
    """What ends a turn comes after all else, and after that what has no number."""
    if choices.staged and _is_switch(offer):
        return 2
    return int(offer.paths[0][0].group == END)


def _is_switch(offer: Offer[Any]) -> bool:
    """Whether there is nothing to fill in."""
    return not any(field.required for field in fields(offer.action))
