"""The final table in words."""

import re

import pytest
from msgspec.structs import replace

from engines.contract import Resign
from engines.record import Made
from tests.engines.tae.table import BOW, ENGINE, do, load
from tests.records.tae_games import tae_games


def test_the_last_card_has_everybodys_points_in_the_order_of_ranks() -> None:
    record = tae_games()["tae/bag"]
    state = ENGINE.start(ENGINE.options(record.options), len(record.seats), record.seed or "")
    account = None
    for entry in record.entries:
        assert isinstance(entry, Made)
        assert account is None
        step = do(state, entry.seat, entry.text)
        state, account = step.state, step.summary
    outcome = ENGINE.outcome(state)
    assert account is not None
    assert outcome is not None
    lines = [line for line in account.text.splitlines() if line.startswith("**")]
    names = ENGINE.info.seat_names(len(record.seats))
    by_rank = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    assert outcome.scores is not None
    for seat, line in zip(by_rank, lines, strict=True):
        assert line.startswith(f"**{outcome.ranks[seat]}.** {names[seat]}: merchant "), (
            "a person takes its place"
        )
        points, lowest = line.split("; lowest first with artifacts ")
        assert tuple(map(int, re.findall(r"\d+", points)[1:])) == state.scores[seat]
        assert int(re.findall(r"\d+", lowest)[0]) == outcome.scores[seat]


def test_a_last_card_of_nothing_but_the_end_says_why() -> None:
    state = load("r@H5", artifacts="A1 B1 C1", quiet_turns=5)
    summary = do(state, BOW, "end").summary
    assert summary is not None
    assert summary.headline == (
        "In 6 turns ended in person nothing was founded, bombed, swapped or fought over."
    )


def test_a_stalemate_names_the_turns_that_count_though_somebody_has_left() -> None:
    state = load("r@H5", artifacts="A1 B1 C1", quiet_turns=10, players=["bow", "pot", "lion", "bull"])
    state = ENGINE.apply(state, 2, Resign()).state
    outcome = ENGINE.outcome(do(state, BOW, "end").state)
    assert outcome is not None
    assert outcome.text.endswith(
        " In 11 turns ended in person nothing was founded, bombed, swapped or fought over."
    )


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([[5, 5, 5, 5]], "Bow wins with 6 in the weakest kind. "),
        (
            [[6, 6, 8, 6]],
            "Bow wins with 6 in the weakest kind, ahead of Pot by 7 to 6 in the third weakest. ",
        ),
        ([[6, 6, 7, 9]], "Bow and Pot share the victory with 6 in the weakest kind. "),
        (
            [[6, 6, 6, 6], [8, 7, 6, 6]],
            "Bow wins with 6 in the weakest kind, ahead of Lion by 9 to 8 in the fourth weakest. ",
        ),
        (
            [[9, 6, 6, 7], [6, 6, 6, 9], [6, 9, 6, 6]],
            "Bow and Pot share the victory with 6 in the weakest kind, ahead of Lion and Bull by 7 to 6 in "
            "the third weakest. ",
        ),
    ],
)
def test_a_result_says_what_has_settled_a_tie(others: list[list[int]], said: str) -> None:
    """As in docs/rules/tae.md X10. Nobody decides it: the next weakest kinds do."""
    state = load("r@H5", artifacts="A1 B1", players=["bow", "pot", "lion", "bull"][: 1 + len(others)])
    state = replace(state, scores=((6, 9, 7, 6, 0), *((*other, 0) for other in others)))
    outcome = ENGINE.outcome(do(state, BOW, "end").state)
    assert outcome is not None
    assert outcome.text.startswith(said)


def test_whoever_has_left_has_tied_with_nobody() -> None:
    state = load("r@H5", artifacts="A1 B1", players=["bow", "pot", "lion"])
    state = replace(state, scores=((6, 9, 7, 6, 0), (5, 5, 5, 5, 0), (9, 9, 9, 6, 0)), resigned=(2,))
    outcome = ENGINE.outcome(do(state, BOW, "end").state)
    assert outcome is not None
    assert outcome.text.startswith("Bow wins with 6 in the weakest kind. ")


def test_the_end_of_the_game_shows_what_was_hidden() -> None:
    hands = {"bow": {"settler": 6}, "pot": {"settler": 6}}
    for artifacts, ends in (("A1 B1", True), ("A1 B1 C1", False)):
        assert do(load("r@H5", artifacts=artifacts, hands=hands), BOW, "end").reveals is ends
