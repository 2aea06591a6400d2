"""Partition keys of the outbox: deliveries with one key are sent in order."""

from collections.abc import Iterable
from typing import Final

from bot.store.repositories.mails import address_hash

GAME: Final = "game:"
"""Prefix of a game's partitions, before the game's number."""
PERSON: Final = "user:"
"""Prefix of a person's partitions, before the person's number."""
BUTTON_REMOVALS: Final = ":strip"
"""Suffix of the partition that removes buttons from a game's old cards."""
REOPENING: Final = ":reopen"
"""Suffix of the partition in which a game's thread is unarchived."""
LOBBY_CARD: Final = ":lobby"
"""Suffix of the partition in which the lobby's card is edited while the game's posts wait for their place."""
FOLLOWED: Final = ":follow"
"""Suffix of a person's partition for followed games."""
NOTICES: Final = ":notices"
"""Suffix of a person's partition for notices."""
LATER: Final = ":later"
"""Suffix of a person's partition for deliveries that wait for the end of quiet time and hold up no other."""
CHAT: Final = ":words"
"""Suffix of a person's partition for public messages that are gathered into one mail."""
DAILY_CHAT: Final = ":daily"
"""Suffix of a person's partition for public messages that are gathered into a daily digest."""
GATHERED_CHAT: Final = (CHAT, DAILY_CHAT)


def game_partition(game_id: int) -> str:
    """The partition of a game's posts."""
    return f"{GAME}{game_id}"


def mail_partition(address: str) -> str:
    """The partition of mails to an address, whoever owns it."""
    return f"mail:{address_hash(address)[:24]}"


def person_partition(person_id: int) -> str:
    """The partition of a person's direct messages."""
    return f"{PERSON}{person_id}"


def report_partition(guild_id: int) -> str:
    """The partition of what is reported to those who manage a server."""
    return f"reports:{guild_id}"


def notice_partition(person_id: int) -> str:
    """The partition of a person's notices, which may wait for others without holding up anything else."""
    return person_partition(person_id) + NOTICES


def chat_partitions(person_id: int) -> tuple[str, ...]:
    """The partitions in which public messages wait to be gathered into one mail to a person."""
    return tuple(person_partition(person_id) + end for end in GATHERED_CHAT)


def followed_partition(person_id: int) -> str:
    """The partition of a person's followed games, which holds up no other partition."""
    return person_partition(person_id) + FOLLOWED


def personal_partitions(person_id: int, addresses: Iterable[str]) -> tuple[str, ...]:
    """All partitions of what goes to a person, or to one of these addresses of theirs."""
    ends = ("", FOLLOWED, NOTICES, LATER, *GATHERED_CHAT)
    direct = (person_partition(person_id) + end for end in ends)
    return (*direct, *map(mail_partition, addresses))
