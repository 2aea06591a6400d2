"""Two gods alive are solved: each value follows from those after it, by the rules themselves."""

import lzma
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.gods import duel
from engines.gods.duel import Duels, figures_of
from engines.gods.rounds import resolve_round
from engines.gods.state import GodsState, Stance
from engines.search.solved import Damaged
from tests.engines.gods.table import BLUE, ENGINE, ORANGE, load

CHOICES = {(0, 0): (), (1, 0): ("A",), (0, 1): ("D",), (1, 1): ("A", "D")}


def position(own: int, other: int, quiet: int, **options: Any) -> GodsState:
    """BLUE against ORANGE."""
    return load(f"out {own} out {other}", quiet=quiet, options=options)


def shipped() -> Duels:
    duels = duel.shipped(ENGINE.options({}))
    assert duels is not None
    return duels


def worth(duels: Duels, state: GodsState) -> float:
    """What a position is worth to BLUE: by the rules if the game is over, else by the table."""
    over = ENGINE.outcome(state)
    if over is not None:
        return (BLUE in over.winners) / len(over.winners)
    blue, orange = state.gods[BLUE].ep, state.gods[ORANGE].ep
    return duels.value(blue, orange, duel.counter(state))


def settled(state: GodsState, own: tuple[int, int], other: tuple[int, int]) -> GodsState:
    stances = list(state.stances)
    for seat, choice, letter in ((BLUE, own, "o"), (ORANGE, other, "b")):
        stances[seat] = Stance(plan=tuple(verb + letter for verb in CHOICES[choice]), ready=True)
    return resolve_round(replace(state, stances=tuple(stances)))


def check(duels: Duels, state: GodsState, error: float) -> None:
    """Neither god gains by another plan, and the table has what each then gets."""
    own, other, quiet = state.gods[BLUE].ep, state.gods[ORANGE].ep, duel.counter(state)
    mine, theirs = duel.plans(duels.figures, own), duel.plans(duels.figures, other)
    first, second = duels.strategy(own, other, quiet), duels.strategy(other, own, quiet)
    value = duels.value(own, other, quiet)
    after = [[worth(duels, settled(state, one, two)) for two in theirs] for one in mine]
    for row in after:
        assert sum(part * one for part, one in zip(second, row, strict=True)) <= value + error
    for column in zip(*after, strict=True):
        assert sum(part * one for part, one in zip(first, column, strict=True)) >= value - error


@pytest.mark.parametrize("examples", [150, pytest.param(5_000, marks=pytest.mark.slow)], ids=["some", "many"])
def test_in_the_table_nobody_gains_by_another_plan(examples: int) -> None:
    rng = Random(3)
    for _ in range(examples):
        own, other = (rng.randint(1, rng.choice((6, 60))) for _ in range(2))
        check(shipped(), position(own, other, rng.randint(0, 7)), 2e-5)


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "classic"},
        {"stalemate": "sticky", "stalemate_after": 1, "stalemate_loss": 3},
        {"limit": "cost", "max_actions": 1},
        {"preset": "uniform2", "limit": "cost"},
    ],
    ids=str,
)
def test_other_figures_are_solved_as_well(options: dict[str, Any]) -> None:
    figures = figures_of(ENGINE.options(options))
    assert duel.may_be_solved(figures)
    duels = duel.solve(figures, 8, 6)
    for own, other in ((1, 1), (2, 1), (2, 5), (6, 6), (8, 3)):
        for quiet in (0, 1, 5):
            check(duels, position(own, other, quiet, **options), 1e-5)


def test_a_god_may_do_what_it_can_pay() -> None:
    figures = figures_of(ENGINE.options({"attack_cost": 1, "defend_cost": 2, "limit": "cost"}))
    assert duel.plans(figures, 3) == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert duel.plans(figures, 2) == [(0, 0), (1, 0), (0, 1)]
    assert duel.plans(figures, 1) == [(0, 0), (1, 0)]
    figures = figures_of(ENGINE.options({"max_actions": 1}))
    assert duel.plans(figures, 9) == [(0, 0), (1, 0), (0, 1)]


def test_the_table_is_what_solving_finds() -> None:
    anew = duel.solve(figures_of(ENGINE.options({})), 14, 14)
    for own in range(1, 15):
        for other in range(1, 15):
            for quiet in range(6):
                assert abs(anew.value(own, other, quiet) - shipped().value(own, other, quiet)) < 1e-6


def test_more_energy_is_better() -> None:
    for other in range(1, 61):
        values = [shipped().value(own, other, 0) for own in range(1, 61)]
        assert values == sorted(values)
        assert shipped().value(other, other, 0) == pytest.approx(0.5, abs=1e-5)


def test_what_may_be_idle_or_free_for_ever_is_not_solved() -> None:
    for options in ({"stalemate": "off"}, {"attack_cost": 0}, {"defend_cost": 0, "refund": 0}, {"refund": 2}):
        assert not duel.may_be_solved(figures_of(ENGINE.options(options)))
    assert duel.shipped(ENGINE.options({"start": 61})) is None
    assert duel.shipped(ENGINE.options({"damage": 4})) is None
    assert duel.shipped(ENGINE.options({"start": 20, "afk_out": 2, "mode": "live"})) is not None


def test_so_many_positions_are_solved_as_were_counted() -> None:
    figures = figures_of(ENGINE.options({}))
    for higher, lower in ((1, 1), (5, 3), (9, 9)):
        solved = duel.solve(figures, higher, lower)
        assert sum(len(one) for one in solved._values.values()) == duel.positions(higher, lower, figures)


def test_a_table_of_another_release_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "duel.xz").write_bytes(lzma.compress(b"\0" * 10))
    monkeypatch.setattr(duel, "_DATA", tmp_path)
    duel._shipped.cache_clear()
    with pytest.raises(Damaged, match=r"duel\.xz is not the table of this release"):
        shipped()
    duel._shipped.cache_clear()


@pytest.mark.slow
def test_made_anew_the_table_is_the_same() -> None:
    assert duel.table() == lzma.decompress((duel._DATA / "duel.xz").read_bytes())
