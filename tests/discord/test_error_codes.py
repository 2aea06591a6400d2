"""Every code that requests can meet has a remedy, and what people can mend is said in words."""

from __future__ import annotations

import pytest

from bot.discord.error_codes import LACKING, REMEDIES, ErrorCode, Remedy, remedy_of
from tests.discord.fake_discord import failure


def test_what_is_kept_is_what_somebody_can_mend() -> None:
    kept = {code for code, remedy in REMEDIES.items() if remedy is Remedy.KEEP}
    assert kept == {*LACKING, ErrorCode.THREAD_ARCHIVED}
    assert all(words and not words.endswith(".") for words in LACKING.values())


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (400, Remedy.GIVE_UP),
        (401, Remedy.RETRY),
        (403, Remedy.KEEP),
        (404, Remedy.GIVE_UP),
        (413, Remedy.GIVE_UP),
        (429, Remedy.RETRY),
        (500, Remedy.RETRY),
        (503, Remedy.RETRY),
    ],
)
def test_a_code_that_nobody_knows_is_judged_by_its_status(status: int, remedy: Remedy) -> None:
    assert remedy_of(failure(status, 99_999)) is remedy
