"""The way from picks to an action, one level of `Offer.paths` after the other."""

import re
from base64 import b32encode
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from engines.contract import END, AnyEngine, Offer, Pick, Seat, Value, View
from engines.wording import capital

FIRST_PICKS = 10
"""The most first picks that a card offers."""
_SHORT = re.compile(r"[\w .:-]{1,12}", re.ASCII)


@lru_cache(4096)
def token_of(value: str) -> str:
    """A pick's token in a button: its value, or a digest of a long one; at most 12 characters."""
    if _SHORT.fullmatch(value):
        return value
    return f"~{b32encode(sha256(value.encode()).digest())[:8].decode()}"


class Entry(NamedTuple):
    """A possible next pick, with the actions to which it may lead."""

    pick: Pick
    offers: Sequence[Offer[Any]] = ()

    @property
    def token(self) -> str:
        """Its token in a button."""
        return token_of(self.pick.value)

    @property
    def in_group(self) -> str:
        """Its place or else its label, below the name of its group: ``A1`` of “Region A1”."""
        return self.pick.at or self.pick.label.removeprefix(f"{capital(self.pick.group)} ")

    @property
    def rank(self) -> float:
        """How likely a player wants the best of its actions."""
        return max((offer.rank for offer in self.offers), default=0.0)


class PickLevel(NamedTuple):
    """The level to which picks have led."""

    tokens: tuple[str, ...]
    """The picks made so far, as buttons carry them."""
    picks: tuple[Pick, ...]
    """All picks so far, with those that were the only ones of their level."""
    entries: tuple[Entry, ...]
    """The possible next picks, in the order of the offers; empty once an action is reached."""
    offer: Offer[Any] | None = None
    """The action to which the picks have led."""


def level_of(offers: Iterable[Offer[Any]], tokens: Sequence[str] = ()) -> PickLevel:
    """The level that these picks lead to. A level with a single entry is skipped, but never into an action.

    Picks that lead nowhere belong to another position: the first level is returned.
    """
    offers = tuple(offers)
    begun = by_first_pick(offers, make_paths=False)
    if len(begun) > 1:
        if not tokens:
            return PickLevel((), (), tuple(Entry(of[0].paths[0][0], of) for of in begun.values()))
        found = next((value for value in begun if token_of(value) == tokens[0]), None)
        return level_of(offers) if found is None else _walk(offers, begun[found], tokens)
    return _walk(offers, offers, tokens)


def by_first_pick(offers: Iterable[Offer[Any]], *, make_paths: bool) -> dict[str, list[Offer[Any]]]:
    """The offers by their first picks. An offer whose first pick is not known has its paths made, or else
    nothing is returned.
    """
    begun: dict[str, list[Offer[Any]]] = defaultdict(list)
    # There may be hundreds of offers.
    for offer in offers:
        if not (value := offer.first):
            if not make_paths:
                return {}
            value = offer.paths[0][0].value
        begun[value].append(offer)
    return begun


def _walk(offers: Sequence[Offer[Any]], near: Sequence[Offer[Any]], tokens: Sequence[str]) -> PickLevel:
    """The level to which these picks lead. `near`: the offers that may begin with them."""
    paths = [(path, offer) for offer in near for path in offer.paths]
    made: list[Pick] = []
    left = deque(tokens)
    while paths:
        depth = len(made)
        following: dict[str, list[tuple[tuple[Pick, ...], Offer[Any]]]] = defaultdict(list)
        for way in paths:
            path = way[0]
            if len(path) == depth:
                done = PickLevel(tuple(tokens), tuple(made), (), way[1])
                return level_of(offers) if left or not tokens else done
            following[path[depth].value].append(way)
        wanted = left[0] if left else None
        found = next((value for value in following if token_of(value) == wanted), None)
        if found is not None:
            left.popleft()
        elif len(following) == 1 and (tokens or any(len(path) > depth + 1 for path, _ in paths)):
            (found,) = following
        elif wanted is not None:
            return level_of(offers)
        else:
            entries = (
                Entry(behind[0][0][depth], [offer for _, offer in behind]) for behind in following.values()
            )
            return PickLevel(tuple(tokens), tuple(made), tuple(entries))
        paths = following[found]
        made.append(paths[0][0][depth])
    return PickLevel((), (), ())


def offers_of(engine: AnyEngine, state: Value, seat: Seat) -> tuple[Offer[Any], ...]:
    """The offers of a seat now, in the game itself."""
    return _offered(engine, state, seat, engine.legal)


def _offered(
    engine: AnyEngine, state: Value, seat: Seat, actions_of: Callable[[Any, Seat], Iterable[Any]]
) -> tuple[Offer[Any], ...]:
    offer = engine.offer
    # There may be hundreds of actions.
    return tuple([offer(state, seat, action) for action in actions_of(state, seat) if not action.host_only])


def card_picks(engine: AnyEngine, state: Value, public: View) -> tuple[Pick, ...]:
    """The first picks of the pending player, if they are few and public. `public`: the public view."""
    acting = engine.to_act(state)
    if len(acting) != 1:
        return ()
    if engine.info.hidden:
        picks = engine.panel.public_picks(public)
    else:
        picks = tuple(entry.pick for entry in level_of(offers_of(engine, state, acting[0])).entries)
    return picks if len(picks) <= FIRST_PICKS else ()


def hand_picks(engine: AnyEngine, state: Any, seat: Seat) -> tuple[Pick, ...]:
    """The first picks of a seat's turn, this one or the next as far as it knows it, if they are few."""
    turn = state if seat in engine.to_act(state) else engine.own_turn(state, seat)
    if turn is None:
        return ()
    entries = level_of(_offered(engine, turn, seat, engine.panel.beginnings or engine.legal)).entries
    picks = tuple(entry.pick for entry in entries if entry.pick.group != END)
    return picks if len(picks) <= FIRST_PICKS else ()


class Section(NamedTuple):
    """Neighbours in a list that is too long to be shown at once."""

    name: str
    entries: tuple[Entry, ...]


def sections_of(entries: Sequence[Entry], size: int, most: int) -> list[Section]:
    """A long list by group and, where a group has more than `size` entries, in sections of about that many.

    Where there would be more than `most` of them, each is a whole group, or longer. Each entry is in one.
    """
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.pick.group, []).append(entry)
    sections = [one for name, group in groups.items() for one in _evenly(name, group, size)]
    if len(sections) > most and 1 < len(groups) <= most:
        sections = [one for name, group in groups.items() for one in _evenly(name, group, len(group))]
    return sections if len(sections) <= most else _evenly("", entries, max(size, -(-len(entries) // most)))


def _evenly(name: str, entries: Sequence[Entry], size: int) -> list[Section]:
    count = -(-len(entries) // size)
    if count == 1 and name:
        return [Section(name, tuple(entries))]
    bounds = [len(entries) * part // count for part in range(count + 1)]
    sections = []
    for start, end in pairwise(bounds):
        first, last = entries[start].in_group, entries[end - 1].in_group
        range_text = first if first == last else f"{first} to {last}"
        sections.append(Section(f"{name}: {range_text}" if name else range_text, tuple(entries[start:end])))
    return sections
