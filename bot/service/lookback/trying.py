"""Private analysis: lines on a private board, which are never played, stored or shown to others."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from bot.service.game.picking import offers_of
from bot.service.lookback.earlier_positions import Lookback
from bot.service.lookback.points import Point
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused, not_by_mail, refuse_illegal
from bot.service.values.request import Person
from bot.service.values.typed import quoted
from engines.contract import AnyEngine, Offer, Seat, Value, View


class Tried(NamedTuple):
    """The position at the end of a tried line."""

    summary: GameSummary
    """The game as of now."""
    point: Point
    """Where the line begins."""
    line: tuple[str, ...]
    """The tried actions, in notation."""
    indices: tuple[int, ...]
    """The line as the index of each action among the offers before it."""
    seat: Seat | None
    """Whose turn it would be; None where the game would be over."""
    offers: tuple[Offer[Any], ...]
    """The offers of that seat."""
    view: View


class Trying(Lookback):
    """The use case of trying."""

    async def tried(
        self, code: str, person: Person, number: int, line: Sequence[int | str], *, by_mail: bool = False
    ) -> Tried:
        """Play a line from a point of a game, numbered as in `past`. Raises Refused.

        An action of the line is named by its index among the offers, or in notation. Chance is never the
        game's: it depends on the person and the point. In a game with hidden information the line begins at a
        position imagined from what the person could see at that point; `by_mail` it begins nowhere where they
        saw more than they chose to get by mail.
        """
        past, state = await self._past(code, person, number, by_mail=by_mail)
        if past.withheld:
            raise not_by_mail(past.summary)
        engine = self._engines[past.summary.key]
        if not may_be_tried(engine):
            raise Refused("not_tried", f"{engine.info.title} hides too much to be tried out.")
        if past.view.outcome is not None:
            raise Refused(
                "game_over", "The game is over there: look back to an earlier point, and try from it."
            )
        seed = sha256(f"try {past.summary.code} {person.id} {past.point.number}".encode()).hexdigest()
        if engine.imagine is not None:
            state = engine.imagine(past.view, Random(seed))  # noqa: S311 -- for pastime
        end = await asyncio.to_thread(_played, engine, engine.reseed(state, seed), line)
        # From the side to act: nothing in an imagined position is secret.
        view = engine.view(end.state, past.view.viewer if end.seat is None else end.seat)
        return Tried(past.summary, past.point, end.line, end.indices, end.seat, end.offers, view)


def may_be_tried(engine: AnyEngine) -> bool:
    """Whether the game can be analysed without its hidden information."""
    return not engine.info.hidden or engine.imagine is not None


class _End(NamedTuple):
    state: Value
    line: tuple[str, ...]
    indices: tuple[int, ...]
    seat: Seat | None
    offers: tuple[Offer[Any], ...]


def _played(engine: AnyEngine, state: Value, line: Sequence[int | str]) -> _End:
    """The end of a line. Raises Refused where the line cannot be played."""
    notations, indices = list[str](), list[int]()
    for step in line:
        seat, offers = _open_to(engine, state)
        index = step if isinstance(step, int) else _index_of(engine, state, seat, offers, step)
        if seat is None or index >= len(offers):
            raise Refused("no_such_line", "This line can no longer be tried from here: start again.")
        notations.append(offers[index].notation)
        indices.append(index)
        state = engine.after_forced(engine.apply(state, seat, offers[index].action).state)
    return _End(state, tuple(notations), tuple(indices), *_open_to(engine, state))


def _index_of(
    engine: AnyEngine, state: Value, seat: Seat | None, offers: Sequence[Offer[Any]], text: str
) -> int:
    """The index of a notation among the offers. Raises Refused."""
    if seat is None:
        raise Refused("game_over", f"The game would be over before {quoted(text)}.")
    with refuse_illegal():
        action = engine.parse(state, seat, text)
    index = next((at for at, offer in enumerate(offers) if offer.action == action), None)
    if index is None:
        raise Refused("not_tried", f"{quoted(text)} is not possible there.")
    return index


def _open_to(engine: AnyEngine, state: Value) -> tuple[Seat | None, tuple[Offer[Any], ...]]:
    seat = next(iter(engine.to_act(state)), None)
    return seat, () if seat is None else offers_of(engine, state, seat)
