"""The game of a request: the one named, that of the thread, or the person's only one."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, Unpack

from msgspec.structs import replace

from bot.column_values import EVERY, LOBBY, RUNNING, UNFINISHED, Status
from bot.service.values.refused import Refused, no_such_game
from bot.service.values.request import Person, Place
from bot.service.values.typed import typed_code
from bot.store.repositories.game_lists import GameFilter
from bot.store.repositories.games import NamedGame
from bot.store.unit import Unit
from engines.contract import Value

GameScope: TypeAlias = Literal["any", "lobby", "open", "running"]
"""The games that a command applies to: any, those not started, those of them without the asker, or running
ones."""

_SEARCHES: Mapping[GameScope, tuple[tuple[Status, ...], ...]] = {
    "any": (UNFINISHED,),
    "lobby": (LOBBY,),
    "open": (LOBBY,),
    "running": (RUNNING, LOBBY),
}
"""The statuses to search, in order, where no game is named."""

_NAMED = 10
"""Codes in a sentence at most."""


class GameRef(Value, frozen=True):
    """How a request says which game it is about."""

    code: str | None
    """The code as it was typed; None or blank: the game of the place, or the person's only one."""
    place: Place | None
    person: Person
    """The requesting person, who need not be identified yet."""
    scope: GameScope = "any"
    """Games in the lobby are searched in this channel only."""
    key: str | None = None
    """The engine's, of the games to search."""

    @property
    def typed(self) -> str:
        """The code as it was typed; empty without one."""
        return (self.code or "").strip()


async def identified(unit: Unit, somebody: Person, known: int | None = None) -> Person:
    """The person behind an account, under the name that it gives; a stranger if nobody is.

    `known`: their id, where it was read already.
    """
    account = somebody.identity
    if account is None:
        return somebody
    if known is None:
        known = await unit.persons.id_of(account.kind, account.external_id)
    return somebody if known is None else Person(known, somebody.name)


async def find(unit: Unit, ref: GameRef) -> NamedGame:
    """The game that a request is about. Raises Refused, which says what to do.

    A game's thread always leads to that game, over or not. Only its players find a game of another server: no
    refusal tells that a code belongs to one.
    """
    ref = replace(ref, person=await identified(unit, ref.person))
    code, place = ref.typed, ref.place
    found = None
    if not code and place is not None:
        found = await unit.games.named_by_thread(place.guild_id, place.channel_id, ref.person.id)
    if found is None:
        wanted = typed_code(code) if code else await _search(unit, ref)
        found = await unit.games.named(wanted, ref.person.id)
        elsewhere = found is None or place is None or found.guild_id != place.guild_id
        if found is None or (code and elsewhere and not found.playing):
            raise no_such_game(wanted)
    return found


async def _search(unit: Unit, ref: GameRef) -> str:
    """The code of the game of a request that names none, outside the threads of games. Raises Refused."""
    person, place, scope, key = ref.person, ref.place, ref.scope, ref.key
    if place is not None and scope in {"lobby", "open"}:
        return await _waiting(unit, place, person, scope)
    for statuses in _SEARCHES[scope]:
        if place is not None:
            own = only(await here(unit, place, statuses, player_id=person.id, key=key))
            found = own or only(await here(unit, place, statuses, key=key, limit=1))
            if found is not None:
                return found
        own = only(await unit.game_lists.codes(statuses=statuses, player_id=person.id, key=key, limit=_NAMED))
        if own is not None:
            return own
    last = None if place is None else only(await here(unit, place, EVERY, limit=1))
    if last is None:
        kind = "" if key is None else " of this kind"
        raise Refused("no_game_here", f"There is no game{kind} here, and you are not in one.")
    return last


async def _waiting(unit: Unit, place: Place, person: Person, scope: GameScope) -> str:
    """The game in the lobby here: the person's own or, with scope ``open``, one of the others."""
    which: GameFilter = {"without_id": person.id} if scope == "open" else {"player_id": person.id}
    # Where none fits, the command itself refuses with the best reason.
    found = only(await here(unit, place, LOBBY, **which)) or only(await here(unit, place, LOBBY))
    if found is None:
        raise Refused("no_game_here", "No game waits for players here: name the one that you mean.")
    return found


async def here(
    unit: Unit,
    place: Place,
    statuses: tuple[Status, ...],
    *,
    limit: int = _NAMED,
    **which: Unpack[GameFilter],
) -> Sequence[str]:
    """Codes of games in these states that are played in a place, the newest first."""
    which |= {"guild_id": place.guild_id, "channel_id": place.channel_id}
    return await unit.game_lists.codes(statuses=statuses, limit=limit, **which)


def only(codes: Sequence[str]) -> str | None:
    """The only code; None without any. Raises Refused where there are several."""
    if len(codes) > 1:
        raise Refused("which_game", f"Say which game you mean, one of: {', '.join(codes)}.")
    return codes[0] if codes else None
