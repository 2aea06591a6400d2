"""The judge of computer players: what its numbers mean, and when it is sure."""

import re

import pytest

from engines.conformance import arena
from engines.conformance.arena import Games, Matched, elo, goal, play_set, share, verdict
from engines.registry import ENGINES
from tests.engines.command_line import run

ROSES = ENGINES["roses"]


def matched(first: str = "strong", second: str = "steady", seats: int = 2) -> Matched:
    return Matched("roses", ROSES.options({}), seats, first, second, "seed")  # type: ignore[arg-type]


def games(won: int, lost: int, drawn: int = 0) -> Games:
    return Games((1.0,) * won + (0.0,) * lost + (0.5,) * drawn)


def test_ten_times_the_wins_are_400_elo_and_an_even_share_is_none() -> None:
    assert elo(games(100, 10), 2).value == pytest.approx(400)
    assert elo(games(10, 30), 4).value == pytest.approx(0)
    assert elo(games(5, 0), 2).value == float("inf")


def test_the_interval_is_wilsons() -> None:
    # The usual worked example: 50 of 100.
    found = share(games(50, 50))
    assert (found.value, round(found.low, 3), round(found.high, 3)) == (0.5, 0.404, 0.596)
    assert share(games(40, 40, 20)) == found
    assert share(games(10, 0)).high == 1
    assert 0.7 < share(games(10, 0)).low < 0.75


@pytest.mark.parametrize(
    ("first", "second", "seats", "wanted"),
    [
        ("strong", "steady", 2, 0.7),
        ("steady", "gentle", 4, 0.35),
        ("gentle", "random", 3, 0.8),
        ("strong", "random", 2, 0.99),
    ],
)
def test_what_is_to_be_reached(first: str, second: str, seats: int, wanted: float) -> None:
    assert goal(matched(first, second, seats)) == pytest.approx(wanted)


def test_the_verdict_takes_as_many_games_as_it_needs() -> None:
    assert verdict(games(10, 2), matched()) is None
    assert verdict(games(40, 5), matched()) is True
    assert verdict(games(20, 20), matched()) is None
    assert verdict(games(30, 30), matched()) is False
    # Neither side ever wins.
    assert verdict(games(0, 0, 60), matched()) is False


def test_a_match_is_played_and_told() -> None:
    asked = ("arena", "roses", "--first", "gentle", "--second", "random", "--sets", "3", "--to-the-end")
    found = run(*asked)
    assert re.fullmatch(
        r"roses, 2 seats, gentle against random: 6 games, won \d, lost \d, .*", found.lines[0]
    )
    assert "goal 80%" in found.lines[1]
    # But for the time that it took, it is the same again.
    assert run(*asked).lines[0] == found.lines[0]


def test_a_set_is_the_same_game_from_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []

    def noted(_: Matched, name: str, seat: int) -> Games:
        played.append((name, seat))
        return Games((0.0,))

    monkeypatch.setattr(arena, "_play_game", noted)
    assert play_set(matched(seats=3), 7).scores == (0.0,) * 3
    assert play_set(matched(seats=3), 8).scores == (0.0,) * 3
    assert played == [(f"seed {number}", seat) for number in (7, 8) for seat in range(3)]


def test_a_verdict_ends_a_match_and_says_whether_the_goal_was_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for score, status, result in ((1.0, 0, "reached"), (0.0, 1, "NOT reached")):
        monkeypatch.setattr(arena, "_play_game", lambda *_, score=score: Games((score,)))
        found = run("arena", "roses", "--first", "strong", "--sets", "200")
        assert found.status == status
        assert f": {result} " in found.lines[1]
        assert int(re.findall(r": (\d+) games", found.lines[0])[0]) < 100


def test_what_was_played_is_told_when_it_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Games:
        if played.pop():
            raise KeyboardInterrupt
        return Games((0.5,))

    played = [True, False, False, False, False]
    monkeypatch.setattr(arena, "_play_game", interrupted)
    found = run("arena", "roses")
    assert found.status == 1
    assert len(found.lines) == 2
    assert ": 4 games, won 0, lost 0, 50.0% of the wins" in found.lines[0]
