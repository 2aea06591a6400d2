"""The examination of rows beside the games: those that contradict themselves, each other or the log."""

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from bot.service.admin import acts
from bot.service.game.integrity import Problem
from bot.service.log.event_types import Replaced
from bot.service.people.blocks import FormerAccounts
from bot.service.people.notice_settings import NoticeSettings
from bot.service.people.servers import ServerSettings
from bot.service.values.terms import Terms
from bot.store.models import BlockRow, DeclineRow
from bot.store.repositories.odd_rows import AcceptedInvitation
from bot.store.unit import Unit

PUT_OFF: Final = timedelta(days=2)
"""The longest that the bot itself postpones a delivery or a refused place."""
QUIET: Final = timedelta(days=16)
"""The longest that a delivery waits for the end of quiet time, and for a digest after it."""
_OVERDUE: Final = timedelta(days=1)
"""How long after its end an invitation that is still open is a problem."""
_MOST: Final = 500
"""Rows with the same problem in one examination, at most."""


async def odd_rows(unit: Unit, now: datetime) -> list[Problem]:
    """What is wrong with rows beside the games."""
    problems = [
        Problem("invitation_overdue", game, f"Invitation {number} is over and nobody has closed it.")
        for number, game in await unit.inspection.overdue_invitations(now - _OVERDUE, limit=_MOST)
    ]
    problems += [
        Problem("row", odd.game, f"A row of {odd.table} {odd.inconsistency}.")
        for odd in await unit.odd_rows.all(now, limit=_MOST)
    ]
    known_by_log: dict[AcceptedInvitation, bool] = {}
    for one in await unit.odd_rows.accepted(limit=_MOST):
        # Other events may have the same moment.
        invitation = one._replace(joined=None, data=None)
        known_by_log[invitation] = known_by_log.get(invitation, False) or _tells_of(one)
    for invitation in (one for one, known in known_by_log.items() if not known):
        sentence = f"Invitation {invitation.id} was accepted, which the game's log does not tell."
        problems.append(Problem("row", invitation.game, sentence))
    for guild_id, stored in await unit.odd_rows.settings():
        if not readable(stored, ServerSettings):
            sentence = f"The settings of server {guild_id} cannot be read."
            problems.append(Problem("settings_unreadable", None, sentence))
    problems += [
        Problem("settings_unreadable", None, f"The notice settings of person {person} cannot be read.")
        for person, _, stored in await unit.odd_rows.notices()
        if not readable(stored, NoticeSettings)
    ]
    problems += [
        Problem("row", game, "Its terms cannot be read.")
        for game, stored in await unit.odd_rows.terms()
        if not readable(stored, Terms)
    ]
    problems += [
        Problem("row", None, f"A row of {table.__tablename__} does not tell {who}.")
        for table, who in ((BlockRow, "who was blocked"), (DeclineRow, "who has declined"))
        for stored in await unit.odd_rows.forgotten(table)
        if not readable(stored, FormerAccounts)
    ]
    for game, stored in await unit.odd_rows.drafts():
        if not readable(stored, acts.Act):
            problems.append(Problem("row", game, "An act that waits for its confirmation cannot be read."))
    for place in await unit.odd_rows.refusals_put_off(now + PUT_OFF):
        sentence = f"Nothing is to be tried for days in place {place.place_id}."
        problems.append(Problem("place_put_off", None, sentence))
    if await unit.odd_rows.highest_number() > await unit.odd_rows.last_number():
        problems.append(Problem("numbers_reused", None, "Numbers of persons would be given out again."))
    return problems


def readable(stored: str, kind: Any) -> bool:
    """Whether something that is stored as JSON is of this type."""
    try:
        msgspec.json.decode(stored, type=kind)
    except msgspec.MsgspecError:
        return False
    return True


def _tells_of(accepted: AcceptedInvitation) -> bool:
    """Whether an event tells that the invited person joined, or got the seat."""
    if accepted.seat < 0:
        return accepted.joined == accepted.player_id
    if accepted.data is None or not readable(accepted.data, Replaced):
        return False
    known_by_log = msgspec.json.decode(accepted.data, type=Replaced)
    return (known_by_log.seat, known_by_log.after) == (accepted.seat, accepted.player_id)
