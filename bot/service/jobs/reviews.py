"""Reviews of finished games by a computer player. A job makes each one once, and it is kept for everybody.

Everything about such a game is public except its private messages, which are not used here.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from bot.clock import DAY
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_rules
from bot.service.log import event_types, replay
from bot.service.log.effective_events import effective_events
from bot.service.log.replay import refuse_broken
from bot.service.lookback.earlier_positions import Lookback
from bot.service.lookback.points import Point, points_in
from bot.service.lookback.recent_events import clauses
from bot.service.notices.computer_jobs import new_job
from bot.service.people.computers import check_plays
from bot.service.people.limits import check_computers_think
from bot.service.people.persons import ensure_person
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.models import EventRow
from engines.contract import AnyEngine, Level, Value, View
from engines.reviewing import Review, ReviewTask, Swing

REVIEW: Final = "review"
"""The kind of job."""


class ReviewPage(NamedTuple):
    """One of a review's swings, or its result without any."""

    summary: GameSummary
    review: Review
    number: int
    """The number of the swing, from 0."""
    shown: "ShownSwing | None"
    """None: there is no swing."""


class ShownSwing(NamedTuple):
    """A swing as shown: in public words, and as its seat saw it."""

    swing: Swing
    point: Point
    """The point of the game at which it began."""
    before: View
    played: tuple[str, ...]
    """The effects of the actions, a clause each."""
    after: View
    line: tuple[str, ...]
    """The effects of the line that the computer would have played, a clause each."""
    instead: View


class Reviews(Lookback):
    """The use cases of reviews."""

    async def ask(self, code: str, person: Person, number: int = 0) -> ReviewPage | None:
        """A swing of a game's review, or the nearest one; None: the review was requested just now.

        Raises Refused.
        """
        live, events = await self._started(code)
        check_over(live)
        review = await self._found(live, person)
        if review is None:
            return None
        if not review.swings:
            return ReviewPage(live.summary(), review, 0, None)
        number = min(max(number, 0), len(review.swings) - 1)
        return ReviewPage(
            live.summary(), review, number, await self._shown_swing(live, events, review.swings[number])
        )

    async def _found(self, seen: LiveGame, person: Person) -> Review | None:
        """A game's review, requested if nobody has done so; None until it is done."""
        async with self._database.reading() as unit:
            row = await unit.jobs.review(seen.row.id, seen.row.last_seq)
        if row is None:

            async def put_in(live: LiveGame) -> None:
                check_over(live)
                await self._put_in(live, person)

            await self._change(seen.row.code, None, put_in)
            return None
        if row.status == "pending":
            return None
        if row.answer is None:
            raise Refused(
                "no_review", f"The computer could not look through game {seen.row.code}; ask again tomorrow."
            )
        return msgspec.json.decode(row.answer, type=Review)

    async def _put_in(self, live: LiveGame, person: Person) -> None:
        jobs = live.unit.jobs
        if await jobs.review(live.row.id, live.row.last_seq) is not None:
            return
        check_computers_think(self._limits, "look through the game")
        player = await ensure_person(live.unit, person, live.now)
        if await jobs.reviews_asked(player.id):
            raise Refused(
                "busy_reviewing", "Another game is being looked through for you: ask again in a minute."
            )
        if await jobs.spent(player.id, live.now - DAY) >= self._limits.computer_seconds:
            raise Refused("spent", "Computers have thought for you long enough today: ask again tomorrow.")
        # For example a review of an earlier end of the game, before a rollback.
        pending = await jobs.of_game(live.row.id)
        await jobs.drop(*(row.id for row in pending if row.kind == REVIEW), now=live.now)
        jobs.add(new_job(live, REVIEW, 0, player.id, due_at=live.now))

    async def _shown_swing(self, live: LiveGame, events: Sequence[EventRow], swing: Swing) -> ShownSwing:
        """A swing as it is shown. Raises Refused."""
        effective = await asyncio.to_thread(effective_events, events)
        at, after, seat = swing.turn.at, swing.turn.after, swing.turn.seat
        with refuse_broken("broken_log", f"Game {live.row.code} cannot be looked through any more."):
            known = live.engine, live.row, effective[:after], at
            states = await asyncio.to_thread(self._replays.replay, *known)
            played = await asyncio.to_thread(_played, live, effective[at:after], states)
        line, end = await asyncio.to_thread(_line, live.engine, states[0], swing)
        points = await asyncio.to_thread(points_in, live, events)
        point = [one.point for one in points if one.place <= at][-1]
        view = live.engine.view
        return ShownSwing(
            swing, point, view(states[0], seat), played, view(states[-1], seat), line, view(end, seat)
        )


def check_over(live: LiveGame) -> None:
    """Raises Refused where there is nothing to review."""
    check_plays(live.engine)
    check_rules(live)
    if live.row.status == "abandoned":
        raise Refused("game_over", f"Game {live.row.code} was called off: there is no result to review.")
    if live.row.status != "finished":
        raise Refused("not_over", f"Game {live.row.code} is not over: it can be looked through afterwards.")


def _played(live: LiveGame, events: Sequence[EventRow], states: Sequence[Value]) -> tuple[str, ...]:
    """The effects of some events, a clause each. Raises BrokenLog."""
    texts = list[str]()
    for event, state in zip(events, states, strict=False):
        if event.kind in event_types.APPLIED:
            texts += clauses(live.engine, replay.step_of(live.engine, live.row, state, event), None)
    return tuple(texts)


def _line(engine: AnyEngine, state: Value, swing: Swing) -> tuple[tuple[str, ...], Value]:
    """The effects that a line would have had, a clause each, and the position to which it leads."""
    texts = list[str]()
    for notation in swing.line:
        step = engine.apply(state, swing.turn.seat, engine.parse(state, swing.turn.seat, notation))
        texts += clauses(engine, step, None)
        state = step.state
    return tuple(texts), state


def review_task(live: LiveGame, events: Sequence[EventRow], seed: str, *, cheaper: bool) -> ReviewTask:
    """A game as it is to be judged, `cheaper` by the lowest level. Raises BrokenLog, and Refused where no
    computer plays it.
    """
    level = Level.GENTLE if cheaper else check_plays(live.engine).reviewer
    start, acts = replay.acts_of(live.engine, live.row, effective_events(events))
    encoded = msgspec.Raw(live.engine.codec.encode(start))
    return ReviewTask(game=live.engine.info.key, start=encoded, acts=acts, level=level, seed=seed)
