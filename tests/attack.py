"""Hostile inputs by the million, until one gets something else than an answer or a refusal in a sentence.

``python -m tests.attack --count 3000000``: the same inputs for the same ``--seed``. What fell is printed with
the input; the exit code is then 1. `test_hostile` holds the same with fewer inputs at every change.
"""

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import structlog
from discord.utils import time_snowflake

from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.direct_messages import DirectMessages
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.service.admin.acts import Import
from bot.service.admin.records import play_import, read_record
from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines import record
from engines.contract import AnyEngine, IllegalAction, IllegalOptions, View
from engines.registry import ENGINES
from engines.sheet import write_sheet
from render.contract import Frame
from tests.databases import Sqlite
from tests.discord.guests import Guests, text_of
from tests.engines.playouts import random_game
from tests.hostile import NASTY
from tests.manual_clock import ManualClock
from tests.service.actors import ACCOUNTS, ADA, ANN, BOB, CLEO, DAN, EVE, HERE, account, begun

_PEOPLE = (ANN, BOB, CLEO, DAN, EVE, ADA)
_LONGEST = 10_000_000
_FAULT = "Something went wrong"


class Texts:
    """Random texts, values and things that are almost right."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.given: object = None
        """The latest input."""

    def text(self, known: Sequence[str] = ()) -> str:
        """Nonsense, or one of the known texts with something changed."""
        rng = self.rng
        match rng.randrange(5 if known else 3):
            case 0:
                return "".join(rng.choices(NASTY, k=rng.randrange(7)))
            case 1:
                return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(30)))
            case 2:
                return rng.choice(NASTY) * rng.choice((1, 2, 30, 1000))
            case _:
                word = rng.choice(known)
                for _ in range(rng.randrange(4)):
                    at = rng.randrange(len(word) + 1)
                    piece = rng.choice((rng.choice(NASTY), "", " ", chr(rng.randrange(32, 127)), word[:at]))
                    word = word[:at] + piece + word[at + rng.randrange(5) :]
                return word

    def value(self, depth: int = 3) -> Any:
        """Any JSON value, or a number that JSON does not have."""
        rng = self.rng
        match rng.randrange(9 if depth else 7):
            case 0:
                return None
            case 1:
                return rng.random() < 0.5
            case 2:
                return rng.randrange(-3, 12)
            case 3:
                return rng.choice((2**31, -(2**63), 2**64, 10**400))
            case 4:
                return rng.choice((0.5, -0.0, float("nan"), float("inf"), 1e300))
            case 5 | 6:
                return self.text()
            case 7:
                return [self.value(depth - 1) for _ in range(rng.randrange(4))]
            case _:
                return {self.text(): self.value(depth - 1) for _ in range(rng.randrange(4))}


def refused(operation: Callable[[], object], longest: int = 1900) -> bool:
    """Whether an operation is refused with a sentence that can be shown. Any other exception is raised."""
    try:
        operation()
    except (IllegalAction, Refused) as refusal:
        sentence = refusal.sentence
    except (IllegalOptions, ValueError) as illegal:
        sentence = str(illegal)
    else:
        return False
    assert 0 < len(sentence) <= longest, len(sentence)
    return True


class Rules:
    """Attacks on the engines and on the readers of records."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.games = {key: random_game(engine) for key, engine in ENGINES.items()}
        self.states, self.known, self.sheets, self.documents = {}, {}, {}, {}
        for key, game in self.games.items():
            replayed = record.replay(game)
            played = replayed.played
            at = (len(played) // 4, len(played) // 2, len(played) * 7 // 8)
            self.states[key] = [replayed.start, *(played[place].step.state for place in at), replayed.state]
            self.known[key] = [entry.text for entry in game.entries if isinstance(entry, record.Made)]
            self.sheets[key], self.documents[key] = write_sheet(game), json.loads(record.write(game))

    def _engine(self) -> AnyEngine:
        return ENGINES[self.texts.rng.choice(tuple(ENGINES))]

    def notation(self) -> None:
        """Parse a text, and apply the action that it means."""
        engine, rng = self._engine(), self.texts.rng
        text = self.texts.text(self.known[engine.info.key])
        state, seat = rng.choice(self.states[engine.info.key]), rng.randrange(2)
        self.texts.given = engine.info.key, text, seat
        if not refused(lambda: engine.parse(state, seat, text)):
            action = engine.parse(state, seat, text)
            refused(lambda: engine.apply(state, seat, action))
            assert engine.parse(state, seat, engine.format(action)) == action

    def action(self) -> None:
        """Apply an action, or answer a question, with any fields."""
        engine, rng = self._engine(), self.texts.rng
        kind = rng.choice((*engine.action_types, *engine.questions.types))
        known = [word for text in rng.choices(self.known[engine.info.key], k=3) for word in text.split()]
        document = {
            field.encode_name: self.texts.text(known) if rng.random() < 0.8 else self.texts.value()
            for field in msgspec.structs.fields(kind)
        }
        self.texts.given = tagged = document | {"kind": kind.__struct_config__.tag}
        try:
            done: Any = msgspec.convert(tagged, kind, strict=rng.random() < 0.5)
        except (msgspec.ValidationError, UnicodeEncodeError):
            return
        state = rng.choice(self.states[engine.info.key])
        if kind in engine.action_types:
            refused(lambda: engine.apply(state, 0, done))
        else:
            refused(lambda: engine.questions.answer(state, 0, done))

    def options(self) -> None:
        """Start a game with any options."""
        engine, rng = self._engine(), self.texts.rng
        names = (*engine.options_type.__struct_fields__, *engine.options_type.__struct_fields__, "x")
        values = {rng.choice(names): self.texts.value() for _ in range(rng.randrange(4))}
        seats = rng.randrange(-1, 9)
        self.texts.given = engine.info.key, values, seats
        refused(lambda: engine.start(engine.options(values), seats, "5eed" * 16), _LONGEST)

    def header(self) -> None:
        """Read a score sheet with a changed header."""
        sheet = self.sheets[self._engine().info.key]
        header, rule, lines = sheet.partition("-" * 40)
        text = self.texts.text([header]) + rule + lines[:200]
        self.texts.given = text
        refused(lambda: read_record(text.encode(errors="surrogatepass")), _LONGEST)

    def record(self) -> None:
        """Import a changed record, up to the database."""
        key, rng = self._engine().info.key, self.texts.rng
        document = dict(self.documents[key])
        document["entries"] = entries = list(document["entries"][: rng.randrange(1, 12)])
        entry = rng.choice((self.texts.value(), [rng.randrange(3), self.texts.text(self.known[key])]))
        entries[rng.randrange(len(entries))] = rng.choice((entry, {"undo_to": rng.randrange(4)}))
        document.pop("outcome", None)
        if rng.random() < 0.5:
            document[rng.choice(tuple(document))] = self.texts.value()
        self.texts.given = data = json.dumps(document).encode()

        def imported() -> None:
            act = Import(read_record(data), (ANN, BOB), HERE.guild_id, HERE.channel_id)
            play_import(act, ENGINES, rng=rng, now=ManualClock().now(), cause=None)

        refused(imported, _LONGEST)


class Door:
    """Attacks on Discord's door, with the real use cases and a database behind it."""

    def __init__(self, texts: Texts, guests: Guests, codes: dict[str, str]) -> None:
        self.texts, self.guests, self.codes = texts, guests, codes
        tree = SimpleNamespace(get_command=lambda name: None)
        context = guests.interaction(ANN).client.context
        self.direct = DirectMessages(SimpleNamespace(context=context, tree=tree))  # type: ignore[arg-type]
        commands = [
            command
            for command in guests._tree.walk_commands()
            if isinstance(command, discord.app_commands.Command)
            and command.qualified_name not in {"privacy export", "privacy delete"}
        ]
        self.completed = [
            (one, name) for one in commands for name, option in one._params.items() if option.autocomplete
        ]
        self.typed = [
            (one, named)
            for one in commands
            if (named := [name for name, option in one._params.items() if _is_text(option)])
            and all(name in named for name, option in one._params.items() if option.required)
        ]

    def _person(self) -> Person:
        return self.texts.rng.choice(_PEOPLE)

    def _code(self) -> str:
        known = tuple(self.codes.values())
        return self.texts.rng.choice(known) if self.texts.rng.random() < 0.8 else self.texts.text(known)

    async def press(self) -> None:
        """Press a button, or choose in a select, with any custom id."""
        rng, texts = self.texts.rng, self.texts
        action = rng.choice(tuple(BUTTON_ACTIONS)) if rng.random() < 0.97 else "zzz"
        seat = rng.choice(("", "0", "1", "7", "9" * 30))
        number = rng.choice(("0", "1", str(rng.randrange(40)), "9" * 30))
        payload = texts.text(("0/d3", "yes", "no", "turn", "@d3", "resign", "1", "0", "12345/x", "0/"))
        custom_id = f"tb:{action}:{self._code()}:{number}:{seat}:{payload}"[:100]
        match = StatefulItem.__discord_ui_compiled_template__.fullmatch(custom_id)
        if match is None:
            return
        state = ButtonState.matched(match)
        if rng.random() < 0.3:
            state = state._replace(values=(texts.text((*self.codes.values(), "d3", "1")),))
        texts.given = custom_id, state.values
        person, direct = self._person(), rng.random() < 0.2
        interaction = self.guests.interaction(person, direct=direct, manager=rng.random() < 0.3)
        item = StatefulItem(discord.ui.Button(custom_id=custom_id), state)
        if state.values:
            item = StatefulItem(discord.ui.Select(custom_id=custom_id), state)
            item.item._values = list(state.values)
        await item.callback(interaction)  # type: ignore[arg-type]
        assert _FAULT not in text_of(interaction), text_of(interaction)

    async def complete(self) -> None:
        """Type into any option that is completed."""
        rng, texts = self.texts.rng, self.texts
        command, option = rng.choice(self.completed)
        others = {"game": self._code()} if rng.random() < 0.9 else {}
        others |= {texts.text(("from", "to", "seat")): texts.text(("d3",)) for _ in range(rng.randrange(2))}
        others.pop(option, None)
        typed = texts.text((*self.codes.values(), "d3", "a1-b2", "Ab Ag"))
        interaction = self.guests.interaction(
            self._person(), manager=rng.random() < 0.5, namespace=[*others.items(), (option, typed)]
        )
        texts.given = command.qualified_name, option, others, typed
        complete: Any = command._params[option].autocomplete
        choices = await complete(interaction, typed)
        assert len(choices) <= 25
        assert all(0 < len(one.name) <= 100 and len(str(one.value)) <= 100 for one in choices)

    async def command(self) -> None:
        """Fill in every text of a command."""
        command, options = self.texts.rng.choice(self.typed)
        given: dict[str, Any] = {
            name: self.texts.text(("@d3", "d3", *self.codes.values())) for name in options
        }
        if "game" in given:
            given["game"] = self._code()
        self.texts.given = command.qualified_name, given
        manager = self.texts.rng.random() < 0.5
        interaction = await self.guests.type(self._person(), command.qualified_name, manager=manager, **given)
        assert _FAULT not in text_of(interaction), text_of(interaction)

    async def write(self) -> None:
        """Write to the bot."""
        texts, answers = self.texts, []

        async def send(**content: Any) -> None:
            answers.append(str(content))

        person = self._person()
        text = texts.text(("-b psst", "red: hello", "to all, hello", "/gods plan", "-BG hush"))
        texts.given = text
        message: Any = SimpleNamespace(
            id=time_snowflake(self._now) + texts.rng.getrandbits(22),
            guild=None,
            author=SimpleNamespace(id=ACCOUNTS[person.id], bot=False, display_name=person.name),
            type=discord.MessageType.default,
            content=text[:2000],
            attachments=[],
            stickers=[],
            reference=None,
            channel=SimpleNamespace(send=send),
            created_at=self._now,
        )
        await self.direct.receive(message)
        assert not any(_FAULT in answer for answer in answers), answers

    _now = ManualClock().now()


def _is_text(option: Any) -> bool:
    return option.type is discord.AppCommandOptionType.string and not option.choices


def _faults_only(_logger: object, _method: str, event: Any) -> str:
    """Log only tracebacks."""
    if "exc_info" not in event:
        raise structlog.DropEvent
    return traceback.format_exc(limit=-6)


def main() -> int:
    """Attack, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="inputs, of which a hundredth at the door")
    parser.add_argument("--seed", type=int, default=1)
    wished = parser.parse_args()
    logging.disable(logging.CRITICAL)
    structlog.configure(processors=[_faults_only])
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        sqlite = Sqlite(Path(folder))
        with sqlite.fresh() as address:
            return runner.run(_attack(address, wished.count, Texts(Random(wished.seed))))


async def _attack(address: str, count: int, texts: Texts) -> int:
    database = Database(address)
    service = Service(database, ENGINES, ManualClock(), Random(1))
    codes = await _begun(service)
    pictures = _Unpainted(1)
    rules, door = Rules(texts), Door(texts, Guests(service, pictures), codes)
    shares: tuple[tuple[Callable[[], Awaitable[None] | None], float], ...] = (
        *(
            (rules.notation, 45),
            (rules.action, 25),
            (rules.options, 15),
            (rules.header, 8),
            (rules.record, 4),
        ),
        *((door.press, 1), (door.complete, 1), (door.command, 0.5), (door.write, 0.5)),
    )
    attacks, weights = zip(*shares, strict=True)
    tried: Counter[str] = Counter()
    fell: Counter[str] = Counter()
    began = time.monotonic()
    for number in range(1, count + 1):
        attack = texts.rng.choices(attacks, weights)[0]
        name = attack.__name__
        tried[name] += 1
        try:
            answer = attack()
            if answer is not None:
                await answer
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            seen = f"{name}: {type(error).__name__} at {where.filename}:{where.lineno}"
            fell[seen] += 1
            if fell[seen] == 1:
                traceback.print_exc(limit=6)
                print(f"-- input {number}: {name} {texts.given!r}"[:3000], flush=True)
        if number % 50_000 == 0:
            fell.update(filter(None, [await service.archive.inconsistency(code) for code in codes.values()]))
            codes.update(await _begun(service))
            print(
                f"{number:,} in {time.monotonic() - began:.0f} s, {dict(tried)}, fell: {dict(fell)}",
                flush=True,
            )
    print(f"{count:,} inputs: {dict(tried)}; fell: {dict(fell) or 'nothing'}")
    pictures.close()
    await database.close()
    return 1 if fell else 0


async def _begun(service: Service) -> dict[str, str]:
    """A running game of every kind, by its code."""
    codes = {}
    for key, engine in ENGINES.items():
        # Some persons have had themselves deleted meanwhile.
        host, *others = [
            await service.identities.find(account(one)) for one in _PEOPLE[: engine.info.min_seats]
        ]
        codes[key] = (await begun(service, key, *others, by=host)).code
    return codes


class _Unpainted(DiscordPictures):
    """Pictures that take no time to draw."""

    async def picture(self, key: str, view: View, frame: Frame) -> discord.File:
        """A file in place of the picture."""
        return discord.File(BytesIO(b"png"), "p.png")


if __name__ == "__main__":
    sys.exit(main())
