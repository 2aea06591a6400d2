"""Judging what people receive, by an account of its own: from what the server has delivered, from the log of
the games, and from the clock on each person's wall.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import func, select

from bot.service.facade import Service
from bot.service.log import replay
from bot.service.log.event_types import APPLIED, EventType
from bot.store.models import EventRow, GameRow, OutboxRow
from engines.registry import ENGINES
from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.changes import Change, MessageEdited, MessagePosted
from sandbox.world.entities import Channel, Message
from tests.manual_clock import ManualClock
from tests.simulation.cast import CAST, Character
from tests.simulation.exposure import Exposure
from tests.simulation.notices import hour_outside, is_quiet
from tests.wire.strides import Strides

log = structlog.get_logger(__name__)

BEGIN: Final = datetime(2026, 3, 16, 9, tzinfo=UTC)
"""The first moment; Europe changes to summer time two weeks later."""
HOUR: Final = timedelta(hours=1)
SILENT: Final = 30
"""The most public changes of a game after the last act of a person."""
OCCASIONS: Final = {
    "Are you still there?": "warning",
    "What you had planned": "fallen",
    "another player has the seat now": "replaced",
    "⏳": "reminder",
    "The game waits for you": "called",
    "Your turn": "turn",
}
"""The occasions of notices, by a text in them."""
SHUFFLES: Final = {EventType.BANKS, EventType.AWAY, EventType.BACK, EventType.RETIMED}
"""Events after which nobody is called again."""


@dataclass
class Ping:
    """A message of the bot that makes a person's device sound, and is no answer."""

    person: Character
    at: datetime
    how: str
    """``mention``, or the kind of a delivery and its occasion."""
    code: str
    message: int


@dataclass
class Tally:
    """Counts of what happened, and the faults."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)


class Judge:
    """Collects what the bot has shown to whom and when, and finds faults in that."""

    def __init__(self, sandbox: Sandbox, clock: ManualClock, time: Strides, service: Service) -> None:
        self._sandbox, self._clock, self._time = sandbox, clock, time
        self.tally = Tally()
        self.people: dict[str, Person] = {}
        self.characters = {one.name: one for one in CAST}
        self.threads: dict[str, Channel] = {}
        self.pings: list[Ping] = []
        self.cards: Counter[str] = Counter()
        self.secrets: dict[str, tuple[set[int], datetime]] = {}
        """Texts that only these people may read until this moment."""
        self.exposure = Exposure(service)
        self._posted: list[tuple[datetime, Message]] = []
        sandbox.world.changes.listen(self._changed)

    def _changed(self, change: Change) -> None:
        if isinstance(change, MessagePosted | MessageEdited):
            message = change.message
            if message.author_id != self._sandbox.world.bot.id:
                return
            self._no_secret(message)
            if isinstance(change, MessagePosted) and not message.ephemeral:
                self._posted.append((self._clock.now(), message))

    def _no_secret(self, message: Message) -> None:
        look = SeenMessage(self._sandbox.core, message)
        text = "\n".join((look.text, *look.alt_texts))
        readers = self._readers(message)
        self.exposure.shown(text, readers)
        for secret, (allowed, until) in self.secrets.items():
            if secret in text and self._clock.now() < until and not readers <= allowed:
                self.fault(f"{secret!r} was shown to others: {text[:200]!r}")
        # Texts say that an order was played; alt texts may be cut short there.
        if "planned" in re.sub(r"had planned[^;.\n]*(ahead|…)", "", text) and len(readers) != 1:
            self.fault(f"a plan was shown: {text!r}")

    def _readers(self, message: Message) -> set[int]:
        if message.only_for is not None:
            return {message.only_for}
        channel = self._sandbox.world.channels[message.channel_id]
        everybody = {one.id for one in self.people.values()}
        return everybody & set(channel.recipients) if channel.is_dm else everybody

    async def sort_posted(self) -> None:
        """Judge the messages posted since the last call."""
        await self.exposure.look([*self.threads], {name: one.id for name, one in self.people.items()})
        for fault in self.exposure.faults():
            self.fault(fault)
        posted, self._posted = self._posted, []
        for at, message in posted:
            channel = self._sandbox.world.channels[message.channel_id]
            kind, code = await self._delivery(message.id)
            if not channel.is_dm:
                self.tally.counts["posts"] += 1
                self.cards[code] += kind == "card"
                for person_id in message.mentions:
                    await self._pinged(person_id, at, "mention", code, message.id)
            elif kind and not message.is_silent:
                text = SeenMessage(self._sandbox.core, message).text
                occasion = next((what for sign, what in OCCASIONS.items() if sign in text), "asked")
                how = f"notice {occasion}" if kind == "notice" else kind
                # One message may be about several games.
                about = [one for one in self.threads if f"`{one}`" in text] or [code]
                for person_id in self._readers(message):
                    for game in about:
                        await self._pinged(person_id, at, how, game, message.id)

    async def _delivery(self, message_id: int) -> tuple[str, str]:
        """The kind of delivery that a message was, and the code of its game."""
        found = await self._time.rows(
            select(OutboxRow.kind, GameRow.code)
            .join(GameRow, GameRow.id == OutboxRow.game_id)
            .where(OutboxRow.message_id == message_id)
            .order_by(OutboxRow.id)
            .limit(1)
        )
        return found[0] if found else ("", "")

    async def _pinged(self, person_id: int, at: datetime, how: str, code: str, message: int) -> None:
        name = self._sandbox.world.users[person_id].name
        if name not in self.characters:
            return
        character = self.characters[name]
        self.tally.counts[f"pings: {how}"] += 1
        if how != "direct_talk" and is_quiet(character.settings, ZoneInfo(character.zone), at):
            self.fault(f"{name} was pinged in quiet time: {how} of {code} at {at}")
        before = [one for one in self.pings if one.person.name == name and one.code == code]
        anew = how in {"mention", "notice turn", "notice called", "notice asked"}
        if anew and before:
            last = before[-1].at
            ((calls,),) = await self._time.rows(
                select(func.count())
                .select_from(EventRow)
                .join(GameRow, GameRow.id == EventRow.game_id)
                .where(GameRow.code == code, EventRow.at >= last, EventRow.kind.not_in(SHUFFLES))
            )
            turns = [one for one in before if one.how in {"mention", "notice turn"} and one.at == last]
            if turns and not calls:
                self.fault(f"{name} was pinged twice in a period of {code}: {turns} and {how} at {at}")
            hour = [one for one in before if one.at > at - HOUR]
            if len(hour) > 6:
                self.fault(f"{name} was pinged {len(hour)} times within an hour in {code}")
        self.pings.append(Ping(character, at, how, code, message))

    def judge_game(self, game: GameRow, events: list[EventRow]) -> None:
        self.tally.games[f"{game.key} {game.status}"] += 1
        if (found := replay.inconsistency(ENGINES[game.key], game, events)) is not None:
            self.fault(f"{game.code} replays to something else: {found}")
        applied = [event for event in events if event.kind in APPLIED - {EventType.AUTOMATIC}]
        if game.status == "finished" and applied[-1].kind == EventType.CLOCK:
            self.fault(f"{game.code} ({game.key}) was ended by silence")
        last = max((event.seq for event in events if event.player_id is not None), default=0)
        after = [event for event in events if event.seq > last and event.public_notation is not None]
        if len(after) > SILENT:
            self.fault(f"{game.code}: {len(after)} public changes after the last act of a person")
        cards = self.cards[game.code]
        public = sum(event.public_notation is not None for event in events)
        self.tally.counts["cards"] += cards
        if cards > public + 1:
            self.fault(f"{game.code}: {cards} cards for {public} public events")
        self._warned(game, events)

    def _warned(self, game: GameRow, events: list[EventRow]) -> None:
        """Check that players were told of each deadline that they missed, if an hour was not quiet."""
        if game.deadline_hours is None:
            return
        # Where all act at once, no action calls another player.
        at_once = ENGINES[game.key].info.at_once
        for event in events:
            if event.kind not in {EventType.CLOCK, EventType.MISSED, EventType.ABSENT} or event.seat is None:
                continue
            sitting = next(one for one in game.seats if one.seat == event.seat)
            if any(one.kind == EventType.ADMIN and one.seq > event.seq for one in events):
                # Another person may have been in the seat.
                continue
            one = self.characters.get(sitting.player.name)
            if one is None or one.habit == "vacation":
                continue
            self.tally.counts["deadlines missed"] += 1
            began = max(
                event.at - timedelta(hours=game.deadline_hours),
                *(
                    before.at
                    for before in events
                    if before.seq < event.seq
                    and before.kind in APPLIED
                    and (before.kind == EventType.CLOCK or (before.seat != event.seat and not at_once))
                ),
                BEGIN,
            )
            result = any(
                ping.person is one and ping.code == game.code and began <= ping.at <= event.at
                for ping in self.pings
            )
            if not result and hour_outside(one.settings, ZoneInfo(one.zone), began, event.at):
                self.fault(f"{one.name} was not warned in {game.code} of {event.at}, awaited since {began}")

    def fault(self, what: str) -> None:
        self.tally.faults.append(f"{self._clock.now():%m-%d %H:%M} {what}")
        log.error("fault", at=str(self._clock.now()), what=what)
