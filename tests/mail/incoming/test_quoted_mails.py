"""Mails of ours, as they come back quoted: no word of them is ever taken for the player's."""

from itertools import product
from pathlib import Path

import pytest

from bot.mail.incoming.parsing import read
from bot.mail.marker import MARKER, is_marker

_GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))
_RECIPIENT = "turn+k7qx.0.c.vq4.abcde.1.mfrggzdfmztwq2lk@games.example"
_INTRODUCTIONS = {
    "gmail": f"On Mon, 23 Nov 2026 at 10:00, Turnpost\n<{_RECIPIENT}> wrote:\n",
    "outlook": f"________________________________\nVon: Turnpost <{_RECIPIENT}>\nGesendet: Montag\nAn: Ann\n",
    "unknown": "Turnpost hat das am Montag gesandt\n",
    "none": "",
}


def _read(text: str, type_: str = "text/plain; charset=utf-8") -> str:
    raw = f"From: ann@players.example\nContent-Type: {type_}\n\n{text}\n"
    return read(raw.encode(), _RECIPIENT).text


@pytest.mark.parametrize("golden", _GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("introduction", _INTRODUCTIONS)
class TestOursQuoted:
    """Each mail of ours under each introduction."""

    def test_with_a_sign(self, golden: Path, introduction: str) -> None:
        marked = golden.read_text("utf-8").split("\n")
        own = [] if introduction != "unknown" else [_INTRODUCTIONS["unknown"].strip()]
        for prefix, lines in product(("> ", ">", ">> ", "| "), (marked, marked[1:])):
            quoted = _INTRODUCTIONS[introduction] + "\n".join(f"{prefix}{line}" for line in lines)
            assert _read(f"12\n\n{quoted}").split("\n\n") == ["12", *own]
            if introduction != "unknown":
                assert _read(quoted) == "", quoted
            if introduction in {"gmail", "none"}:
                assert _read(f"{quoted}\n\n12") == "12"

    def test_wrapped_after_the_sign(self, golden: Path, introduction: str) -> None:
        lines = [line for whole in golden.read_text("utf-8").split("\n") for line in _broken(f"> {whole}")]
        own = _read("12\n\n" + _INTRODUCTIONS[introduction] + "\n".join(lines))
        assert own.split("\n")[0] == "12"
        assert _read("> x\n" + "\n".join(lines)) == ""

    def test_without_a_sign(self, golden: Path, introduction: str) -> None:
        text = golden.read_text("utf-8")
        assert is_marker(text.split("\n", 1)[0])
        assert MARKER in text
        own = _read(f"12\n{_INTRODUCTIONS[introduction]}{text}")
        assert own in {"12", "12\nTurnpost hat das am Montag gesandt"}


def _broken(line: str) -> list[str]:
    """A line as a server breaks it at 60 characters."""
    return [line[at : at + 60] for at in range(0, max(1, len(line)), 60)]
