"""Discord's error codes, and the reaction to each.

The codes are those of Discord's documentation (Opcodes and Status Codes, JSON error codes) for requests that
send and edit messages, open and unarchive threads, open direct messages and answer interactions. Other codes
are treated by their HTTP status.
"""

from collections.abc import Mapping
from enum import Enum, IntEnum, auto
from typing import Final

import discord

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


class Remedy(Enum):
    """The reaction to a refusal."""

    RETRY = auto()
    """Temporary: retry."""
    KEEP = auto()
    """Somebody must change something on Discord: keep it, notify them, and retry at intervals."""
    MOVE = auto()
    """The channel or thread is gone: deliver it where the game continues."""
    CLOSED = auto()
    """The person cannot be reached by direct message until they do something themselves."""
    GIVE_UP = auto()
    """It can never succeed as it is."""


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
"""The obstacle, in words for those who can remove it."""

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

REMEDIES: Final[Mapping[int, Remedy]] = {
    **dict.fromkeys(LACKING, Remedy.KEEP),
    10003: Remedy.MOVE,
    10008: Remedy.GIVE_UP,  # unknown message
    10013: Remedy.CLOSED,  # unknown user: the account was deleted
    20009: Remedy.CLOSED,  # explicit content filter of the recipient
    20016: Remedy.RETRY,  # slow mode
    20022: Remedy.RETRY,  # edits of announcements
    20028: Remedy.RETRY,  # writing in the channel too fast
    20029: Remedy.RETRY,  # writing in the server too fast
    30046: Remedy.RETRY,  # edits of messages older than an hour
    40001: Remedy.RETRY,  # unauthorized: the operator must fix it, and nothing is lost
    40003: Remedy.RETRY,  # opening direct messages too fast
    40004: Remedy.RETRY,  # sending is disabled for a time
    40005: Remedy.GIVE_UP,  # too large
    40006: Remedy.RETRY,  # a feature is disabled for a time
    40062: Remedy.RETRY,  # a resource is rate limited
    50005: Remedy.GIVE_UP,  # another user's message
    50006: Remedy.GIVE_UP,  # empty message
    50007: Remedy.CLOSED,
    50014: Remedy.RETRY,  # invalid token, as 40001
    50033: Remedy.CLOSED,  # invalid recipient
    50035: Remedy.GIVE_UP,  # invalid form body
    50045: Remedy.GIVE_UP,  # file too large
    50278: Remedy.CLOSED,  # no common server
    110001: Remedy.RETRY,  # not available yet
    130000: Remedy.RETRY,  # overloaded
    160004: Remedy.GIVE_UP,  # the message has a thread
}


def remedy_of(error: discord.HTTPException) -> Remedy:
    """What to do about a refusal."""
    known = REMEDIES.get(error.code)
    if known is not None:
        return known
    if error.status == 403:
        return Remedy.KEEP
    return Remedy.GIVE_UP if error.status in {400, 404, 405, 413} else Remedy.RETRY
