"""Discord's error codes, and the reaction to each.

The codes are those of Discord's documentation (Opcodes and Status Codes, JSON error codes) for requests that
send and edit messages, open and unarchive threads, open direct messages and answer interactions. Other codes
are treated by their HTTP status.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, TypeAlias

import discord

from bot.outbox.delivery import Blocked, ChannelGone, DmsClosed, PermanentFailure, RetryLater
from bot.service.notices.place_refusals import GONE, UNAVAILABLE


class ErrorCode(IntEnum):
    """Codes that are handled one by one."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    ALREADY_ACKNOWLEDGED = 40060
    MISSING_ACCESS = 50001
    INVALID_WEBHOOK_TOKEN = 50027
    INVALID_FORM = 50035
    EDITS_LIMITED = 30046
    THREAD_ARCHIVED = 50083
    THREAD_EXISTS = 160004


LACKING: Final[Mapping[int, str]] = {
    10004: "I am not in that server",
    20031: "its name contains words that this server does not allow",
    40002: "my account needs to be verified by its owner",
    40066: "the forum wants a tag on every post, and has none that I may set",
    40067: "the forum wants a tag on every post",
    50001: "I cannot see the channel",
    50008: "no messages can be sent in a channel of this kind",
    50009: "the verification level of the channel is too high for me",
    50013: "I lack permissions in the channel",
    50024: "that cannot be done in a channel of this kind",
    50083: "the thread is archived, and I may not open it",
    50095: "this server is not available where I run",
    60003: "this server asks for two-factor authentication of my owner",
    160002: "I may not read the history of the channel",
    160005: "the thread is locked",
    160006: "this server has as many active threads as it may have",
    160007: "this server has as many active announcement threads as it may have",
    200000: "the automatic moderation of this server blocks the message",
    200001: "the automatic moderation of this server blocks the thread's name",
    240000: "the filter for harmful links blocks the message",
}
"""The obstacle behind a code, in words for the people who can remove it."""

_ELSEWHERE: Final[Mapping[str, str]] = {
    GONE: "it was deleted",
    UNAVAILABLE: "I am not in that server at present",
}


def lacking(refusal: str) -> str:
    """The obstacle in words, by a code of Discord's or of ours."""
    known = LACKING.get(int(refusal)) if refusal.isdecimal() else _ELSEWHERE.get(refusal)
    return known or f"Discord refuses it ({refusal})"


CONTENTS: Final = frozenset({200000, 240000})
"""Refusals of a message's own content, which will not change."""

NARROW: Final = frozenset({20031, 50083, 160005, 160006, 160007, 200000, 200001, 240000})
"""Refusals of one thread or message, which do not affect other posts in the channel."""

Remedy: TypeAlias = type[RetryLater | PermanentFailure]
"""The reaction to a refusal: the error with which the delivery fails."""

REMEDIES: Final[Mapping[int, Remedy]] = {
    **dict.fromkeys(LACKING, Blocked),
    10003: ChannelGone,
    10008: PermanentFailure,  # unknown message
    10013: DmsClosed,  # unknown user: the account was deleted
    20009: DmsClosed,  # explicit content filter of the recipient
    20016: RetryLater,  # slow mode
    20022: RetryLater,  # edits of announcements
    20028: RetryLater,  # writing in the channel too fast
    20029: RetryLater,  # writing in the server too fast
    30046: RetryLater,  # edits of messages older than an hour
    40001: RetryLater,  # unauthorized: the operator must fix it, and nothing is lost
    40003: RetryLater,  # opening direct messages too fast
    40004: RetryLater,  # sending is disabled for a time
    40005: PermanentFailure,  # too large
    40006: RetryLater,  # a feature is disabled for a time
    40062: RetryLater,  # a resource is rate limited
    50005: PermanentFailure,  # another user's message
    50006: PermanentFailure,  # empty message
    50007: DmsClosed,
    50014: RetryLater,  # invalid token, as 40001
    50033: DmsClosed,  # invalid recipient
    50035: PermanentFailure,  # invalid form body
    50045: PermanentFailure,  # file too large
    50278: DmsClosed,  # no common server
    110001: RetryLater,  # not available yet
    130000: RetryLater,  # overloaded
    160004: PermanentFailure,  # the message has a thread
}


def remedy_of(error: discord.HTTPException) -> Remedy:
    """The reaction to a refusal by Discord."""
    known = REMEDIES.get(error.code)
    if known is not None:
        return known
    if error.status == 403:
        return Blocked
    return PermanentFailure if error.status in {400, 404, 405, 413} else RetryLater
