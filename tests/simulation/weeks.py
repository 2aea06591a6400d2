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
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

import structlog

from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.service.values.request import Identity
from bot.service.values.request import Person as Player
from engines.contract import Resign
from engines.registry import ENGINES
from sandbox.core import Options
from sandbox.driver import Interaction, Person, Sandbox, SeenMessage
from sandbox.errors import Refusal
from sandbox.world.entities import Channel
from tests.databases import Postgres, finish, postgres_server
from tests.manual_clock import ManualClock
from tests.simulation.cast import CAST, GAMES, PRIVATE, Character
from tests.simulation.exposure import signed
from tests.simulation.judge import BEGIN, Judge, Tally
from tests.wire.hosting import Host
from tests.wire.strides import Strides, striding

log = structlog.get_logger(__name__)

STEP: Final = timedelta(minutes=30)
AWAY: Final = timedelta(hours=7)
"""The length of the bot's outage in the middle."""
FLAW: Final = "Something went wrong"


class Weeks:
    """A bot, its server, and the people there."""

    def __init__(self, sandbox: Sandbox, host: Host, clock: ManualClock, rng: Random) -> None:
        self.sandbox, self.host, self.clock, self.dice = sandbox, host, clock, rng
        self.panels: dict[str, list[SeenMessage]] = {}
        self.time = Strides(sandbox, host, clock)
        self.database = self.time.database
        self.service = Service(self.database, ENGINES, clock, rng)
        self.judge = Judge(sandbox, clock, self.time, self.service)
        self.people, self.threads, self.tally = self.judge.people, self.judge.threads, self.judge.tally

    # -- what people do --------------------------------------------------------------------------------

    async def slash(self, person: Person, command: str, channel: Any, **options: object) -> Interaction:
        """Run a command, and check its answer."""
        done = await person.slash(command, options, channel=channel)
        return self._seen(person, command, done)

    async def click(self, person: Person, message: SeenMessage, button: str) -> Interaction:
        """Press a button, and check the answer."""
        return self._seen(person, button, await person.click(message, button))

    def _seen(self, person: Person, what: str, done: Interaction) -> Interaction:
        self.tally.counts["interactions"] += 1
        if done.failed:
            self.judge.fault(f"{person.name} got no answer to {what!r}: {done.record.error}")
        for message in done.messages:
            if FLAW in message.text:
                self.judge.fault(f"{person.name}, {what!r}: {message.text[:200]}")
            if message.ephemeral:
                self.panels.setdefault(person.name, []).append(message)
        return done

    async def open_games(self) -> None:
        """Let everybody choose their settings, and open the games."""
        for one in CAST:
            self.people[one.name] = self.sandbox.new_person(one.name)
        for one in CAST:
            await self.slash(
                self.people[one.name], "game settings", "general", time_zone=one.zone, **one.typed
            )
            for private in PRIVATE:
                if private in str(one.typed):
                    self.judge.secrets[private] = {self.people[one.name].id}, BEGIN + timedelta(days=999)
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
        """A person as the bot knows them."""
        return await self.service.identities.find(Identity("discord", str(self.people[name].id), name))

    async def play(self, name: str, *, most: int = 4) -> None:
        """Let a person play wherever they are pending, and resume paused games."""
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
        """Let a person answer requests on the newest card."""
        card = self.card(code)
        if card is None or self.dice.random() < 0.3:
            return
        for label in ("Refuse it", "Decline it", "Play on", "Decline", "Give more time"):
            if label in card.labels:
                await self.click(person, card, label)
                await self.time.wait_until_idle()
                return

    async def act(self, person: Person, player: Player, code: str, thread: Channel) -> bool:
        """Make one action, by command or from the newest card. Returns whether there was one to make."""
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
        await self.judge.sort_posted()
        return True

    async def _from_card(self, person: Person, code: str) -> None:
        """Act from the newest card: it must have a button that opens a panel for a pending player."""
        card = self.card(code)
        game = await self.service.reading.summary(code)
        label = game.off_turn_prompt or game.button
        if card is None or label not in card.labels:
            self.judge.fault(f"{person.name} is awaited in {code} and finds no {label!r} on the card")
            return
        panel = (await self.click(person, card, label)).reply
        if not panel.ephemeral or not (panel.labels or panel.selects):
            self.judge.fault(f"{person.name} pressed {label!r} of {code} in vain: {panel.text[:200]!r}")
        self.tally.counts["panels"] += 1

    # -- malice ----------------------------------------------------------------------------------------

    async def annoy(self, name: str) -> None:
        """Let a person do something that people should not do."""
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
        """Press any button of any message at the table, on old cards or requests to others too."""
        looks = [look for look in self.sandbox.messages(self.threads[code]) if look.labels]
        if looks:
            await self._press(person, self.dice.choice(looks[-4:]))

    async def _press_old_panel(self, person: Person) -> None:
        """Press a button of a private panel that was opened some time ago."""
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
        """Ask and withdraw, again and again."""
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
        """Play and undo, again and again."""
        player = await self.player(person.name)
        for _ in range(self.dice.randint(2, 7)):
            if await self.act(person, player, code, thread):
                await self.time.passes(timedelta(minutes=1))
                await self.slash(person, "game undo", thread)
                await self.time.passes(timedelta(minutes=1))

    async def _whisper(self, name: str) -> None:
        """Write private messages to another player, which nobody else may ever read."""
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
            self.judge.exposure.whispered(word, {person.id, self.people[reader.person.name].id})
            await person.dm(f"-{reader.name[0].lower()} {word}")
            self.tally.counts["whispers"] += 1
            await self.time.wait_until_idle()

    async def _twice(self, person: Person, code: str) -> None:
        """Press the same button several times at once."""
        card = self.card(code)
        if card is not None:
            button = self.dice.choice([one for one in card.labels if one not in {"Resign", "Play again"}])
            await asyncio.gather(*(self.click(person, card, button) for _ in range(3)))

    # -- a day -----------------------------------------------------------------------------------------

    async def live(self, days: float) -> None:
        """Let everybody live by their habits for some days."""
        end, number = BEGIN + timedelta(days=days), 0
        restart, errors = int(days * 48 * 0.4), int(days * 48 * 0.6)
        await self.open_games()
        for one in CAST:
            await self._whisper(one.name)
        while self.clock.now() < end:
            number += 1
            await self.time.passes(STEP)
            await self.judge.sort_posted()
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
        """Plan a vacation that begins in some days; until then nobody may know of it."""
        today = self.clock.now().astimezone(ZoneInfo(one.zone)).date()
        first, last = today + timedelta(days=2), today + timedelta(days=4)
        begins = datetime.combine(first, datetime.min.time(), ZoneInfo(one.zone)).astimezone(UTC)
        self.judge.secrets[last.isoformat()] = {self.people[one.name].id}, begins
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
        """Stop the bot, and start it again after hours."""
        await self.host.stop()
        self.time.advance(AWAY)
        await self.host.start()
        self.tally.counts["restarts"] += 1
        await self.time.wait_until_idle()

    def _go_wrong(self) -> None:
        """Let Discord answer with errors for a while."""
        self.sandbox.fail(503, "POST", "/channels/*/messages", times=8)
        self.sandbox.limit(0.02, "POST", "/channels/*/messages", times=4)
        self.sandbox.cut("PATCH", "*", times=3, after=True)

    # -- the end ---------------------------------------------------------------------------------------

    async def judged(self) -> Tally:
        """Check the database, and that paused games go on; return the tally."""
        for code in self.threads:
            await self._goes_on(code)
        await self.judge.sort_posted()
        async with self.database.reading() as unit:
            for code in self.threads:
                game = await unit.games.by_code(code)
                assert game is not None
                self.judge.judge_game(game, list(await unit.events.of_game(game.id)))
        problems = (await self.service.doctor.everything()).problems
        self.tally.faults += [f"doctor: {one.sentence}" for one in problems if one.level == "wrong"]
        self.tally.counts["pings"] = len(self.judge.pings)
        self.tally.counts["texts judged"] = self.judge.exposure.judged
        self.tally.counts["boards of one seat"] = self.judge.exposure.signs
        return self.tally

    async def _goes_on(self, code: str) -> None:
        """Check that a game paused because somebody stayed away goes on by its button."""
        game = await self.service.reading.summary(code)
        card = self.card(code)
        if game.status != "paused" or not game.absent:
            return
        if card is None or "Resume" not in card.labels:
            self.judge.fault(f"{code} is paused and shows no Resume")
            return
        owner = next(seat.person for seat in game.seats if seat.seat not in game.absent and seat.person)
        name = next(one for one in self.people if one == owner.name)
        await self.click(self.people[name], card, "Resume")
        await self.time.wait_until_idle()
        if (await self.service.reading.summary(code)).status != "active":
            self.judge.fault(f"{code} does not go on")
        self.tally.counts["resumed at the end"] += 1


async def lived(days: float, seed: int, database_url: str = "") -> Tally:
    """Play some days; the same seed gives nearly the same. `database_url`: an empty database, else a file."""
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
                return await weeks.judged()
            finally:
                await weeks.database.close()
                await host.stop()


def lived_on_postgres(days: float, seed: int) -> Tally:
    """As `lived`, on a PostgreSQL server of its own."""
    with postgres_server() as address, Postgres(address).empty() as database_url:
        return finish(lived(days, seed, database_url))


def main(days: float, seed: int) -> int:
    """Play, print the result, and return 0 if nothing was wrong."""
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
