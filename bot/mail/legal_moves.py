"""The legal moves of a player, numbered: as mails list them, and as a number in an answer is read."""

import asyncio
from base64 import b32encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import fields

from bot.service import Service
from bot.service.summaries import Choices, Person
from engines.contract import END, Offer, Pick


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


async def numbered_notations(service: Service, person: Person, code: str) -> dict[int, str]:
    """The notation of each move that has a number. Raises Refused where it is not that person's turn."""
    choices = await service.play.choices(person, code)
    return await asyncio.to_thread(
        lambda: {number: offer.notation for number, _, offer in _in_order(choices) if number is not None}
    )


def list_key(moves: Iterable[Move]) -> str:
    """What tells a list from others in which some number means something else; five of ``a-z2-7``."""
    return notations_key(move.notation for move in moves if move.number is not None)


def notations_key(notations: Iterable[str]) -> str:
    """The same of the notations of the moves that have a number, in their order."""
    return b32encode(sha256("\n".join(notations).encode()).digest())[:5].decode().lower()


def numbered(choices: Choices) -> tuple[Move, ...]:
    """The same of choices that were read before."""
    return tuple(
        Move(number, offer.notation, offer.words, group, offer.rank)
        for number, group, offer in _in_order(choices)
    )


def _in_order(choices: Choices) -> Iterator[tuple[int | None, str, Offer[Any]]]:
    """The offers as they are listed, with their numbers and groups; none of them makes its words."""
    begun: dict[str, tuple[Pick, list[Offer[Any]]]] = {}
    for offer in choices.offers:
        pick = offer.paths[0][0]
        begun.setdefault(pick.value, (pick, []))[1].append(offer)
    groups: dict[str, list[tuple[Pick, Offer[Any]]]] = {"": []}
    for pick, offers in begun.values():
        name = pick.label if len(offers) > 1 else ""
        groups.setdefault(name, []).extend((pick, offer) for offer in offers)
    listed = [(name, pick, offer) for name, offers in groups.items() for pick, offer in offers]
    # What ends a turn comes after all else, and after that what has no number.
    listed.sort(key=lambda one: 2 if choices.staged and _is_switch(one[2]) else one[1].group == END)
    numbers = count(1)
    for name, _, offer in listed:
        yield None if choices.staged and _is_switch(offer) else next(numbers), name, offer


def _is_switch(offer: Offer[Any]) -> bool:
    """Whether there is nothing to fill in."""
    return not any(field.required for field in fields(offer.action))
