"""The people who administer games, and the games that they reach."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.column_values import RUNNING
from bot.service.game.insiders import LOOK, ever_sat
from bot.service.game.live import LiveGame
from bot.service.people.persons import touch_person
from bot.service.values.refused import no_such_game
from bot.service.values.request import Person
from bot.store.models import AuditRow, GameRow
from bot.store.unit import Unit
from engines.contract import Seat, Value

COMMAND_LINE = "command line"
"""The actor in the audit rows of acts on the command line."""


class Operator(Value, frozen=True):
    """A person who may administer games: of one server, as an owner of the bot, or on the command line."""

    person: Person | None = None
    """None: whoever uses the command line."""
    guild_id: int | None = None
    """The server in which the command was given."""
    owner: bool = False
    """Whether all servers are in reach."""

    @property
    def actor(self) -> str:
        """How the audit names them."""
        return COMMAND_LINE if self.person is None else str(self.person.id)

    @property
    def everywhere(self) -> bool:
        """Whether games of every server are in reach."""
        return self.owner or self.person is None

    @property
    def reach(self) -> int | None:
        """The only server whose games are in reach; None: all servers."""
        return None if self.everywhere else self.guild_id

    async def stored(self, unit: Unit, now: datetime) -> Operator:
        """The same operator, stored as a person. Raises Refused."""
        if self.person is None:
            return self
        return replace(self, person=await touch_person(unit, self.person, now))

    def check_reach(self, row: GameRow) -> None:
        """Raises Refused for a game of another server, as if there were no such game."""
        if not self.everywhere and row.guild_id != self.guild_id:
            raise no_such_game(row.code)

    async def is_insider(self, live: LiveGame) -> bool:
        """Whether the secrets of a running game must be kept from them, because they ever sat in it."""
        if self.person is None or self.may_know_all(live):
            return False
        return await ever_sat(live.unit, live.row, self.person)

    def may_know_all(self, live: LiveGame) -> bool:
        """Whether the operator may see everything: the game is over or has no secrets, or the operator holds
        the database.

        Others do not even learn how many secret actions there are: they may take a seat later.
        """
        return self.person is None or live.row.status not in RUNNING or not live.engine.info.hidden

    async def is_noted(self, live: LiveGame) -> bool:
        """Whether looking at this game's secrets changes nothing: there are none, the operator sees none, or
        the audit records already that they looked.
        """
        if self.may_know_all(live):
            return True
        noted = await live.unit.audits.has_done(live.row.id, self.actor, (LOOK,))
        return noted or await self.is_insider(live)

    async def note_look(self, live: LiveGame) -> None:
        """Record once that the operator sees secrets of a game, which is locked.

        From then on they can have no seat in it (`insiders.check_knows_no_secrets`).
        """
        if not await self.is_noted(live):
            me = await self.stored(live.unit, live.now)
            live.unit.add(
                AuditRow(
                    actor=me.actor,
                    act=LOOK,
                    game_id=live.row.id,
                    about_guild_id=live.row.guild_id,
                    at=live.now,
                )
            )

    def may_seat(self, person_id: int, *, at_once: bool) -> bool:
        """Whether they may seat a person without asking: themself, or `at_once` on the command line."""
        return at_once if self.person is None else self.person.id == person_id

    def holds(self, live: LiveGame, seat: Seat) -> bool:
        """Whether a seat is theirs."""
        return self.person is not None and live.seat_of(self.person.id) == seat
