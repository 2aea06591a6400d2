"""What screen readers say of the Four Gods."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.gods.questions import AskHistory
from render import gods
from render.gods.reading import caption, panel_of
from tests.render.gods_scenes import GAME, OPENING, energies, gallery, played

renderer = gods
ROUND_1 = (
    "Ann (RED), 55 EP, makes plans: attacked BLUE and GREEN, defended against ORANGE; 60 − 5 = 55. "
    "Bea (BLUE), 60 EP, ready: defended against RED; blocked RED; 60 − 1 + 1 = 60. "
    "Cyd (GREEN), 57 EP, makes plans: attacked ORANGE, defended against RED and BLUE; blocked RED; "
    "60 − 4 + 1 = 57. "
    "Dan (ORANGE), 55 EP, makes plans: did nothing; hit by GREEN; 60 − 5 = 55."
)


def test_alt_text_tells_everything() -> None:
    view, frame = played((OPENING,), ("b ready",), recent_events="a long story")
    assert renderer.alt(view, frame) == (
        "Ann (RED), Cyd (GREEN) and Dan (ORANGE) choose in secret. "
        f"Battle of the Four Gods, game K7QX, round 2. A long story. Round 1 as it went. {ROUND_1}"
    )


@pytest.mark.parametrize(
    ("rounds", "given", "expected"),
    [
        (
            ("r none, b none, g none, o none",),
            energies(9, 8, 1, 30, quiet=5, round=9),
            "fell in round 9: did",
        ),
        (
            ("r none, b none, g none, o none",),
            energies(9, 8, 1, 30, quiet=5, round=9),
            "Stalemate drain: 1 EP",
        ),
        (("r none, b none, g none, o none",), energies(9, 8, 1, 30, quiet=5, round=9), "9 − 1 = 8"),
        (
            ("r Ab, b Ar, g Dr",),
            energies(3, 5, 7, -4, alive="rbg", fell={"o": 1}, round=4),
            "Cyd (GREEN), 6 EP, winner",
        ),
        (
            ("r Ab, b Ar, g Dr",),
            energies(3, 5, 7, -4, alive="rbg", fell={"o": 1}, round=4),
            "fell in round 1.",
        ),
        (("r Ab, b resign, g Ab, o none",), None, "Bea (BLUE), 50 EP, resigned in round 1: did nothing;"),
        (("r Ab, b resign, g Ab, o none",), None, "hit by RED and GREEN; 60 − 10 = 50."),
    ],
)
def test_what_becomes_of_a_god_is_told(rounds: tuple[str, ...], given: Any, expected: str) -> None:
    assert expected in renderer.alt(*played(rounds, position=given))


def test_a_plan_is_told_to_its_owner_alone() -> None:
    for text in (renderer.alt, renderer.text):
        assert "Your plan: attack BLUE, defend against ORANGE; it costs 3, 52 left before hits." in text(
            *played((OPENING,), ("r Ab Do",), viewer=0)
        )
        assert "Your plan" not in text(*played((OPENING,), ("r Ab Do",), viewer=1))
        assert "Your plan" not in text(*played((OPENING,), ("r Ab Do",)))
    assert "Your plan: nothing." in renderer.alt(*played((OPENING,), ("r none",), viewer=0))
    assert "You have saved nothing yet; you may choose up to 3." in renderer.alt(*played(viewer=0))
    poor = renderer.alt(*played(position=energies(1, 30, 30, 30), viewer=0))
    assert "you may choose up to 1." in poor
    dear = renderer.alt(*played(position=energies(1, 30, 30, 30), viewer=0, options={"limit": "cost"}))
    assert "you may choose up to 3, for no more than your EP." in dear


def test_whoever_would_be_absent_too_often_is_warned() -> None:
    warning = "you may choose up to 3. If you save nothing and are not ready, you resign when this round"
    for rounds, then, warned in ((0, (), False), (1, (), True), (1, ("r ready",), False)):
        alt = renderer.alt(*played(then=then, viewer=0, options={"afk_out": rounds}))
        assert (warning in alt) is warned


def test_an_earlier_round_says_that_it_is_one() -> None:
    alt = renderer.alt(*played(GAME[:2], ask=AskHistory(1)))
    assert "Round 1 as it went. All stand as they stood after it. Ann (RED), 55 EP, of 60: attacked" in alt


def test_the_last_round_is_shown_to_who_asks_even_where_a_plan_is_saved() -> None:
    view, frame = played((OPENING,), ("r Ab Do",), viewer=0, ask=AskHistory())
    assert caption(view) == ("Round 1 as it went", False)
    alt = renderer.alt(view, frame)
    assert "Ann (RED), 55 EP, makes plans: attacked BLUE and GREEN, defended against ORANGE; 60" in alt
    assert "Your plan" not in alt
    assert not panel_of(view, 0).planned


def test_text_board() -> None:
    assert renderer.text(*played((OPENING,))).split("\n")[2:9] == [
        "          EP  actions   sum",
        "RED       55  Ab Ag Do  60 − 5 = 55",
        "BLUE      60  Dr        60 − 1 + 1 = 60",
        "GREEN     57  Ao Dr Db  60 − 4 + 1 = 57",
        "ORANGE    55  none      60 − 5 = 55",
        "",
        "Attack costs 2, defence 1; a hit takes 5, a block gives 1.",
    ]


def test_the_sums_of_a_table_stand_in_a_column_beside_as_many_actions_as_there_may_be() -> None:
    most = "r Ab Ag Ao Db Dg Do, b Ar, g none, o none"
    table = renderer.text(*played((most,), options={"max_actions": 6})).split("\n")[2:7]
    assert [line[: line.index("sum" if "sum" in line else "60 ")].rstrip() for line in table] == [
        "          EP  actions",
        "RED       52  Ab Ag Ao Db Dg Do",
        "BLUE      53  Ar",
        "GREEN     55  none",
        "ORANGE    55  none",
    ]
    assert len({line.index("sum" if "sum" in line else "60 ") for line in table}) == 1
    assert "Do  60" in table[1]


def test_the_fullest_text_still_says_what_is_awaited() -> None:
    view, frame = gallery()["worst-light"]
    full = replace(frame, players=("M" * 90,) * 4, recent_events="z" * 900, preview=True)
    assert "choose in secret." in renderer.text(view, full)
    assert "choose in secret." in renderer.alt(view, full)
    assert "zzz" in renderer.text(view, full)
    assert "zzz" not in renderer.alt(view, full)
