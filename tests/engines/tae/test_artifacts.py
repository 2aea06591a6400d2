"""Section 11: which artifacts are taken, in which order, and which one stays."""

import pytest

from engines.tae.events import ArtifactsTaken
from tests.engines.tae.table import BOW, do, load, narrated, play

ROW = "r@G5 k@H5 k@I5 k@J5 k@G6 k@G7"
"""A region of three columns in row 5 that goes down to G7."""


@pytest.mark.parametrize(
    ("artifacts", "taken", "stays"),
    [
        ("G5 I5", ("I5",), "G5"),
        ("G5 G7 I5", ("G5", "I5"), "G7"),
        ("J5 I5 G6", ("I5", "J5"), "G6"),
        ("I5 J5 H5", ("I5", "J5"), "H5"),
    ],
)
def test_the_lowest_row_s_leftmost_stays(artifacts: str, taken: tuple[str, ...], stays: str) -> None:
    """R22: the greatest y, then the smallest x; those taken are told by column."""
    step = do(load(ROW, "Bg@F5", artifacts=f"A1 B1 C1 {artifacts}"), BOW, "bomb A11")
    (event,) = (event for event in step.events if isinstance(event, ArtifactsTaken))
    assert (event.taken, event.left_behind) == (taken, stays)
    assert step.state.scores[BOW][4] == len(taken)
    assert len(step.state.board.artifacts) == 4


def test_an_outer_artifact_is_taken_before_an_inner_one() -> None:
    """X7 with two inner ones: the outer one goes first, though it lies lowest, and is told first."""
    step = do(load("r@B8 u@B7 k@B6", "Bg@A8", artifacts="B8 B6 B7 K1 L1"), BOW, "bomb P11")
    assert narrated(step)[-1] == "Bow takes 2 artifacts of B8 and B6 and leaves the one of B7"


def test_among_outer_artifacts_the_lowest_stays() -> None:
    colonies = "r@B2 k@B3 u@B4 k@B5 k@B6 u@B7 r@B8"
    state = load(colonies, "Bg@C2", artifacts="B2 B8 K1 L1 M1")
    assert narrated(do(state, BOW, "bomb P11"))[-1] == "Bow takes the artifact of B2 and leaves the one of B8"


def test_one_artifact_or_none_to_collect_them_changes_nothing() -> None:
    assert play(load(ROW, "Bg@F5", artifacts="G5 A1 B1"), "B bomb A11").scores[BOW][4] == 0
    assert play(load(ROW, "Bk@F5", artifacts="G5 H5 A1 B1"), "B bomb A11").scores[BOW][4] == 0
