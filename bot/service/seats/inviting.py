"""Inviting a person to a seat in a running game or a lobby."""

from datetime import timedelta
from typing import Final, Literal

from bot.clock import DAY
from bot.service.game import summarizing
from bot.service.game.insiders import check_knows_no_secrets
from bot.service.game.live import LiveGame
from bot.service.notices.enqueuing import enqueue
from bot.service.people.blocks import has_declined, is_blocked
from bot.service.values.payloads import InvitationNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.models import InvitationRow, PersonRow
from engines.contract import Seat

INVITATION_LIFE: Final = timedelta(days=7)
"""How long an invitation is valid, and how long a closed one is kept unless it was declined."""
DAILY_INVITATIONS: Final = 5
"""How often one person is invited within a day, by anybody."""


async def invite(
    live: LiveGame, seat: Seat, player: PersonRow, inviter: Person | None, *, again: bool = False
) -> None:
    """Ask a person whether they take a seat; a person who was asked before is not asked again. Raises
    Refused.

    `inviter` None: the operator of the command line. `seat` below 0: any free seat of a lobby, whose card
    mentions them. `again`: to a rematch, to which they are invited without a server as well.
    """
    unit, row, now = live.unit, live.row, live.now
    # Name the seat: a person's name is their own text.
    they = f"The person asked to play {live.seat_name(seat)}" if seat >= 0 else "Somebody you want to invite"
    if row.guild_id is None and not again:
        raise Refused(
            "no_server", f"Game {row.code} is not played in a server whose members could be invited."
        )
    if seat < 0 and inviter is not None and player.id == inviter.id:
        raise Refused("already_in", "You have a seat yourself: choose somebody else to invite.")
    if live.has_seat(player.id):
        raise Refused("already_in", f"{they} already has a seat in game {row.code}.")
    await check_knows_no_secrets(live, summarizing.person(player))
    # Of several at the same moment, each waits here and then counts the others.
    await unit.persons.lock(player.id)
    waiting = {one.seat: one.player_id for one in await unit.invitations.of_game(row.id, now)}
    if waiting.get(seat) == player.id or (seat < 0 and player.id in waiting.values()):
        raise Refused("invited_already", f"{they} is already invited.")
    blocked, person = False, summarizing.person(player)
    if inviter is not None:
        if await is_blocked(unit, person, by=inviter.id):
            raise Refused(
                "has_blocked", f"{they} is on your list of blocked people; unblock them to invite them."
            )
        blocked = await is_blocked(unit, inviter, by=player.id)
        blocked = blocked or await has_declined(unit, person, inviter.id)
    inviter_id = None if inviter is None else inviter.id
    if blocked or await unit.invitations.declined(player.id, inviter_id=inviter_id, game_id=row.id):
        # Whether they have blocked the inviter or declined before stays secret.
        raise Refused("not_invited", f"{they} cannot be invited by you to this game.")
    if await unit.invitations.count(player.id, now - DAY) >= DAILY_INVITATIONS:
        raise Refused(
            "too_many_invitations",
            f"{they} has been invited {DAILY_INVITATIONS} times within a day; try again tomorrow.",
        )
    await unit.invitations.withdraw(row.id, seat, now)
    await add_invitation(live, seat, player.id, inviter_id=inviter_id, life=INVITATION_LIFE)


async def add_invitation(
    live: LiveGame,
    seat: Seat,
    player_id: int,
    *,
    inviter_id: int | None,
    life: timedelta,
    purpose: Literal["ask", "return"] = "ask",
) -> None:
    """Store an invitation, and send it unless it is to a lobby whose card mentions who is invited there."""
    row = InvitationRow(
        game_id=live.row.id,
        seat=seat,
        player_id=player_id,
        inviter_id=inviter_id,
        status="open",
        created_at=live.now,
        expires_at=live.now + life,
    )
    live.unit.add(row)
    await live.unit.flush()
    if seat >= 0 or live.row.channel_id is None:
        names = summarizing.names_of(live.engine, live.row, seat)
        enqueue(live, InvitationNotice(player_id, row.id, purpose, *names))


async def answer_by_joining(live: LiveGame, person_id: int) -> None:
    """Accept a joining person's invitation, if they have one.

    Raises Refused where all free seats are kept for invited people.
    """
    invited = {one.player_id: one.id for one in await live.unit.invitations.of_game(live.row.id, live.now)}
    if person_id in invited:
        await live.unit.invitations.close(invited[person_id], "accepted", live.now)
    elif live.row.max_seats - len(live.row.seats) <= len(invited):
        raise Refused(
            "kept", f"The free seats of game {live.row.code} are kept for those who are invited to it."
        )
