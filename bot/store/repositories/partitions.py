"""Partition keys of the outbox: deliveries with one key are sent in order."""

from typing import Final

from bot.store.repositories.mails import address_hash

BUTTON_REMOVALS = ":strip"
"""Suffix of the partition that removes buttons from a game's old cards."""
FOLLOWED = ":follow"
"""Suffix of a person's partition for followed games."""
NOTICES = ":notices"
"""Suffix of a person's partition for notices."""
LATER = ":later"
"""Suffix of a person's partition for deliveries that wait for the end of quiet time and hold up no other."""
CHAT = ":words"
"""Suffix of a person's partition for public messages that are gathered into one mail."""
DAILY_CHAT = ":daily"
"""Suffix of a person's partition for public messages that are gathered into a daily digest."""
GATHERED_CHAT = (CHAT, DAILY_CHAT)


def mail_partition(address: str) -> str:
    """The partition of mails to an address, whoever owns it."""
    return f"mail:{address_hash(address)[:24]}"


GAME: Final = "game:"
"""Prefix of a game's partition, before the game's number."""


def game_partition(game_id: int) -> str:
    """The partition of a game's posts."""
    return f"{GAME}{game_id}"


REOPENING: Final = ":reopen"
"""Suffix of the partition in which a game's thread is unarchived."""


def person_partition(person_id: int) -> str:
    """The partition of a person's direct messages."""
    return f"user:{person_id}"


def notice_partition(person_id: int) -> str:
    """The partition of a person's notices, which may wait for others without holding up anything else."""
    return person_partition(person_id) + NOTICES


def chat_partitions(person_id: int) -> tuple[str, ...]:
    """The partitions in which public messages wait to be gathered into one mail to a person."""
    return tuple(person_partition(person_id) + end for end in GATHERED_CHAT)


def followed_partition(person_id: int) -> str:
    """The partition of a person's followed games, which holds up no other partition."""
    return person_partition(person_id) + FOLLOWED
