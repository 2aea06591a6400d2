"""The use cases of play: actions, choices and previews."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import (
    check_here,
    check_not_resigned,
    check_playing,
    check_position,
    seat_held,
)
from bot.service.game.scope import GameRef, identified
from bot.service.log import event_types
from bot.service.log.event_types import EventType
from bot.service.notices import place_refusals
from bot.service.notices.notifications import conclude, restore_card
from bot.service.notices.unposted_results import check_results_posted
from bot.service.people.persons import mark_active, private_by_mail, update_name
from bot.service.play.choices import choices_of
from bot.service.play.order_sources import plannable
from bot.service.play.previews import offered_words, to_confirm
from bot.service.play.requested import apply_all, joined, match_action, parts_of
from bot.service.usecases import retried
from bot.service.values.answers import Choices, Played, Preview, StagedChoices, TogglePress
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.store.models import EventRow
from bot.store.unit import Unit
from engines.contract import Action, Seat

RequestState: TypeAlias = Literal["new", "newest", "overtaken"]
"""Whether a request was carried out: not yet; as the game's last event; with later events by others."""
ActionResolver: TypeAlias = Callable[[Callable[[], Choices]], Action | str]
"""Finds the requested action among the actor's present choices. Both calls raise Refused."""
RequestedAction: TypeAlias = Action | str | ActionResolver
"""An action, its notation, or how to find it."""


class Closing(NamedTuple):
    """Further work in the transaction of an action."""

    close: Callable[[LiveGame, Played | Preview], Awaitable[Played | Preview]]
    """Called at its end; returns the answer to the action."""
    begin: Callable[[Unit], Awaitable[None]] | None = None
    """Called before anything else."""


class Play(TimedUseCases):
    """The use cases of running games."""

    @clock_first
    async def act(
        self,
        person: Person,
        code: str,
        action: Action | str | TogglePress,
        *,
        cause: Cause,
        expected_public_version: int | None = None,
    ) -> Played:
        """Apply an action, a toggle's action, or those that a text in notation names (all of them or none).

        A repeated request changes nothing and returns the first one's notation. With
        `expected_public_version` it is refused (``stale``) if the public position has changed since. Raises
        Refused.
        """
        work = partial(
            _act, person=person, action=action, cause=cause, expected_public_version=expected_public_version
        )
        return await self._once(code, cause, work, acted_before)

    async def request_state(self, cause: Cause) -> RequestState:
        """Whether a request was carried out, for a door that receives it again."""
        async with self._database.reading() as unit:
            done = await unit.by_cause(EventRow, cause.key)
            if done is None:
                return "new"
            *_, last = await unit.events.of_request(done)
            return "overtaken" if await unit.events.since(done.game_id, last.seq) else "newest"

    @clock_first
    async def read_notations(
        self, person: Person, code: str, texts: Collection[str]
    ) -> Mapping[str, Refused]:
        """The texts that name no legal action of a person in the present position, each with its refusal.

        Its code is ``syntax`` for a text that is no notation at all. Raises Refused for non-players.
        """
        live = await self._read_migrated(code)
        live.clock.check()
        seat = seat_held(live, person)
        found: dict[str, Refused] = {}
        for text in texts:
            try:
                for part in parts_of(live, text):
                    match_action(live, seat, part)
            except Refused as refused:
                found[text] = refused
        return found

    async def newest_card(self, code: str) -> tuple[int, int] | None:
        """Channel and message of a game's newest card; None where it is not posted yet. Raises Refused."""
        async with self._database.reading() as unit:
            row = await self._row(unit, code)
            card = None if row.card_outbox_id is None else await unit.outbox.get(row.card_outbox_id)
        if card is None or card.channel_id is None or card.message_id is None:
            return None
        return card.channel_id, card.message_id

    @retried
    async def restore_card(self, code: str) -> None:
        """Post the newest card again after it was deleted. Raises Refused."""
        async with self._changing(code) as live:
            restore_card(live)

    @clock_first
    async def choices(self, person: Person, code: str, *, after: str = "") -> Choices:
        """A person's choices in the game itself, now or `after` the actions of a text in notation.

        Raises Refused where it is not that person's turn, and where the text cannot be previewed.
        """
        live = await self._read_migrated(code)
        live.clock.check()
        return choices_of(live, person, after)

    @clock_first
    async def staging(self, person: Person, code: str) -> StagedChoices | None:
        """A person's staged panel; None where the game has none for that person now. Raises Refused."""
        live = await self._read_migrated(code)
        live.clock.check()
        seat = seat_held(live, person)
        panel = live.engine.panel.staged(live.state, seat)
        if panel is None:
            return None
        return StagedChoices(live.summary(), seat, panel, live.engine.view(live.state, seat))

    @clock_first
    async def check_may_resign(self, person: Person, code: str) -> None:
        """Raises Refused for somebody who has resigned from a running game already, or is out of it."""
        live = await self._read_migrated(code)
        if live.row.status == "active":
            check_playing(live, seat := seat_held(live, person))
            check_not_resigned(live, seat)

    @clock_first
    async def attempt(
        self,
        person: Person,
        game: str | GameRef,
        action: RequestedAction,
        *,
        cause: Cause,
        expected_public_version: int | None = None,
        pointed: bool = False,
        check: Callable[[GameSummary], None] | None = None,
        closing: Closing | None = None,
    ) -> Played | Preview:
        """As `act`, but return a preview where the actor must confirm the action first, with `act`.

        `pointed`: it was put together from buttons, where a slip is easier than in text. `check`: raises
        Refused for a game in which the door lets nobody act; it is not called for a repeated request.
        `closing`: further work in the same transaction. A person who is not identified yet is identified in
        this transaction. Raises Refused.
        """

        async def attempt(live: LiveGame) -> Played | Preview:
            actor = await identified(live.unit, person, (await live.extras()).asker)
            live.clock.check()
            summary = None
            if check is not None:
                check(summary := live.summary())
            ask = partial(choices_of, live, actor, summary=summary)
            resolved = action(ask) if callable(action) else action
            found = to_confirm(live, actor, resolved, expected_public_version, pointed=pointed)
            if isinstance(found, Preview):
                return await close(live, found)
            return await close(live, await _act(live, actor, found, cause, expected_public_version))

        async def attempted_before(live: LiveGame, event: EventRow) -> Played | Preview:
            return await close(live, await acted_before(live, event))

        async def close(live: LiveGame, done: Played | Preview) -> Played | Preview:
            return done if closing is None else await closing.close(live, done)

        begin = None if closing is None else closing.begin
        return await self._once(game, cause, attempt, attempted_before, begin=begin)


async def _act(
    live: LiveGame,
    person: Person,
    action: Action | str | TogglePress,
    cause: Cause,
    expected_public_version: int | None,
) -> Played:
    live.clock.check()
    seat = seat_held(live, person)
    check_here(live, person)
    check_position(live, expected_public_version)
    await check_results_posted(live, "Nothing of yours was noted", cause)
    mark_active(update_name(live.player_in(seat), person), live.now)
    before = live.state
    actions, steps = apply_all(live, seat, parts_of(live, action), person)
    notation = joined(live, [step.notation for step in steps])
    public_notation = _joined_public(live, [step.public_notation for step in steps])
    played = await concluded(live, person, notation, public_notation, seat=seat)
    alone = not (played.own_lines or played.summary_lines) and len(actions) == 1
    refused = played.card_tells and (await live.extras()).refused
    refusal = await place_refusals.known(live.unit, live.row) if refused else None
    return replace(
        played,
        meta=len(actions) == 1 and not isinstance(actions[0], live.engine.action_types),
        refusal=None if refusal is None else refusal.code,
        words=offered_words(live.engine, before, seat, actions[0]) if alone else "",
        step_summary=live.changes.step_summary,
    )


async def concluded(
    live: LiveGame, person: Person, notation: str, public_notation: str | None, *, seat: Seat | None = None
) -> Played:
    """Conclude a player's act and return the answer. `seat`: the actor's, where they may plan ahead now."""
    summary = await conclude(live, person)
    return Played(
        summary,
        notation,
        tuple(live.changes.lines),
        live.changes.own_lines,
        public_notation,
        card_tells=live.changes.card_tells,
        marked=live.changes.public,
        seat=seat,
        may_plan=_may_plan(live, seat),
        private_by_mail=private_by_mail(live.row, person.id),
    )


def _may_plan(live: LiveGame, seat: Seat | None) -> bool:
    """Whether a seat, still in play in a running game, waits for its turn and has something to plan."""
    return (
        live.row.status == "active"
        and seat is not None
        and seat not in live.engine.to_act(live.state)
        and seat in live.playing
        and any(plannable(live, seat))
    )


async def acted_before(live: LiveGame, done: EventRow) -> Played:
    """The answer to a request that was carried out before: actions, or what its actor took back."""
    events = await live.unit.events.of_request(done)
    acts = [event for event in events if event.kind in {EventType.ACTION, EventType.UNDONE}]
    public = [event for event in events if event.public_notation is not None]
    return Played(
        live.summary(),
        joined(live, [event.notation or "" for event in acts]),
        (),
        public_notation=_joined_public(live, [event.public_notation for event in acts]),
        card_tells=any(not event_types.flags_of(event).marks_only for event in public),
        marked=bool(public),
        repeated=True,
        may_plan=_may_plan(live, done.seat),
        private_by_mail=private_by_mail(live.row, done.player_id),
    )


def _joined_public(live: LiveGame, notations: Sequence[str | None]) -> str | None:
    """The public notation of several actions; None where nobody else may know of any."""
    return joined(live, [one for one in notations if one is not None]) or None
