"""What stands around a typed line is not taken for a part of it."""

from random import Random

import pytest

from bot.mail.commands.playing import is_number
from bot.mail.commands.typed_line import tidied
from engines.registry import ENGINES


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("3", "3"),
        ("3.", "3"),
        ("３", "3"),
        ("N° 3", "3"),
        ("Nº3", "3"),
        ("no. 3", "3"),
        ("Nr. 12", "12"),
        ("№ 3", "3"),
        ("#3", "3"),
        ("3)", "3"),
        ("3 👍🏽", "3"),
        ("Yes ❤️", "Yes"),
        ("d3-d4 :-)", "d3-d4"),
        ("d3-d4 ;D :). 👍 !", "d3-d4"),
        ("d3-d4:)", "d3-d4:)"),
        ("d3-d4 D", "d3-d4 D"),
        ("3 !!", "3"),
        ("“d3-d4”", "d3-d4"),
        ("„d3–d4.“", "d3-d4"),
        ("'resign'", "resign"),
        ("join Ann.", "join Ann"),
        ("3 please", "3"),
        ("3. Thanks!", "3"),
        ("d3-d4, bitte :)", "d3-d4"),
        ("undo, please.", "undo"),
        ("join Merci", "join Merci"),
        ("please", "please"),
        ("no 3", "no 3"),
        ("Move 3 thanks", "3"),
        ("Move 3, thank you!", "3"),
        ("I play 3.", "3"),
        ("Number 3 please", "3"),
        ("I take number 3", "3"),
        ("My move: 3", "3"),
        ("Move: 3", "3"),
        ("Ich spiele Zug 3", "3"),
        ("Je joue le 3", "3"),
        ("Juego 3", "3"),
        ("mossa n. 3", "mossa n. 3"),
        ("Mossa 3", "3"),
        ("Ik speel zet 3", "3"),
        ("(3)", "3"),
        ("[3]", "3"),
        ("move 3 4", "move 3 4"),
        ("move B3", "move B3"),
        ("undo 3", "undo 3"),
        ("join 3 thanks", "join 3 thanks"),
        ("12345", "12345"),
        ("d3 (d4)", "d3 (d4)"),
        ("“a” and “b”", "“a” and “b”"),
        ("it's", "it's"),
        ("👍", ""),
    ],
)
def test_a_line_is_what_is_meant(written: str, meant: str) -> None:
    assert tidied(written) == meant


@pytest.mark.parametrize("piece", [".", " .", " :)", "“", "-", "‐", "n", "#", "a, please"])
def test_a_line_of_nothing_but_marks_takes_no_longer_than_it_is(piece: str) -> None:
    line = f"{piece * 200_000}x"
    assert len(tidied(line)) == len(line)


@pytest.mark.parametrize("key", ENGINES)
def test_notation_stays_as_it_is_written(key: str) -> None:
    engine, rng = ENGINES[key], Random(1)
    state = engine.start(engine.options({}), len(engine.info.seats), "1" * 64)
    for _ in range(40):
        seats = engine.to_act(state)
        if not seats:
            break
        legal = list(engine.legal(state, seats[0]))
        notations = [engine.format(action) for action in legal[:200]]
        assert [tidied(one) for one in notations] == notations
        state = engine.apply(state, seats[0], rng.choice(legal)).state


@pytest.mark.parametrize(("line", "counts"), [("9999", True), ("10000", False), ("３", False), ("3a", False)])
def test_what_has_at_most_four_figures_is_the_number_of_a_move(line: str, counts: bool) -> None:
    assert is_number(line) == counts
