"""Invitations: the only way to seat another person. The seat stays as it is until they accept."""

import structlog

from bot.service.clock import control
from bot.service.game import summarizing
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_no_seat
from bot.service.game.seating import empty_seats, invitation_holds
from bot.service.notices import notifications
from bot.service.notices.enqueuing import enqueue_without_event
from bot.service.people.limits import check_joins
from bot.service.people.persons import ensure_person, mark_active
from bot.service.seats.changing_hands import change_hands
from bot.service.seats.inviting import INVITATION_LIFE
from bot.service.usecases import Dependencies, Sweep, UseCases, retried, succeeds
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import InvitationNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.store.models import GameRow, InvitationRow, PersonRow
from bot.store.unit import Unit
from engines.contract import Seat

log = structlog.get_logger(__name__)

_AT_ONCE = 100
"""Invitations that expire at a time."""

_CLOSED = {
    "accepted": "You have accepted this invitation already.",
    "declined": "You have declined this invitation; it will not come again.",
    "expired": "This invitation has expired.",
    "withdrawn": "This invitation was withdrawn.",
}


class Invitations(UseCases):
    """The use cases of those who are invited."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._overdue = Sweep()

    async def open_to(self, person: Person) -> list[Invitation]:
        """The invitations that a person can accept now, the oldest first."""
        found = []
        async with self._database.reading() as unit:
            for row in await unit.invitations.open_to(person.id, self._clock.now()):
                game = await unit.games.by_id(row.game_id)
                if game is not None and invitation_holds(row, game) and game.key in self._engines:
                    found.append(self._invitation(row, game))
        return found

    async def named(self, person: Person, code: str) -> list[Invitation]:
        """The invitations of `open_to` to the typed game, or all if none was typed. Raises Refused."""
        wanted = code.strip().upper()
        matching = [one for one in await self.open_to(person) if wanted in {"", one.code}]
        if not matching:
            raise Refused("no_invitation", "No invitation waits for you.")
        return matching

    async def find(self, person: Person, invitation_id: int) -> Invitation:
        """An invitation to a person, in any state. Raises Refused."""
        async with self._database.reading() as unit:
            row, game = await _addressed(unit, person, invitation_id)
            return self._invitation(row, game)

    async def accept(self, person: Person, invitation_id: int, *, cause: Cause) -> GameSummary:
        """Accept an invitation that is still valid. Raises Refused."""
        code = (await self.find(person, invitation_id)).code

        async def accept(live: LiveGame) -> None:
            row, _ = await _addressed(live.unit, person, invitation_id)
            status = "expired" if row.status == "open" and row.expires_at <= live.now else row.status
            if status != "open":
                raise Refused("invitation_closed", _CLOSED[status])
            if not invitation_holds(row, live.row) or row.seat < 0:
                # An invitation to a lobby is accepted by joining.
                raise Refused("game_over", f"Game {code} has no seat for you any more.")
            check_no_seat(live, person)
            await check_joins(live, self._limits, person.id, row.seat)
            if not await live.unit.invitations.close(row.id, "accepted", live.now):
                raise Refused("invitation_closed", _CLOSED["withdrawn"])
            newcomer = await ensure_person(live.unit, person, live.now)
            mark_active(newcomer, live.now)
            await take_seat(live, row.seat, newcomer, person)
            await notifications.conclude(live)
            notifications.show_hand(live, row.seat)

        return await self._change(code, cause, accept)

    @retried
    async def decline(self, person: Person, invitation_id: int) -> Invitation:
        """Decline permanently; a second time changes nothing. Raises Refused."""
        code = (await self.find(person, invitation_id)).code
        async with self._database.transaction() as unit:
            # The lobby's card shows who has joined meanwhile.
            await unit.games.lock(code)
            row, game = await _addressed(unit, person, invitation_id)
            if await unit.invitations.close(row.id, "declined", self._clock.now()):
                self._tell_inviter(unit, row, game)
            row, game = await _addressed(unit, person, invitation_id)
            if row.status != "declined":
                raise Refused("invitation_closed", _CLOSED[row.status])
            return self._invitation(row, game)

    @retried
    async def expire(self) -> bool:
        """Close expired invitations, and delete old ones; whether there may be more."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            rows = await unit.invitations.overdue(now, limit=_AT_ONCE, offset=self._overdue.offset)
            games = [await unit.games.bare(row.game_id) for row in rows]
        done = [
            game is not None
            and await succeeds(self._expire(row.id, game.code), "invitation_not_expired", game=game.code)
            for row, game in zip(rows, games, strict=True)
        ]
        async with self._database.transaction() as unit:
            old = await unit.invitations.purge(now - INVITATION_LIFE)
        if rows:
            log.info("invitations_expired", count=len(rows))
        return self._overdue.went_through(done, _AT_ONCE) or old

    @retried
    async def _expire(self, invitation_id: int, code: str) -> None:
        now = self._clock.now()
        async with self._database.transaction() as unit:
            game = await unit.games.by_code(code, lock=True)
            row = await unit.invitations.get(invitation_id)
            if game and row and await unit.invitations.close(row.id, "expired", now):
                self._tell_inviter(unit, row, game)

    def _invitation(self, row: InvitationRow, game: GameRow) -> Invitation:
        names = summarizing.names_of(self._engine(game.key), game, row.seat)
        return summarizing.invitation(row, game, *names)

    def _tell_inviter(self, unit: Unit, row: InvitationRow, game: GameRow) -> None:
        if not invitation_holds(row, game) or game.key not in self._engines:
            return
        engine, now = self._engines[game.key], self._clock.now()
        if row.inviter_id is not None:
            names = summarizing.names_of(engine, game, row.seat)
            notice = InvitationNotice(row.inviter_id, row.id, "tell", *names)
            enqueue_without_event(unit, notice, now, game_id=game.id)
        if game.status == "lobby":
            notifications.show_lobby(LiveGame(unit, engine, game, now))


async def _addressed(unit: Unit, person: Person, invitation_id: int) -> tuple[InvitationRow, GameRow]:
    """An invitation and its game. Raises Refused for everybody but the invited person."""
    row = await unit.invitations.get(invitation_id)
    game = None if row is None else await unit.games.by_id(row.game_id)
    if row is None or game is None or row.player_id != person.id:
        raise Refused("no_invitation", "You have no such invitation.")
    return row, game


async def take_seat(live: LiveGame, seat: Seat, newcomer: PersonRow, by: Person | None) -> None:
    """As `change_hands`; a game that waited for its players, or for this one, resumes. Raises Refused."""
    await change_hands(live, seat, newcomer, by)
    end_absence(live, seat)
    row = live.row
    if row.status == "paused" and row.waits_for_players and not empty_seats(row):
        control.resume(live)


def end_absence(live: LiveGame, seat: Seat) -> None:
    """Count a seat as present; a game that was paused for its absence alone resumes."""
    if live.row.status == "paused" and live.clock.seats.absent == (seat,):
        control.resume(live)
    else:
        live.clock.seats = live.clock.seats.returning(seat)
