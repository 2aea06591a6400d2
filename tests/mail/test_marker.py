"""The marker is known again, whatever programs do to a line that they quote."""

import pytest

from bot.mail.marker import MARKER, is_marker


@pytest.mark.parametrize(
    "line",
    [
        MARKER,
        f"> {MARKER}",
        f">> | {MARKER}  ",
        f"*{MARKER}*",
        MARKER.replace("-", "–"),
        MARKER.replace(" ", "\u00a0"),
        "WRITE ABOVE THIS LINE",
        "##- bitte über dieser Zeile schreiben -##",
        "## – écrivez au-dessus de cette ligne – ##",
        "> ##- write above",
        "this line -##",
        "> ##",
    ],
)
def test_it_is_known_again(line: str) -> None:
    assert is_marker(line)


@pytest.mark.parametrize("line", ["", "12", "e4-e5", "say # 1 rules", "#12", "-bg psst", "-- ", "write"])
def test_own_words_are_no_marker(line: str) -> None:
    assert not is_marker(line)
