"""The legal moves of a player, numbered: as mails list them, and as a number in an answer is read."""

import asyncio
from base64 import b32encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from itertools import repeat
from typing import Any, TypeAlias

from msgspec.structs import fields

from bot.service import Service
from bot.service.answers import Choices
from bot.service.request import Person
from engines.contract import END, Action, Offer, Pick

_Named: TypeAlias = tuple[str, Offer[Any]]
"""A move with the name of its group."""


@dataclass
class Move:
    """One of the moves that are legal now, which stays as it is made.

    Its words are made when they are first read: of hundreds few are. Were it frozen, making it would take
    three times as long.
    """

    number: int | None
    """From 1 on. None: it has none and is named by its notation, so that the numbers stay while its player
    stages a choice."""
    notation: str
    group: str
    """What it is listed under; empty for what stands alone. The moves of a group follow each other."""
    offer: Offer[Any] = field(repr=False, compare=False)

    @cached_property
    def words(self) -> str:
        """What it is and what comes of it."""
        return self.offer.words


async def legal_moves(service: Service, person: Person, code: str) -> tuple[Move, ...]:
    """What a player may do now in the game itself, as they may know it.

    What a number means may change unseen by others, while the public version stays: a mail that shows numbers
    carries the list's key. Raises Refused where it is not that person's turn.
    """
    choices = await service.play.choices(person, code)
    return await asyncio.to_thread(numbered, choices)


def list_key(moves: Iterable[Move]) -> str:
    """What tells a list from others in which some number means something else; five of ``a-z2-7``."""
    notations = "\n".join(move.notation for move in moves if move.number is not None)
    return b32encode(sha256(notations.encode()).digest())[:5].decode().lower()


def numbered(choices: Choices) -> tuple[Move, ...]:
    """The same of choices that were read before."""
    groups: dict[str, list[tuple[Pick, Sequence[Offer[Any]]]]] = {"": []}
    for offers in _by_first(choices.offers):
        pick = offers[0].paths[0][0]
        groups.setdefault(pick.label if len(offers) > 1 else "", []).append((pick, offers))
    # What ends a turn comes after all else, and after that what has no number.
    ordinary, ends, switches = list[_Named](), list[_Named](), list[_Named]()
    for name, begun in groups.items():
        for pick, offers in begun:
            numbered_there = ends if pick.group == END else ordinary
            if not choices.staged:
                numbered_there += [(name, offer) for offer in offers]
                continue
            for offer in offers:
                switch = _takes_nothing(offer.action.__class__)
                (switches if switch else numbered_there).append((name, offer))
    numbers = (*range(1, len(ordinary) + len(ends) + 1), *repeat(None, len(switches)))
    return tuple(
        Move(number, offer.notation, name, offer)
        for number, (name, offer) in zip(numbers, (*ordinary, *ends, *switches), strict=True)
    )


def _by_first(offers: Iterable[Offer[Any]]) -> Iterable[Sequence[Offer[Any]]]:
    """The moves that begin with the same pick, whose paths need not be made where that is known without."""
    begun: dict[str, list[Offer[Any]]] = {}
    for offer in offers:
        value = offer.first or offer.paths[0][0].value
        if value in begun:
            begun[value].append(offer)
        else:
            begun[value] = [offer]
    return begun.values()


@cache
def _takes_nothing(kind: type[Action]) -> bool:
    """Whether there is nothing to fill in."""
    return not any(one.required for one in fields(kind))
