"""Rules of Nim as they could be in other versions."""

from random import Random
from typing import Any

import msgspec

from bot.service.facade import Service
from bot.service.log.event_types import EventType, RulesMigrated
from bot.store.database import Database
from engines.contract import Action, AnyEngine, Codec, Step
from tests.manual_clock import ManualClock
from tests.service.actors import ALL
from tests.tinygames import Nim, NimState, NimView, Take


class Tidied(Nim):
    """A second version under which earlier games play as before."""

    info = msgspec.structs.replace(Nim.info, rules_version=2)


class Greedy(Tidied):
    """A second version in which one pebble may not be taken alone while there are three."""

    def play(self, state: NimState, seat: int, action: Action) -> Step[NimState]:
        if action == Take(1) and state.heap >= 3:
            action = Take(2)
        return super().play(state, seat, action)


class WiderState(NimState, frozen=True):
    hats: tuple[int, ...] = ()


class Wider(Tidied):
    """A second version whose state has a field more."""

    state_type = WiderState

    def start(self, options: Any, seats: int, seed: str) -> NimState:
        first = super().start(options, seats, seed)
        return WiderState(first.heap, seats)


class RenamedCodec(Codec[NimState, Action, NimView]):
    def decode_state(self, data: bytes | str) -> NimState:
        text = data if isinstance(data, str) else data.decode()
        return super().decode_state(text.replace('"pebbles"', '"heap"') if "pebbles" in text else "{}")

    def encode(self, value: Any) -> bytes:
        return super().encode(value).replace(b'"heap"', b'"pebbles"')


class Renamed(Tidied):
    """A second version that can read the first one's actions but not its states."""

    codec = RenamedCodec(NimState, Nim.action_types, NimView)


class ForeignCodec(Codec[NimState, Action, NimView]):
    def decode_state(self, data: bytes | str) -> NimState:
        return super().decode_state("{}")


class Foreign(Greedy):
    """A second version that can neither read the first one's states nor replay its logs."""

    codec = ForeignCodec(NimState, Nim.action_types, NimView)


class FailingView(Tidied):
    """A second version that reads the first one's states and fails to make views of them."""

    def view(self, state: NimState, seat: int | None) -> NimView:
        raise KeyError(seat)


def under(engine: AnyEngine, database: Database, clock: ManualClock) -> Service:
    """The use cases of a host with these rules."""
    return Service(database, {**ALL, "nim": engine}, clock, Random(5))


async def events_of(database: Database, game_id: int) -> list[Any]:
    async with database.reading() as unit:
        return list(await unit.events.of_game(game_id))


async def changes(database: Database, game_id: int) -> list[RulesMigrated]:
    return [
        msgspec.json.decode(event.data, type=RulesMigrated)
        for event in await events_of(database, game_id)
        if event.kind == EventType.RULES
    ]
