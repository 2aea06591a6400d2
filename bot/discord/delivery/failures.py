"""Maps refusals by Discord to results of a delivery: retry, wait for a change, or give up."""

from collections.abc import Mapping
from typing import Final

import discord
import structlog

from bot.discord.api.error_codes import CONTENTS, NARROW, ErrorCode, Remedy, remedy_of
from bot.outbox.delivery import Blocked, ChannelGone, DmsClosed, PermanentFailure, RetryLater
from bot.service.values.payloads import (
    Payload,
    PostCard,
    PostChat,
    PostLobby,
    PostNote,
    RefreshCard,
    RemoveButtons,
)

log = structlog.get_logger(__name__)

_FAILURES: Final[Mapping[Remedy, type[RetryLater | PermanentFailure]]] = {
    Remedy.RETRY: RetryLater,
    Remedy.KEEP: Blocked,
    Remedy.MOVE: ChannelGone,
    Remedy.CLOSED: DmsClosed,
    Remedy.GIVE_UP: PermanentFailure,
}


def _is_kept(payload: Payload) -> bool:
    """Whether it is kept until it can be posted.

    Without a thread a game is played in its channel, and it goes on without its lobby card; an old card may
    keep its buttons; nobody can unlock direct messages.
    """
    if isinstance(payload, PostLobby):
        return payload.summary.status == "lobby"
    return isinstance(payload, PostCard | RefreshCard | PostNote | PostChat)


def failure_of(error: discord.HTTPException, payload: Payload) -> RetryLater | PermanentFailure:
    """What a refusal means for a delivery."""
    reason = f"{error.status} {error.code}: {error.text}"[:200]
    code = str(error.code or error.status)
    if error.status == 401:
        log.error("token_refused", reason=reason)
    remedy = remedy_of(error)
    if isinstance(payload, PostChat | PostNote) and error.code in CONTENTS:
        # A refused chat message does not hold up the cards behind it.
        remedy = Remedy.GIVE_UP
    wide = remedy is Remedy.KEEP and error.code not in NARROW
    if remedy is Remedy.KEEP and not _is_kept(payload):
        remedy = Remedy.GIVE_UP
    failure = _FAILURES[remedy](reason, code=code, wide=wide)
    out_of_sight = isinstance(payload, RemoveButtons) and error.code == ErrorCode.MISSING_ACCESS
    if isinstance(failure, PermanentFailure) and (out_of_sight or error.code == ErrorCode.UNKNOWN_MESSAGE):
        failure.missed = False
    return failure
