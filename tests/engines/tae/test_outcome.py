"""The final table in words."""

from __future__ import annotations

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
    lines = account.text.split("```")[1].strip("\n").splitlines()
    assert max(map(len, lines)) <= 36, "a phone shows no more in a line"
    seats = len(record.seats)
    names = ENGINE.info.seat_names(seats)
    by_rank = sorted(range(seats), key=lambda seat: (outcome.ranks[seat], seat))
    assert [line.split()[:2] for line in lines[1 : 1 + seats]] == [
        [f"{outcome.ranks[seat]}.", names[seat]] for seat in by_rank
    ]
    for seat, line in zip(by_rank, lines[1 : 1 + seats], strict=True):
        assert tuple(map(int, line.split()[2:])) == state.scores[seat]
    assert outcome.scores is not None
    lowest = {line.split()[0]: int(line.split()[1]) for line in lines[2 + seats :]}
    assert lowest == {name: outcome.scores[seat] for seat, name in enumerate(names)}


def test_a_last_card_of_nothing_but_the_end_says_why() -> None:
    state = load("r@H5", artifacts="A1 B1 C1", quiet_turns=5)
    summary = do(state, BOW, "end").summary
    assert summary is not None
    assert summary.headline == "For three rounds nothing was founded, bombed, swapped or fought over."


def test_the_end_of_the_game_shows_what_was_hidden() -> None:
    hands = {"bow": {"settler": 6}, "pot": {"settler": 6}}
    for artifacts, ends in (("A1 B1", True), ("A1 B1 C1", False)):
        assert do(load("r@H5", artifacts=artifacts, hands=hands), BOW, "end").reveals is ends
