"""Weeks of all five games over the wire, with people of all kinds, in virtual time.

``python -m tests.simulation.weeks [days] [seed] [--postgres] [-v]`` runs the real bot against the sandbox,
with a restart, an outage and errors of Discord on the way, and prints what it took and what was wrong. Each
person has a character; what they receive is judged by an account of its own, from what the server has
delivered, from the log of the games, and from the clock on each person's wall.
"""

import asyncio
import contextlib
import logging
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import func, select

from bot.service.facade import Service
from bot.service.log import replay
from bot.service.log.event_types import APPLIED, EventType
from bot.service.values.refused import Refused
from bot.service.values.request import Identity
from bot.service.values.request import Person as Player
from bot.store.models import EventRow, GameRow, OutboxRow
from engines.contract import Resign
from engines.registry import ENGINES
from sandbox.core import Options
from sandbox.driver import Interaction, Person, Sandbox, SeenMessage
from sandbox.errors import Refusal
from sandbox.world.changes import Change, MessageEdited, MessagePosted
from sandbox.world.entities import Channel, Message
from tests.databases import Postgres, finish, postgres_server
from tests.manual_clock import ManualClock
from tests.simulation.cast import CAST, GAMES, PRIVATE, Character
from tests.simulation.exposure import Exposure, signed
from tests.simulation.notices import hour_outside, is_quiet
from tests.wire.hosting import Host
from tests.wire.strides import Strides, striding

log = structlog.get_logger(__name__)

BEGIN: Final = datetime(2026, 3, 16, 9, tzinfo=UTC)
"""Europe changes to summer time two weeks later."""
STEP: Final = timedelta(minutes=30)
HOUR: Final = timedelta(hours=1)
AWAY: Final = timedelta(hours=7)
"""How long the bot is away in the middle."""
SILENT: Final = 30
"""Public changes after the last act of a person, at the most."""
FLAW: Final = "Something went wrong"
OCCASIONS: Final = {
    "Are you still there?": "warning",
    "What you had planned": "fallen",
    "⏳": "reminder",
    "You are awaited": "called",
    "Your turn": "turn",
}
"""What notices are about, by what stands in them."""
SHUFFLES: Final = {EventType.BANKS, EventType.AWAY, EventType.BACK, EventType.RETIMED}
"""Events that call nobody anew."""


@dataclass
class Ping:
    """Something of the bot's own accord that makes a person's device sound."""

    person: Character
    at: datetime
    how: str
    """``mention``, or the kind of a delivery and its occasion."""
    code: str
    message: int


@dataclass
class Tally:
    """What it took, and what was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)


class Weeks:
    """One bot, its server, and everybody there."""

    def __init__(self, sandbox: Sandbox, host: Host, clock: ManualClock, rng: Random) -> None:
        self.sandbox, self.host, self.clock, self.dice = sandbox, host, clock, rng
        self.tally = Tally()
        self.people: dict[str, Person] = {}
        self.characters = {one.name: one for one in CAST}
        self.threads: dict[str, Channel] = {}
        self.pings: list[Ping] = []
        self.cards: Counter[str] = Counter()
        self.secrets: dict[str, tuple[set[int], datetime]] = {}
        """What only these people may read until then."""
        self.panels: dict[str, list[SeenMessage]] = {}
        self.time = Strides(sandbox, host, clock)
        self.database = self.time.database
        self.service = Service(self.database, ENGINES, clock, rng)
        self.exposure = Exposure(self.service)
        self._posted: list[tuple[datetime, Message]] = []
        sandbox.world.changes.listen(self._changed)

    # -- what arrives ----------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        if isinstance(change, MessagePosted | MessageEdited):
            message = change.message
            if message.author_id != self.sandbox.world.bot.id:
                return
            self._no_secret(message)
            if isinstance(change, MessagePosted) and not message.ephemeral:
                self._posted.append((self.clock.now(), message))

    def _no_secret(self, message: Message) -> None:
        look = SeenMessage(self.sandbox.core, message)
        text = "\n".join((look.text, *look.alt_texts))
        readers = self._readers(message)
        self.exposure.shown(text, readers)
        for secret, (allowed, until) in self.secrets.items():
            if secret in text and self.clock.now() < until and not readers <= allowed:
                self.fault(f"{secret!r} was shown to others: {text[:200]!r}")
        # That an order was played is said, if need be cut short in an alt text.
        if "planned" in re.sub(r"had planned[^;.\n]*(ahead|…)", "", text) and len(readers) != 1:
            self.fault(f"a plan was shown: {text!r}")

    def _readers(self, message: Message) -> set[int]:
        if message.only_for is not None:
            return {message.only_for}
        channel = self.sandbox.world.channels[message.channel_id]
        everybody = {one.id for one in self.people.values()}
        return everybody & set(channel.recipients) if channel.is_dm else everybody

    async def _sort_posted(self) -> None:
        """Judge what has been posted since the last time."""
        await self.exposure.look([*self.threads], {name: one.id for name, one in self.people.items()})
        for fault in self.exposure.faults():
            self.fault(fault)
        posted, self._posted = self._posted, []
        for at, message in posted:
            channel = self.sandbox.world.channels[message.channel_id]
            kind, code = await self._delivery(message.id)
            if not channel.is_dm:
                self.tally.counts["posts"] += 1
                self.cards[code] += kind == "card"
                for person_id in message.mentions:
                    await self._pinged(person_id, at, "mention", code, message.id)
            elif kind and not message.is_silent:
                text = SeenMessage(self.sandbox.core, message).text
                occasion = next((what for sign, what in OCCASIONS.items() if sign in text), "asked")
                how = f"notice {occasion}" if kind == "notice" else kind
                # One message may be about several games.
                about = [one for one in self.threads if f"`{one}`" in text] or [code]
                for person_id in self._readers(message):
                    for game in about:
                        await self._pinged(person_id, at, how, game, message.id)

    async def _delivery(self, message_id: int) -> tuple[str, str]:
        """What kind of delivery a message was, and about which game."""
        found = await self.time.rows(
            select(OutboxRow.kind, GameRow.code)
            .join(GameRow, GameRow.id == OutboxRow.game_id)
            .where(OutboxRow.message_id == message_id)
            .order_by(OutboxRow.id)
            .limit(1)
        )
        return found[0] if found else ("", "")

    async def _pinged(self, person_id: int, at: datetime, how: str, code: str, message: int) -> None:
        name = self.sandbox.world.users[person_id].name
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
            ((calls,),) = await self.time.rows(
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

    def fault(self, what: str) -> None:
        self.tally.faults.append(f"{self.clock.now():%m-%d %H:%M} {what}")
        log.error("fault", at=str(self.clock.now()), what=what)

    # -- what people do --------------------------------------------------------------------------------

    async def slash(self, person: Person, command: str, channel: Any, **options: object) -> Interaction:
        """A command, whose answer is looked through."""
        done = await person.slash(command, options, channel=channel)
        return self._seen(person, command, done)

    async def click(self, person: Person, message: SeenMessage, button: str) -> Interaction:
        """A press, whose answer is looked through."""
        return self._seen(person, button, await person.click(message, button))

    def _seen(self, person: Person, what: str, done: Interaction) -> Interaction:
        self.tally.counts["interactions"] += 1
        if done.failed:
            self.fault(f"{person.name} got no answer to {what!r}: {done.record.error}")
        for message in done.messages:
            if FLAW in message.text:
                self.fault(f"{person.name}, {what!r}: {message.text[:200]}")
            if message.ephemeral:
                self.panels.setdefault(person.name, []).append(message)
        return done

    async def open_games(self) -> None:
        """Everybody chooses their settings and sits down."""
        for one in CAST:
            self.people[one.name] = self.sandbox.new_person(one.name)
        for one in CAST:
            await self.slash(
                self.people[one.name], "game settings", "general", time_zone=one.zone, **one.typed
            )
            for private in PRIVATE:
                if private in str(one.typed):
                    self.secrets[private] = {self.people[one.name].id}, BEGIN + timedelta(days=999)
        for key, names, options in GAMES:
            first, *others = (self.people[name] for name in names)
            more = {"players": len(names)} if len(ENGINES[key].info.seats) > 2 and key != "gods" else {}
            before = len(self.sandbox.threads("games"))
            await self.slash(first, f"{key} new", "games", **options, **more)
            lobby = await self.sandbox.message("games", lambda look: "Join" in look.labels)
            for other in others:
                await self.click(other, lobby, "Join")
            thread = await self.sandbox.wait_for(
                lambda before=before: (  # type: ignore[misc]
                    self.sandbox.threads("games")[before]
                    if len(self.sandbox.threads("games")) > before
                    else None
                ),
                what="a thread",
            )
            self.threads[thread.name.split()[0]] = thread
            await self.time.wait_until_idle()

    def card(self, code: str) -> SeenMessage | None:
        """The newest card of a game."""
        looks = self.sandbox.messages(self.threads[code])
        return next((look for look in reversed(looks) if "Board" in look.labels), None)

    async def player(self, name: str) -> Player:
        """Somebody as the bot knows them."""
        return await self.service.identities.find(Identity("discord", str(self.people[name].id), name))

    async def play(self, name: str, *, most: int = 4) -> None:
        """Come and play wherever one is awaited; resume what has paused."""
        person = self.people[name]
        player = await self.player(name)
        for code, thread in self.threads.items():
            game = await self.service.reading.summary(code)
            if not any(seat.person and seat.person.id == player.id for seat in game.seats):
                continue
            card = self.card(code)
            if game.status == "paused" and game.absent and card is not None:
                await self.click(person, card, "Resume")
                await self.time.wait_until_idle()
            if card is not None and "I am here" in card.labels:
                await self.click(person, card, "I am here")
            await self.answer(person, code)
            for _ in range(most):
                if not await self.act(person, player, code, thread):
                    break

    async def answer(self, person: Person, code: str) -> None:
        """Answer what is asked on the newest card, as people do."""
        card = self.card(code)
        if card is None or self.dice.random() < 0.3:
            return
        for label in ("Refuse it", "Decline it", "Play on", "Decline", "Give more time"):
            if label in card.labels:
                await self.click(person, card, label)
                await self.time.wait_until_idle()
                return

    async def act(self, person: Person, player: Player, code: str, thread: Channel) -> bool:
        """One action, by command or from the newest card; whether there was one to make."""
        try:
            offers = (await self.service.play.choices(player, code)).offers
        except Refused:
            return False
        offers = tuple(offer for offer in offers if not isinstance(offer.action, Resign))
        if not offers:
            return False
        if self.dice.random() < 0.15:
            await self._from_card(person, code)
        offer = self.dice.choice(offers)
        done = await self.slash(person, "move", thread, notation=offer.notation)
        if "Play it" in done.reply.labels:
            done = await self.click(person, done.reply, "Play it")
        elif "I am back" in done.reply.labels:
            await self.click(person, done.reply, "I am back")
        self.tally.counts["actions"] += 1
        await self.time.wait_until_idle()
        await self._sort_posted()
        return True

    async def _from_card(self, person: Person, code: str) -> None:
        """Whoever is awaited finds a button on the newest card that opens a panel."""
        card = self.card(code)
        game = await self.service.reading.summary(code)
        label = game.off_turn_prompt or game.button
        if card is None or label not in card.labels:
            self.fault(f"{person.name} is awaited in {code} and finds no {label!r} on the card")
            return
        panel = (await self.click(person, card, label)).reply
        if not panel.ephemeral or not (panel.labels or panel.selects):
            self.fault(f"{person.name} pressed {label!r} of {code} in vain: {panel.text[:200]!r}")
        self.tally.counts["panels"] += 1

    # -- malice ----------------------------------------------------------------------------------------

    async def annoy(self, name: str) -> None:
        """One of the things that one should not do."""
        person, rng = self.people[name], self.dice
        code = rng.choice(list(self.threads))
        thread = self.threads[code]
        today = self.clock.now().date()
        late = (today + timedelta(days=rng.randrange(40))).isoformat()
        seats = [seat.name for seat in (await self.service.reading.summary(code)).seats]
        slash: Callable[..., Awaitable[Interaction]] = lambda command, **options: self.slash(  # noqa: E731
            person, command, thread, **options
        )
        operations: list[Callable[[], Awaitable[object]]] = [
            lambda: self._press_anything(person, code),
            lambda: self._press_anything(person, code),
            lambda: self._press_old_panel(person),
            lambda: self._press_old_panel(person),
            lambda: self._twice(person, code),
            lambda: self._pester(person, thread),
            lambda: self._play_and_take_back(person, code, thread),
            lambda: slash(
                "move", notation=rng.choice(["time up", "@everyone", "d3, d4", "end", "0", "\u202ex" * 40])
            ),
            lambda: slash("game undo"),
            lambda: slash("game undo", answer="refuse"),
            lambda: slash("game undo", how_far="redo"),
            lambda: slash("game draw"),
            lambda: slash("game draw", answer="withdraw"),
            lambda: slash("game draw", how="no result"),
            lambda: slash("game draw", how="no result", answer="withdraw"),
            lambda: slash("game pause until", day=late),
            lambda: slash("game pause answer", answer=rng.choice(["agree", "decline"])),
            lambda: slash("game pause end"),
            lambda: slash("game claim"),
            lambda: slash("game extend"),
            lambda: slash("game substitute", seat=rng.choice(seats)),
            lambda: slash("game plan-ahead", action=rng.choice(["end", "ready", "d3", "@b4", "none"])),
            lambda: slash("game plan-ahead", cancel=rng.randrange(3)),
            lambda: slash("game follow"),
            lambda: slash("game catchup"),
            lambda: slash("game try"),
            lambda: slash("game show", at=str(rng.randrange(30))),
            lambda: slash("away", until=late),
            lambda: slash("away", until=late, **{"from": today.isoformat()}),
            lambda: slash("away", end=True),
            lambda: slash("game inbox"),
            lambda: person.dm(rng.choice(["hello", "-b spam", "@everyone", "-p x"])),
        ]
        with contextlib.suppress(Refusal, LookupError):
            await rng.choice(operations)()
        self.tally.counts["hostile acts"] += 1
        await self.time.wait_until_idle()

    async def _press_anything(self, person: Person, code: str) -> None:
        """Any button of any message at the table: cards of old, answers that others are asked for."""
        looks = [look for look in self.sandbox.messages(self.threads[code]) if look.labels]
        if looks:
            await self._press(person, self.dice.choice(looks[-4:]))

    async def _press_old_panel(self, person: Person) -> None:
        """A private panel that was opened some time ago."""
        panels = [look for look in self.panels.get(person.name, ()) if not look.gone and look.labels]
        if panels:
            await self._press(person, self.dice.choice(panels[-40:]))

    async def _press(self, person: Person, look: SeenMessage) -> None:
        wanted = [
            one["custom_id"] for one in look.buttons if one.get("custom_id") and not one.get("disabled")
        ]
        wanted = [one for one in wanted if not re.search(r":(resigned|again):", one)]
        if wanted:
            await self.click(person, look, self.dice.choice(wanted))

    async def _pester(self, person: Person, thread: Channel) -> None:
        """Ask and withdraw, time and again."""
        day = (self.clock.now().date() + timedelta(days=9)).isoformat()
        asked: tuple[tuple[str, dict[str, object], str, dict[str, object]], ...] = (
            ("game undo", {}, "game undo", {"answer": "refuse"}),
            ("game draw", {}, "game draw", {"answer": "withdraw"}),
            ("game draw", {"how": "no result"}, "game draw", {"how": "no result", "answer": "withdraw"}),
            ("game pause until", {"day": day}, "game pause answer", {"answer": "decline"}),
        )
        ask, options, withdraw, back = self.dice.choice(asked)
        for _ in range(self.dice.randint(2, 7)):
            await self.slash(person, ask, thread, **options)
            await self.time.passes(timedelta(minutes=1))
            await self.slash(person, withdraw, thread, **back)
            await self.time.passes(timedelta(minutes=1))

    async def _play_and_take_back(self, person: Person, code: str, thread: Channel) -> None:
        """Play, and take it back, time and again."""
        player = await self.player(person.name)
        for _ in range(self.dice.randint(2, 7)):
            if await self.act(person, player, code, thread):
                await self.time.passes(timedelta(minutes=1))
                await self.slash(person, "game undo", thread)
                await self.time.passes(timedelta(minutes=1))

    async def _whisper(self, name: str) -> None:
        """Private words to one of the others, which nobody else may ever read."""
        person = self.people[name]
        for code in self.threads:
            summary = await self.service.reading.summary(code)
            engine = ENGINES[summary.key]
            others = [one for one in summary.seats if one.person and one.person.name != name]
            if engine.chat is None or not engine.chat.private or len(others) == len(summary.seats):
                continue
            reader = self.dice.choice(others)
            word = f"zq{self.dice.randrange(10**12):012d}zq"
            assert reader.person is not None
            self.exposure.whispered(word, {person.id, self.people[reader.person.name].id})
            await person.dm(f"-{reader.name[0].lower()} {word}")
            self.tally.counts["whispers"] += 1
            await self.time.wait_until_idle()

    async def _twice(self, person: Person, code: str) -> None:
        """The same press several times at once."""
        card = self.card(code)
        if card is not None:
            button = self.dice.choice([one for one in card.labels if one not in {"Resign", "Play again"}])
            await asyncio.gather(*(self.click(person, card, button) for _ in range(3)))

    # -- a day -----------------------------------------------------------------------------------------

    async def live(self, days: float) -> None:
        """Everybody lives, each as they do."""
        end, number = BEGIN + timedelta(days=days), 0
        restart, errors = int(days * 48 * 0.4), int(days * 48 * 0.6)
        await self.open_games()
        for one in CAST:
            await self._whisper(one.name)
        while self.clock.now() < end:
            number += 1
            await self.time.passes(STEP)
            await self._sort_posted()
            if number % 48 == 0:
                log.info("a day has passed", **self.tally.counts)
            if number == restart:
                await self._restart()
            if number == errors:
                self._go_wrong()
            for one in CAST:
                await self._live(one, number)

    async def _live(self, one: Character, number: int) -> None:
        rng, hour = self.dice, self.clock.now().astimezone(ZoneInfo(one.zone)).hour
        since = self.clock.now() - BEGIN
        if one.habit in {"malicious", "spectator"} and rng.random() < 0.12:
            for _ in range(rng.randint(1, 4)):
                await self.annoy(one.name)
        if one.habit == "spectator" or not 8 <= hour < 21:
            return
        chance = {"punctual": 0.10, "slow": 0.03, "forgetful": 0.02, "malicious": 0.03, "vacation": 0.06}
        if one.habit == "vanished" and since < timedelta(days=4):
            chance["vanished"] = 0.05
        if one.habit == "vacation":
            if number % 480 == 100:
                await self._plan_vacation(one)
            async with self.database.reading() as unit:
                player = await self.player(one.name)
                away = await unit.vacations.present(player.id) is not None
            if away:
                return
        if rng.random() < chance.get(one.habit, 0.0):
            await self.play(one.name)
            if rng.random() < 0.3:
                await self._plan_ahead(one)
            if rng.random() < 0.3:
                await self._whisper(one.name)

    async def _plan_vacation(self, one: Character) -> None:
        """A vacation that begins in some days; until then nobody may know of it."""
        today = self.clock.now().astimezone(ZoneInfo(one.zone)).date()
        first, last = today + timedelta(days=2), today + timedelta(days=4)
        begins = datetime.combine(first, datetime.min.time(), ZoneInfo(one.zone)).astimezone(UTC)
        self.secrets[last.isoformat()] = {self.people[one.name].id}, begins
        await self.slash(
            self.people[one.name], "away", "general", until=last.isoformat(), **{"from": first.isoformat()}
        )

    async def _plan_ahead(self, one: Character) -> None:
        player = await self.player(one.name)
        for code, thread in self.threads.items():
            with contextlib.suppress(Refused):
                if not (offers := (await self.service.orders.choices(player, code, "whatever")).offers):
                    continue
                action = self.dice.choice(offers).notation
                await self.slash(self.people[one.name], "game plan-ahead", thread, action=action)
                self.tally.counts["plans"] += 1

    async def _restart(self) -> None:
        """The bot is away for hours."""
        await self.host.stop()
        self.time.advance(AWAY)
        await self.host.start()
        self.tally.counts["restarts"] += 1
        await self.time.wait_until_idle()

    def _go_wrong(self) -> None:
        """Discord answers with errors for a while."""
        self.sandbox.fail(503, "POST", "/channels/*/messages", times=8)
        self.sandbox.limit(0.02, "POST", "/channels/*/messages", times=4)
        self.sandbox.cut("PATCH", "*", times=3, after=True)

    # -- the end ---------------------------------------------------------------------------------------

    async def judge(self) -> Tally:
        """Whether what stands in the database is as it must be; and what is paused goes on."""
        for code in self.threads:
            await self._goes_on(code)
        await self._sort_posted()
        async with self.database.reading() as unit:
            for code in self.threads:
                game = await unit.games.by_code(code)
                assert game is not None
                self._judge_game(game, list(await unit.events.of_game(game.id)))
        problems = (await self.service.doctor.everything()).problems
        self.tally.faults += [f"doctor: {one.sentence}" for one in problems if one.level == "wrong"]
        self.tally.counts["pings"] = len(self.pings)
        self.tally.counts["texts judged"] = self.exposure.judged
        self.tally.counts["boards of one seat"] = self.exposure.signs
        return self.tally

    async def _goes_on(self, code: str) -> None:
        """A game that is paused since somebody stayed away goes on by its button."""
        game = await self.service.reading.summary(code)
        card = self.card(code)
        if game.status != "paused" or not game.absent:
            return
        if card is None or "Resume" not in card.labels:
            self.fault(f"{code} is paused and shows no Resume")
            return
        owner = next(seat.person for seat in game.seats if seat.seat not in game.absent and seat.person)
        name = next(one for one in self.people if one == owner.name)
        await self.click(self.people[name], card, "Resume")
        await self.time.wait_until_idle()
        if (await self.service.reading.summary(code)).status != "active":
            self.fault(f"{code} does not go on")
        self.tally.counts["resumed at the end"] += 1

    def _judge_game(self, game: GameRow, events: list[EventRow]) -> None:
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
        """Everybody was told of each deadline that they have missed, where an hour was not quiet."""
        if game.deadline_hours is None:
            return
        # Where all act at once nobody's action calls another.
        at_once = ENGINES[game.key].info.at_once
        for event in events:
            if event.kind not in {EventType.CLOCK, EventType.MISSED, EventType.ABSENT} or event.seat is None:
                continue
            sitting = next(one for one in game.seats if one.seat == event.seat)
            if any(one.kind == EventType.ADMIN and one.seq > event.seq for one in events):
                # Somebody else may have sat there.
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


async def lived(days: float, seed: int, database_url: str = "") -> Tally:
    """So many days; the same seed gives much the same. `database_url`: an empty database, if not a file."""
    clock, memory = ManualClock(BEGIN), Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder,
        striding(),
        signed(),
    ):
        async with Sandbox(Options(keep_records=False)) as sandbox:
            host = Host(sandbox, Path(folder), clock, database_url)
            await host.start()
            weeks = Weeks(sandbox, host, clock, Random(seed))
            try:
                await weeks.live(days)
                return await weeks.judge()
            finally:
                await weeks.database.close()
                await host.stop()


def lived_on_postgres(days: float, seed: int) -> Tally:
    """As `lived`, on a PostgreSQL server of its own."""
    with postgres_server() as address, Postgres(address).empty() as database_url:
        return finish(lived(days, seed, database_url))


def main(days: float, seed: int) -> int:
    """Print what came of it; 0 if nothing was wrong."""
    level = logging.INFO if "-v" in sys.argv else logging.ERROR
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(level))
    tally = lived_on_postgres(days, seed) if "--postgres" in sys.argv else finish(lived(days, seed))
    print(f"{days:g} days, seed {seed}: {dict(sorted(tally.counts.items()))}")
    print(dict(sorted(tally.games.items())))
    print("\n".join([f"{len(tally.faults)} faults", *tally.faults[:40]]))
    return bool(tally.faults)


if __name__ == "__main__":
    numbers = [one for one in sys.argv[1:] if not one.startswith("-")]
    sys.exit(main(float(numbers[0]) if numbers else 28, int(numbers[1]) if numbers[1:] else 1))
