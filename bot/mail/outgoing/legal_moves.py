"""A player's legal moves with numbers, as mails list them and answers name them."""

import asyncio
import re
from base64 import b32encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import count, groupby, repeat
from operator import itemgetter
from typing import Any, Final

from msgspec.structs import fields

from bot.service.facade import Service
from bot.service.game.picking import by_first_pick
from bot.service.values.answers import Choices
from bot.service.values.request import Person
from engines.contract import END, Action, Offer, Value

_NUMBERED: Final = re.compile(r"(\d{1,4})[.:)]? (.+)")


class LegalMove(Value, frozen=True, dict=True):
    """A legal move. Its words are made on first access."""

    number: int | None
    """The move's number, from 1. None: the move is named by its notation, so that the numbers of others stay
    while the player stages a choice."""
    group: str
    """The heading it is listed under; empty for none."""
    offer: Offer[Any]

    @property
    def notation(self) -> str:
        """The move in its canonical notation."""
        return self.offer.notation

    @cached_property
    def words(self) -> str:
        """The move's description and effects."""
        return self.offer.words


class MoveGroup(Value, frozen=True, dict=True):
    """Moves that are listed under one heading, perhaps hundreds, of which few are shown."""

    name: str
    """The heading; empty for none."""
    first: int | None
    """The number of the first move, from which the others count on; None: the moves have no numbers."""
    offers: Sequence[Offer[Any]]

    @cached_property
    def notations(self) -> list[str]:
        """The moves in notation."""
        return [offer.notation for offer in self.offers]

    @property
    def numbers(self) -> Iterator[int | None]:
        """The moves' numbers; None for each that has none."""
        return repeat(None, len(self.offers)) if self.first is None else count(self.first)

    @property
    def moves(self) -> Iterator[LegalMove]:
        """The moves one by one."""
        return map(LegalMove, self.numbers, repeat(self.name), self.offers)


async def legal_moves(service: Service, person: Person, code: str) -> tuple[LegalMove, ...]:
    """A player's legal moves in a game.

    The meaning of a number may change in secret, within a public version, so a mail with numbers carries the
    key of its list. Raises Refused where it is not that person's turn.
    """
    groups = await asyncio.to_thread(grouped, await service.play.choices(person, code))
    return tuple(move for group in groups for move in group.moves)


def list_key(moves: Iterable[LegalMove]) -> str:
    """A key that differs between lists in which a number means something else; five of ``a-z2-7``."""
    return key_of(move.notation for move in moves if move.number is not None)


def key_of(notations: Iterable[str]) -> str:
    """The key of notations: those that the numbers stand for, from 1, or the one that a `yes` stands for."""
    return b32encode(sha256("\n".join(notations).encode()).digest())[:5].decode().lower()


def notations_by_number(groups: Iterable[MoveGroup]) -> list[str]:
    """The notations that the numbers stand for, from 1."""
    return [one for group in groups if group.first is not None for one in group.notations]


def shown_as(groups: Iterable[MoveGroup], line: str) -> str | None:
    """The notation of the only move that a mail lists with these words, and perhaps a number; else None."""
    text = " ".join(line.casefold().split())
    number, text = found.groups() if (found := _NUMBERED.fullmatch(text)) else (None, text)
    moves = (move for group in groups for move in group.moves)
    numbered = (move for move in moves if number in {None, str(move.number)})
    notations = {move.notation for move in numbered if _is_shown_as(move, text)}
    return notations.pop() if len(notations) == 1 else None


def _is_shown_as(move: LegalMove, text: str) -> bool:
    notation, description = move.notation.casefold(), move.offer.description.casefold()
    ways = {text, text.removeprefix(f"{notation} "), text.removesuffix(f" {notation}")}
    near = {way for way in ways if way.startswith(description)}
    return text == notation or description in near or (bool(near) and move.words.casefold() in near)


def grouped(choices: Choices) -> tuple[MoveGroup, ...]:
    """The moves in groups: first those without a number, which end a choice; last what ends a turn."""
    switches, ordinary, ends = ({"": list[Offer[Any]]()} for _ in range(3))
    for offers in by_first_pick(choices.offers, make_paths=True).values():
        pick = offers[0].paths[0][0]
        name = pick.label if len(offers) > 1 else ""
        numbered = ends if pick.group == END else ordinary
        if not choices.staged:
            numbered.setdefault(name, []).extend(offers)
            continue
        for offer in offers:
            headings = switches if _takes_nothing(offer.action.__class__) else numbered
            headings.setdefault(name, []).append(offer)
    return (*_groups(None, switches.items()), *_groups(1, (*ordinary.items(), *ends.items())))


def _groups(number: int | None, headed: Iterable[tuple[str, list[Offer[Any]]]]) -> Iterator[MoveGroup]:
    """Moves in groups by headings; equal headings in a row make one group. `number`: of the first move."""
    for name, alike in groupby(filter(itemgetter(1), headed), itemgetter(0)):
        offers = [offer for _, some in alike for offer in some]
        yield MoveGroup(name, number, offers)
        number = None if number is None else number + len(offers)


@cache
def _takes_nothing(kind: type[Action]) -> bool:
    """Whether actions of this kind have no required fields."""
    return not any(one.required for one in fields(kind))
