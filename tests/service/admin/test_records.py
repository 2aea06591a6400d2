"""Records that administrators bring: JSON or score sheets."""

import pytest

from bot.service.admin.records import read_record
from bot.service.values.refused import Refused
from engines import record
from engines.sheet import write_sheet
from tests.records.flicflac_games import flicflac_games


def test_either_form_is_read() -> None:
    made = next(iter(flicflac_games().values()))
    assert read_record(write_sheet(made).encode()) == made
    assert read_record(b"\n " + record.write(made)) == made


@pytest.mark.parametrize("begins", [b"{", b"["])
def test_what_is_too_large_is_refused_unread(begins: bytes) -> None:
    with pytest.raises(Refused, match="has at most"):
        read_record(begins + b" " * record.MAX_BYTES)


def test_what_is_no_text_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="UTF-8") as refused:
        read_record("game = “roses”".encode("utf-16"))
    assert refused.value.sentence == "A record is UTF-8 text; this is not."
