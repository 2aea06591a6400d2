"""The number of taps from a game's card to a played action: ``python -m tests.taps [game]``.

Opening a select counts as one tap, choosing in it as another. The figures are of the same functions that the
panels are made of; `tests/discord/test_taps.py` drives the panels themselves.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from bot.discord.interaction.choosing import page_of
from bot.service.game.picking import card_picks, level_of, token_of
from bot.service.play.previews import asks_first
from engines.contract import Offer
from engines.registry import ENGINES
from tests.bench.choices import Position, positions

BEST = 20
"""How many actions of the highest ranks should be near."""


class Tapped(NamedTuple):
    """An action and what it takes to do it."""

    notation: str
    kind: str
    best: bool
    """Whether it is among the `BEST` of its position by rank."""
    taps: int
    """The taps from the card, including the confirmation."""


def taps(offers: Sequence[Offer[Any]], wanted: Offer[Any], card: Collection[str]) -> int:
    """The fewest taps from a card with these picks to an action."""
    return min(_along(offers, [pick.value for pick in path], card) for path in wanted.paths)


def _along(offers: Sequence[Offer[Any]], values: Sequence[str], card: Collection[str]) -> int:
    """The taps along one path: the first makes the first pick if the card has it, else opens the panel."""
    count = 1
    tokens: tuple[str, ...] = (token_of(values[0]),) if values[0] in card else ()
    while (level := level_of(offers, tokens)).offer is None:
        value = values[len(level.picks)]
        (entry,) = (entry for entry in level.entries if entry.pick.value == value)
        opened: tuple[int, ...] = ()
        while entry not in (page := page_of(level.entries, opened)).buttons:
            number = next(at for at, (_, section) in enumerate(page.sections) if entry in section)
            opened = (*opened, number)
            count += 2
        count += 1
        tokens = (*level.tokens, entry.token)
    return count


def tapped(position: Position) -> Iterator[Tapped]:
    """The taps of every action that a seat may do in a position."""
    engine, state, seat = position
    offers = [offer for offer in position.offers() if not offer.action.host_only]
    if engine.panel.staged(state, seat) is not None:
        return
    card = {pick.value for pick in card_picks(engine, state, engine.view(state, None))}
    ranked = sorted(offers, key=lambda offer: -offer.rank)[:BEST]
    for offer in offers:
        step = engine.apply(state, seat, offer.action)
        confirmed = asks_first(engine, state, seat, offer.action, step, confirm="weighty", pointed=True)
        kind = str(offer.action.__struct_config__.tag)
        yield Tapped(offer.notation, kind, offer in ranked, taps(offers, offer, card) + confirmed)


def main(games: Sequence[str]) -> None:
    """Print the most taps of each kind of action, for the best actions by rank and for the others."""
    for key in games:
        found: dict[tuple[str, bool], list[Tapped]] = defaultdict(list)
        for position in positions(key):
            for one in tapped(position):
                found[one.kind, one.best].append(one)
        for (kind, best), every in sorted(found.items()):
            worst = max(every, key=lambda one: one.taps)
            rank = "best" if best else "others"
            print(f"{key:9} {kind:14} {rank:7} {worst.taps}  e.g. {worst.notation}  ({len(every)})")


if __name__ == "__main__":
    main(sys.argv[1:] or list(ENGINES))
