"""The acts of administrators: shown in a dry run, carried out once, and put on record."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import NamedTuple

import msgspec
import structlog

from bot.column_values import RUNNING
from bot.service.admin import acts
from bot.service.admin.acts import Act, Announce, Force, Import, Move, Pass
from bot.service.admin.announcing import posts_of
from bot.service.admin.context import ActContext
from bot.service.admin.handlers import HANDLERS
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Done, Plan, changes
from bot.service.admin.queries import AdminQueries
from bot.service.admin.records import Imported, import_record, play_import
from bot.service.game.live import LiveGame
from bot.service.notices import notifications
from bot.service.people.persons import touch_person
from bot.service.usecases import retried, succeeds
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause
from bot.store.models import AuditRow, DraftRow, OutboxRow
from bot.store.unit import Unit
from engines.wording import counted

log = structlog.get_logger(__name__)

PATIENCE = timedelta(minutes=30)
"""How long an act waits for its confirmation."""


class RequestedAct(NamedTuple):
    """An act as it was asked for."""

    operator: Operator
    code: str | None
    """The game's; None where it is about no game that is there already."""
    act: Act
    cause: Cause | None = None
    why: str | None = None
    mark: str | None = None
    """The mark of the plan that was shown (`Plan.mark`); None: apply to the game in any state."""
    imported: Imported | None = None
    """The game of an import."""
    posts: Sequence[OutboxRow] = ()
    """Those of an announcement."""


class Admin(AdminQueries):
    """The use cases of administrators."""

    @retried
    async def plan(self, operator: Operator, code: str | None, act: Act, why: str | None = None) -> Plan:
        """What the act would do, found by doing it and rolling back; recorded in the audit.

        Raises Refused.
        """
        asked = await self._prepared(RequestedAct(operator, code, act, why=_reason(why)))
        tried = AuditRow()
        if isinstance(act, Force | Pass):
            await self._note_look(operator, code or "")
        try:
            async with self._database.dry_run() as unit:
                plan, _ = await self._perform(unit, asked, tried)
        except Refused:
            if tried.game_id is not None:
                await self._note_plan(asked, tried)
            raise
        await self._note_plan(asked, tried)
        return plan

    @retried
    async def apply(
        self,
        operator: Operator,
        code: str | None,
        act: Act,
        *,
        cause: Cause | None = None,
        why: str | None = None,
        mark: str | None = None,
    ) -> Done:
        """Carry an act out, if the game is in the state of the plan with this mark.

        The same request again changes nothing. Raises Refused.
        """
        asked = await self._prepared(RequestedAct(operator, code, act, cause, why, mark))
        async with self._database.transaction() as unit:
            return await self._done_before(unit, cause) or await self._execute(unit, asked)

    @retried
    async def draft(
        self, operator: Operator, code: str | None, act: Act, why: str | None = None
    ) -> tuple[int, Plan]:
        """The plan, and the number under which it waits for its confirmation. Raises Refused."""
        assert operator.person is not None  # noqa: S101 -- the command line asks and does at once
        plan = await self.plan(operator, code, act, why)
        now = self._clock.now()
        async with self._database.transaction() as unit:
            person = await touch_person(unit, operator.person, now)
            await unit.drafts.purge(now - PATIENCE)
            row = DraftRow(
                player_id=person.id,
                code=None if plan.summary is None else plan.summary.code,
                act=msgspec.json.encode(act).decode(),
                why=_reason(why),
                mark=plan.mark,
                created_at=now,
            )
            unit.add(row)
            await unit.flush()
            return row.id, plan

    @retried
    async def confirm(self, operator: Operator, draft_id: int, *, cause: Cause) -> Done:
        """Carry out the act of a draft, once. Raises Refused."""
        assert operator.person is not None  # noqa: S101 -- as above
        async with self._database.reading() as unit:
            if (done := await self._done_before(unit, cause)) is not None:
                return done
            row = await unit.drafts.get(draft_id, operator.person.id)
        if row is None or row.created_at < self._clock.now() - PATIENCE:
            raise _draft_gone()
        try:
            act = msgspec.json.decode(row.act, type=Act)
        except msgspec.MsgspecError as error:  # An older version has written it.
            raise Refused("draft_gone", "Turnpost has changed since; give the command again.") from error
        asked = await self._prepared(RequestedAct(operator, row.code, act, cause, row.why, row.mark))
        async with self._database.transaction() as unit:
            if (done := await self._done_before(unit, cause)) is not None:
                return done
            if not await unit.drafts.take(draft_id):
                raise _draft_gone()
            return await self._execute(unit, asked)

    async def leave_threads(self, operator: Operator, cause: Cause) -> Sequence[str]:
        """Move games of the operator's server whose thread was deleted to the channel; returns their codes.

        Each move is an act of its own, so that the audit records who consented.
        """
        assert operator.guild_id is not None  # noqa: S101 -- a server's threads
        async with self._database.reading() as unit:
            games = await unit.due_games.without_thread(operator.guild_id, RUNNING)
        moved = []
        for code, channel_id in games:
            act = Move(operator.guild_id, channel_id, threaded=False)
            move = self.apply(
                operator, code, act, cause=Cause(f"{cause.key}:{code}"), why="its thread was deleted"
            )
            if await succeeds(move, "thread_not_left", game=code):
                moved.append(code)
        return moved

    async def _prepared(self, asked: RequestedAct) -> RequestedAct:
        """The act with its slow part done, off the event loop and before a transaction begins.

        Raises Refused.
        """
        if isinstance(asked.act, Announce):
            return asked._replace(posts=await self._posts(asked.act, asked.operator))
        if not isinstance(asked.act, Import):
            return asked
        if not asked.operator.everywhere and asked.act.guild_id != asked.operator.guild_id:
            raise Refused("not_here", "A game is imported into the server in which you give the command.")
        imported = await asyncio.to_thread(
            play_import,
            asked.act,
            self._engines,
            rng=self._rng,
            now=self._clock.now(),
            cause=asked.cause,
        )
        return asked._replace(imported=imported)

    async def _posts(self, act: Announce, operator: Operator) -> Sequence[OutboxRow]:
        """The posts of an announcement, one for each place where games run. Raises Refused."""
        async with self._database.reading() as unit:
            # An owner, too, speaks to one server at a time.
            places = await unit.game_lists.places(statuses=RUNNING, guild_id=operator.guild_id)
        games = [game_id for game_id, _ in places]
        return await asyncio.to_thread(posts_of, act, games, self._clock.now())

    async def _done_before(self, unit: Unit, cause: Cause | None) -> Done | None:
        """The answer to a request that was carried out before; None if it was not."""
        done = None if cause is None else await unit.by_cause(AuditRow, cause.key)
        if done is None:
            return None
        game = None if done.game_id is None else await unit.games.by_id(done.game_id)
        summary = None if game is None else self._live_game(unit, game).summary()
        return Done(act=done.act, words="That was done already", summary=summary, repeated=True)

    async def _execute(self, unit: Unit, asked: RequestedAct) -> Done:
        audit = AuditRow()
        plan, after = await self._perform(unit, asked, audit)
        unit.add(audit)
        game = None if after is None else after.code
        log.info("admin_act", act=audit.act, actor=audit.actor, game=game, cause=audit.cause)
        return Done(act=plan.act, words=plan.words, summary=after)

    async def _note_plan(self, asked: RequestedAct, tried: AuditRow) -> None:
        """Record a plan in the audit, also a refused one: trying reveals something as well."""
        async with self._database.transaction() as unit:
            operator = await asked.operator.stored(unit, self._clock.now())
            game = None if isinstance(asked.act, Import) else await unit.games.bare(tried.game_id)
            note = AuditRow()
            self._fill(note, asked._replace(operator=operator))
            if game is not None:
                note.game_id, note.about_guild_id = game.id, game.guild_id
            note.act = acts.PLANNED + note.act
            unit.add(note)

    def _fill(self, audit: AuditRow, asked: RequestedAct) -> None:
        """Say in a row of the audit who asked for what."""
        audit.actor = asked.operator.actor
        audit.about_guild_id = asked.operator.guild_id
        audit.act, audit.why, audit.at = acts.name_of(asked.act), _reason(asked.why), self._clock.now()
        audit.cause = None if asked.cause is None else asked.cause.key

    async def _perform(
        self, unit: Unit, asked: RequestedAct, audit: AuditRow
    ) -> tuple[Plan, GameSummary | None]:
        """Carry the act out within this transaction; return its plan for a dry run, and the game then.

        `audit` is filled in as far as the act gets. Raises Refused.
        """
        operator = await asked.operator.stored(unit, self._clock.now())
        asked = asked._replace(operator=operator)
        self._fill(audit, asked)
        match asked.act:
            case Announce():
                for post in asked.posts:
                    unit.outbox.add(post)
                words = f"The announcement goes to {counted(len(asked.posts), 'place')} where games run"
                return Plan(act=audit.act, words=words), None
            case Import() as act:
                return await self._import(unit, asked, act, audit)
            case _:
                live = await self._reached(unit, operator, asked.code or "", lock=True)
                live.log.cause = asked.cause
                return await _on_game(live, asked, audit, self._rng)

    async def _import(
        self, unit: Unit, asked: RequestedAct, act: Import, audit: AuditRow
    ) -> tuple[Plan, GameSummary]:
        assert asked.imported is not None  # noqa: S101 -- prepared
        live, invited, warnings = await import_record(unit, act, asked.imported, asked.operator, self._rng)
        audit.game_id, audit.last_seq_after = live.row.id, live.row.last_seq
        audit.about_guild_id = live.row.guild_id
        after = live.summary()
        words = f"A game of {after.title} is opened from its record"
        shown = tuple(change for change in changes(None, after) if change.after is not None)
        return Plan(act=audit.act, words=words, changes=(*shown, *invited), warnings=tuple(warnings)), after


async def _on_game(
    live: LiveGame, asked: RequestedAct, audit: AuditRow, rng: Random
) -> tuple[Plan, GameSummary]:
    operator = asked.operator
    before = live.summary()
    audit.game_id, audit.last_seq_before = live.row.id, live.row.last_seq
    # Secret actions must not show: for an operator who plays, only public changes count.
    insider = await operator.is_insider(live)
    mark = f"e{live.row.public_version}" if insider else f"v{live.row.last_seq}"
    if asked.mark not in {None, mark}:
        raise Refused("stale", "The game has gone on since this was shown; look again at what would change.")
    context = ActContext(live, operator, rng, insider=insider)
    words = await HANDLERS[type(asked.act)](context, asked.act)
    await _conclude(context)
    audit.last_seq_after, audit.about_guild_id = live.row.last_seq, live.row.guild_id
    after = live.summary()
    context.blind |= any(event.reveals for event in live.unit.events.added)
    if context.blind:
        context.warnings.append("This reveals something hidden: you see what follows only once it is done.")
    plan = Plan(
        act=audit.act,
        words=words,
        summary=before,
        changes=() if context.blind else tuple(changes(before, after)),
        warnings=tuple(context.warnings),
        mark=mark,
    )
    return plan, after


async def _conclude(context: ActContext) -> None:
    """End the unit of work: snapshot, card, notices."""
    live, person = context.live, context.operator.person
    if live.row.state is None:
        notifications.show_lobby(live)
    elif context.played:
        await notifications.conclude(live, person, expired=context.expired)
    else:
        await notifications.publish(live)
    if context.newcomer is not None:
        notifications.show_hand(live, context.newcomer)
        if person is None:
            notifications.tell_seated(live, context.newcomer)


def _draft_gone() -> Refused:
    return Refused("draft_gone", "That was done already, or shown too long ago; give the command again.")


def _reason(why: str | None) -> str | None:
    """A reason as it is kept. Raises Refused for one that is too long."""
    if why is None or not why.strip():
        return None
    if len(why) > acts.WHY_LIMIT:
        raise Refused("long_reason", f"A reason has at most {acts.WHY_LIMIT} characters.")
    return why.strip()
