"""A player's legal moves with numbers, as mails list them and answers name them."""

import asyncio
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, TypeAlias

from msgspec.structs import fields

from bot.service import Service
from bot.service.game.picking import by_first_pick
from bot.service.values.answers import Choices
from bot.service.values.request import Person
from engines.contract import END, Action, Offer, Pick

_Named: TypeAlias = tuple[str, Offer[Any]]
"""A move with the name of its group."""


@dataclass
class Move:
    """A legal move. Not frozen, because creating hundreds would take three times as long; never changed.

    Its words are made on first access: of hundreds few are read.
    """

    number: int | None
    """From 1. None: named by its notation, so that the numbers stay while its player stages a choice."""
    notation: str
    group: str
    """The heading it is listed under; empty for none. The moves of a group are contiguous."""
    offer: Offer[Any] = field(repr=False, compare=False)

    @cached_property
    def words(self) -> str:
        """Its description and its effects."""
        return self.offer.words


async def legal_moves(service: Service, person: Person, code: str) -> tuple[Move, ...]:
    """A player's legal moves in the game itself.

    A number's meaning may change in secret, within a public version: a mail with numbers carries the list's
    key. Raises Refused where it is not that person's turn.
    """
    choices = await service.play.choices(person, code)
    return await asyncio.to_thread(numbered, choices)


def list_key(moves: Iterable[Move]) -> str:
    """A key that differs between lists in which a number means something else; five of ``a-z2-7``."""
    return key_of(move.notation for move in moves if move.number is not None)


def key_of(notations: Iterable[str]) -> str:
    """The same of what the numbers mean, from 1."""
    return b32encode(sha256("\n".join(notations).encode()).digest())[:5].decode().lower()


def numbered(choices: Choices) -> tuple[Move, ...]:
    """The same of choices that were read before."""
    switches, with_numbers = _listed(choices)
    return (
        *(Move(None, offer.notation, name, offer) for name, offer in switches),
        *(Move(number, offer.notation, name, offer) for number, (name, offer) in enumerate(with_numbers, 1)),
    )


def numbered_notations(choices: Choices) -> list[str]:
    """What the numbers mean, from 1: all that an answer by number needs, in a third of the time."""
    return [offer.notation for _, offer in _listed(choices)[1]]


def _listed(choices: Choices) -> tuple[list[_Named], list[_Named]]:
    """The moves without a number, which end a choice, and those with numbers: at last what ends a turn."""
    groups: dict[str, list[tuple[Pick, list[Offer[Any]]]]] = {"": []}
    for offers in by_first_pick(choices.offers, make_paths=True).values():
        pick = offers[0].paths[0][0]
        groups.setdefault(pick.label if len(offers) > 1 else "", []).append((pick, offers))
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
    return switches, ordinary + ends


@cache
def _takes_nothing(kind: type[Action]) -> bool:
    """Whether it has no blanks to fill in."""
    return not any(one.required for one in fields(kind))
