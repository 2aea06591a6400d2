"""Figures that people and hosts are promised."""

from datetime import timedelta
from typing import Any

from bot.mail import reply_address
from bot.mail.commands import chat, lookups
from bot.mail.incoming import listener, mailbox, mime, own_text, parsing
from bot.mail.outgoing import answer_letter, message, move_lists, position, sender, submission, wording
from bot.mail.outgoing.legal_moves import MoveGroup
from bot.service.accounts.mail import PARTS


def test_mails_are_as_long_as_somebody_reads() -> None:
    assert (lookups._LINES, lookups._GAMES, chat._ROOM, position._LINES) == (60, 40, 50_000, 25)
    assert lookups._TRIED == 40, "moves of a line"
    offers: Any = range(61)
    groups = [MoveGroup("", 1, offers[:count]) for count in (60, 61)]
    assert [move_lists.is_whole([group]) for group in groups] == [True, False]
    assert (move_lists._WHOLE, move_lists._COLUMN, move_lists._LIKELIEST) == (60, 16, 3)
    assert (sender._BOARDS, answer_letter._SUBJECT, wording._NAME) == (3, 150, 40)
    assert message._LARGEST == 1_000_000, "mail servers may refuse what is larger"
    assert (20, range(60, 81)) == (PARTS, own_text._WRAPPED_AT)
    assert (own_text._INTRODUCTION_LINES, own_text._HEADER_LINES, position._WIDTHS) == (
        3,
        6,
        (900, 720, 560, 420),
    )


def test_servers_are_waited_for_as_the_documentation_says() -> None:
    assert (submission._TIMEOUT, listener._PATIENCE, mailbox._PATIENCE) == (30, 60, 30)
    assert listener._LAST_WORDS == 10
    assert (timedelta(seconds=15), timedelta(seconds=30)) == (submission._APART, mailbox.INTERVAL)


def test_no_more_is_taken_than_the_documentation_says() -> None:
    assert (mime.SIZE_LIMIT, listener._CONNECTIONS) == (262_144, 64)
    assert (parsing._TEXT_LIMIT, parsing._SUBJECT_LIMIT, parsing._ADDRESS_LIMIT) == (16_000, 200, 254)
    assert reply_address._MAC_BYTES * 8 == 80
