"""The invariants of docs/rules/four-gods.md section 5, over random rounds of random games."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.gods.colours import LETTERS, SEATS
from engines.gods.conformance.position import read_position
from engines.gods.events import Hit, clashes
from engines.gods.selection import ACTIONS, Selection, attacked, defended
from engines.gods.state import GodsState
from engines.gods.view import RoundView
from tests.engines.gods.table import ENGINE, act, energies, last, play_round, result, start
from tests.examples import examples

Chosen = dict[int, Selection]


def position(energy: list[int], quiet: int = 0, **options: object) -> GodsState:
    given_ = {
        "ep": dict(zip(LETTERS, energy, strict=True)),
        "alive": "".join(LETTERS[seat] for seat in SEATS if energy[seat] > 0),
        "quiet": quiet,
    }
    return read_position(given_, ENGINE.options(options))


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[int], int, Chosen]:
    """Energies (0: out), the counter of quiet rounds, and what the living choose."""
    living = draw(st.lists(st.sampled_from(SEATS), min_size=2, max_size=4, unique=True))
    energy = [draw(st.integers(1, 12)) if seat in living else 0 for seat in SEATS]
    chosen = {}
    for seat in living:
        names = [one for one in ACTIONS if LETTERS.index(one[1]) in living and one[1] != LETTERS[seat]]
        most = min(3, energy[seat])
        picked = draw(st.lists(st.sampled_from(names), max_size=most, unique=True))
        chosen[seat] = tuple(picked)
    return energy, draw(st.integers(0, 7)), chosen


def played(energy: list[int], quiet: int, chosen: Chosen, order: list[int] | None = None) -> GodsState:
    state = position(energy, quiet)
    seats = [seat for seat in order or list(SEATS) if seat in chosen]
    for seat in seats:
        state = act(state, seat, " ".join(chosen[seat]) or "none")
    for seat in reversed(seats):
        state = act(state, seat, "ready")
    return state


@given(rounds())
def test_energy_never_rises(case: tuple[list[int], int, Chosen]) -> None:
    """Invariant 1."""
    energy, quiet, chosen = case
    after = energies(played(energy, quiet, chosen))
    assert all(now <= before for now, before in zip(after, energy, strict=True))


@given(rounds(), st.permutations(list(SEATS)), st.randoms(use_true_random=False))
def test_order_does_not_matter(case: tuple[list[int], int, Chosen], order: list[int], rng: object) -> None:
    """Invariant 2, first half: neither that of players nor that of actions."""
    energy, quiet, chosen = case
    mixed = {seat: tuple(reversed(actions)) for seat, actions in chosen.items()}
    one, other = played(energy, quiet, chosen), played(energy, quiet, mixed, order)
    assert ENGINE.codec.encode(one) == ENGINE.codec.encode(other)


@given(rounds(), st.sampled_from(list(permutations(SEATS))))
def test_relabelling_colours_relabels_the_result(
    case: tuple[list[int], int, Chosen], names: tuple[int, ...]
) -> None:
    """Invariant 2, second half."""
    energy, quiet, chosen = case
    moved = [0] * 4
    for seat in SEATS:
        moved[names[seat]] = energy[seat]
    renamed = {
        names[seat]: tuple(f"{one[0]}{LETTERS[names[LETTERS.index(one[1])]]}" for one in actions)
        for seat, actions in chosen.items()
    }
    one, other = played(energy, quiet, chosen), played(moved, quiet, renamed)
    assert [energies(one)[seat] for seat in SEATS] == [energies(other)[names[seat]] for seat in SEATS]
    ends, ended = result(one), result(other)
    assert (ends is None) == (ended is None)
    if ends is not None and ended is not None:
        assert ends[0] == ended[0]
        assert {names[LETTERS.index(letter)] for letter in ends[1]} == {LETTERS.index(w) for w in ended[1]}


@given(rounds())
def test_each_attack_is_one_hit_or_one_block(case: tuple[list[int], int, Chosen]) -> None:
    """Invariant 3."""
    shown = last(played(*case))
    attacks = {(seat, target) for seat, plan in case[2].items() for target in attacked(plan)}
    met = [
        (one.attacker, one.target) if isinstance(one, Hit) else (one.attacker, one.defender)
        for one in clashes(shown)
    ]
    assert sorted(met) == sorted(attacks)
    assert sum(len(god.hit_by) + len(god.blocked) for god in shown.gods) == len(attacks)


@given(rounds())
def test_the_sum_of_all_energy(case: tuple[list[int], int, Chosen]) -> None:
    """Invariant 4."""
    energy, _, chosen = case
    state = played(*case)
    shown = last(state)
    attacks = sum(len(attacked(plan)) for plan in chosen.values())
    defences = sum(len(defended(plan)) for plan in chosen.values())
    hits, blocks, drain = total(shown, "hits"), total(shown, "blocks"), total(shown, "drain")
    assert sum(energies(state)) - sum(energy) == -2 * attacks - defences - 5 * hits + blocks - drain


def total(shown: RoundView, column: str) -> int:
    return sum(getattr(god.ledger, column) for god in shown.gods)


@given(rounds())
def test_a_round_is_quiet_when_nobody_acts(case: tuple[list[int], int, Chosen]) -> None:
    """The fact of Ruling 11, under the default figures."""
    _, quiet, chosen = case
    state = played(*case)
    idle = not any(chosen.values())
    view = ENGINE.view(state, None)
    blocked_even = all(god.ledger.after + god.ledger.drain == god.ledger.before for god in last(state).gods)
    assert idle == blocked_even
    assert view.quiet == (quiet + 1 if idle else 0)
    assert total(last(state), "drain") == (len(chosen) if idle and quiet >= 5 else 0)


@given(st.integers(1, 12), st.integers(1, 6), st.integers(1, 5), st.sampled_from(["reset", "sticky"]))
@settings(max_examples=examples(25))
def test_every_game_with_a_drain_ends(begin: int, after: int, loss: int, kind: str) -> None:
    """Invariant 5: idle play ends when the drain has taken all."""
    state = start(start=begin, stalemate_after=after, stalemate_loss=loss, stalemate=kind)
    count = 0
    while ENGINE.outcome(state) is None:
        state = play_round(state)
        count += 1
    assert count == after + -(-begin // loss)
    assert result(state) == ("tie", "rbgo")
