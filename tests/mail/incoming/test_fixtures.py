"""What is read of mails as programs write them: never a word that the sender has not written."""

import json
from pathlib import Path

import pytest

from bot.mail.incoming import own_text
from bot.mail.incoming.parsing import read

_FOLDER = Path(__file__).parent / "fixtures"
_EXPECTED: dict[str, str] = json.loads((_FOLDER / "expected.json").read_text("utf-8"))
_RECIPIENT = "turn+k7qx.0.c.vq4.abcde.1.mfrggzdfmztwq2lk@games.example"


def _text(name: str, to: str = _RECIPIENT, *, edited: bool = False) -> str:
    raw = (_FOLDER / f"{name}.eml").read_bytes()
    return read(raw.replace(b"\r\n", b"\n") if edited else raw, to).text


def test_each_file_is_judged() -> None:
    assert {path.stem for path in _FOLDER.glob("*.eml")} == set(_EXPECTED)
    assert len(_EXPECTED) >= 60


@pytest.mark.parametrize("edited", [False, True])
def test_the_own_words_are_read_also_where_a_mailbox_has_changed_the_line_ends(edited: bool) -> None:
    assert {name: _text(name, edited=edited) for name in _EXPECTED} == _EXPECTED


def test_neither_the_marker_nor_our_address_is_all_that_keeps_quotations_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = {name: text for name, text in _EXPECTED.items() if not name.startswith("marker-")}
    assert {name: _text(name, to="other+x@elsewhere.example") for name in expected} == expected
    monkeypatch.setattr(own_text, "is_marker", lambda _: False)
    assert {name: _text(name) for name in expected} == expected
