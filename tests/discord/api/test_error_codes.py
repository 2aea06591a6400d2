"""Every code that requests can meet has a remedy, and what people can mend is said in words."""

import pytest

from bot.discord.api.error_codes import LACKING, NARROW, REMEDIES, ErrorCode, Remedy, remedy_of
from bot.discord.delivery.sender import failure_of
from bot.outbox.delivery import Blocked, PermanentFailure, RetryLater
from bot.service.values.payloads import DoorClosed, PostNote
from tests.discord.fake_discord import failure


def test_what_is_kept_is_what_somebody_can_mend() -> None:
    kept = {code for code, remedy in REMEDIES.items() if remedy is Blocked}
    assert kept == {*LACKING}
    assert all(words and not words.endswith(".") for words in LACKING.values())


def test_what_a_channel_is_refused_for_is_told_apart_from_what_one_message_is() -> None:
    kept = {code for code, remedy in REMEDIES.items() if remedy is Blocked}
    assert kept >= NARROW
    wide = {10004, 40002, 40066, 40067, 50001, 50008, 50009, 50013, 50024, 50095, 60003, 160002}
    assert kept - NARROW == wide
    for payload in (PostNote("hello"), DoorClosed(1)):
        assert {code for code in REMEDIES if failure_of(failure(400, code), payload).wide} == wide


def test_codes_are_those_of_discords_documentation() -> None:
    assert sorted(REMEDIES) == [
        *(10003, 10004, 10008, 10013, 20009, 20016, 20022, 20028, 20029, 20031, 30046),
        *(40001, 40002, 40003, 40004, 40005, 40006, 40062, 40066, 40067, 50001, 50005, 50006),
        *(
            50007,
            50008,
            50009,
            50013,
            50014,
            50024,
            50033,
            50035,
            50045,
            50083,
            50095,
            50278,
            60003,
            110001,
            130000,
        ),
        *(160002, 160004, 160005, 160006, 160007, 200000, 200001, 240000),
    ]
    assert (ErrorCode.UNKNOWN_GUILD, ErrorCode.UNKNOWN_MESSAGE, ErrorCode.UNKNOWN_USER) == (
        10004,
        10008,
        10013,
    )
    assert (ErrorCode.MISSING_ACCESS, ErrorCode.INVALID_FORM, ErrorCode.EDITS_LIMITED) == (
        50001,
        50035,
        30046,
    )
    assert (ErrorCode.THREAD_ARCHIVED, ErrorCode.THREAD_EXISTS) == (50083, 160004)
    assert {*ErrorCode} - {*REMEDIES} == {10007, 10015, 10062, 40060, 50027}


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (400, PermanentFailure),
        (401, RetryLater),
        (403, Blocked),
        (404, PermanentFailure),
        (405, PermanentFailure),
        (413, PermanentFailure),
        (429, RetryLater),
        (500, RetryLater),
        (503, RetryLater),
    ],
)
def test_a_code_that_nobody_knows_is_judged_by_its_status(status: int, remedy: Remedy) -> None:
    assert remedy_of(failure(status, 99_999)) is remedy
