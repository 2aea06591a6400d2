"""Codes that are sent to mail addresses: whoever enters one reads what is sent there."""

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from random import Random
from typing import Final

from msgspec.structs import replace

from bot.clock import DAY
from bot.service.accounts.mail_names import NAMELESS, name_for_strangers
from bot.service.notices.enqueuing import enqueue_without_event
from bot.service.values.payloads import AddressCode
from bot.service.values.refused import Refused
from bot.service.values.request import Cause
from bot.store.models import AddressCodeRow
from bot.store.unit import Unit

CODE_LIFE: Final = timedelta(minutes=30)
_TRIES: Final = 5
_FORGED_TRIES: Final = 2
"""How many of a code's tries forgeable mails may take: the others are left to the code's reader."""
DAILY_CODES: Final = 3
"""Codes per day, to one address and for one person; twice as many if the request is certainly theirs."""
ACT_CODES: Final = 10
"""Codes per day for important actions of one person; twice as many if the request is certainly theirs."""


def digits(rng: Random) -> str:
    """The eight digits of a new code."""
    return f"{rng.randrange(10**8):08}"


async def check(unit: Unit, purpose: str, whose: int | str, now: datetime, *, known: bool = False) -> None:
    """Raises Refused where a person requested, or an address received, too many codes for a purpose.

    `known`: whether the request is certainly theirs; other requests may be forged.
    """
    most = (ACT_CODES if purpose == "act" else DAILY_CODES) * (2 if known else 1)
    if await unit.mails.codes_sent(whose, purpose, now - DAY) >= most:
        raise Refused("too_many_codes", f"{most} codes were sent within a day; ask for another tomorrow.")


async def send(
    unit: Unit,
    code: AddressCode,
    cause: Cause,
    now: datetime,
    *,
    player_id: int | None = None,
    held: bool = False,
) -> None:
    """Store a new code, and send it with the requester's name as strangers may see it.

    `held`: it is only stored, and counts as sent: the requester is not to learn that no mail is wanted there.
    """
    unit.add(
        AddressCodeRow(
            purpose=code.purpose,
            address=code.address,
            player_id=player_id,
            name=code.name if player_id is None else "",
            about=code.about,
            digest=_digest(code.address, code.digits),
            tries=0,
            cause=cause.key,
            created_at=now,
        )
    )
    await unit.flush()
    if held:
        return
    shown = name_for_strangers(code.name)
    enqueue_without_event(unit, replace(code, name="" if shown == NAMELESS else shown), now)


def holds(sent: AddressCodeRow, now: datetime, *, forged: bool = False) -> bool:
    """Whether a code may still be entered; with `forged`, by a mail that anybody may have written."""
    tries = _FORGED_TRIES if forged else _TRIES
    return sent.used_at is None and sent.tries < tries and now - sent.created_at < CODE_LIFE


async def entered(
    unit: Unit, whose: int | str, purposes: Collection[str], text: str, now: datetime, *, forged: bool
) -> AddressCodeRow | None:
    """The code that was entered; None for a wrong one, which counts as a try of every valid code.

    `forged`: as in `holds`.
    """
    # Any valid code will do: a forged request sends another one to the same address.
    valid = [one for one in await unit.mails.codes(whose, purposes) if holds(one, now, forged=forged)]
    found = next((one for one in valid if _is(one, text)), None)
    if found is None:
        for one in valid:
            one.tries += 1
    return found


async def spend(unit: Unit, person_id: int, text: str, now: datetime) -> None:
    """Let a person's one-time code be entered no more."""
    for sent in await unit.mails.codes(person_id, ("act",)):
        if sent.used_at is None and _is(sent, text):
            sent.used_at = now


async def entered_before(
    unit: Unit, address: str, purposes: Collection[str], text: str, now: datetime
) -> AddressCodeRow | None:
    """The code that was entered, if it is no longer valid because it was entered a short time ago."""
    recent = [one for one in await unit.mails.codes(address, purposes) if now - one.created_at < CODE_LIFE]
    return next((one for one in recent if one.used_at is not None and _is(one, text)), None)


def _is(sent: AddressCodeRow, text: str) -> bool:
    return _digest(sent.address, "".join(text.split())) == sent.digest


def _digest(address: str, entered: str) -> str:
    return hashlib.sha256(f"{address} {entered}".encode()).hexdigest()
