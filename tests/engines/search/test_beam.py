"""Beam search on numbers: a node is a tuple of digits, a move appends one."""

from engines.search.beam import beam_search

Digits = tuple[int, ...]


def search(
    values: dict[Digits, float], width: int, steps: int
) -> tuple[list[tuple[float, Digits]], list[Digits]]:
    made: list[Digits] = []
    root: Digits = ()

    def make(node: Digits, move: int) -> Digits:
        made.append((*node, move))
        return tuple(sorted(made[-1]))

    found = beam_search(
        root,
        grow=lambda node: [(values.get((*node, move), 0.0), move) for move in range(3) if move not in node],
        make=make,
        width=width,
        steps=steps,
    )
    return found, made


def test_what_looks_best_is_grown_and_all_that_was_kept_is_given_best_first() -> None:
    found, made = search({(1,): 2.0, (1, 0): 1.0, (0, 2): 9.0}, width=1, steps=2)
    assert found == [(2.0, (1,)), (1.0, (0, 1))]
    assert made == [(1,), (1, 0)], "what is not kept is not made"


def test_a_wider_beam_finds_what_looks_worse_at_first() -> None:
    found, _ = search({(1,): 2.0, (0, 2): 9.0}, width=2, steps=2)
    assert found[0] == (9.0, (0, 2))


def test_a_node_is_kept_once_whatever_led_to_it() -> None:
    found, _ = search({}, width=10, steps=3)
    assert sorted(node for _, node in found) == [(0,), (0, 1), (0, 1, 2), (0, 2), (1,), (1, 2), (2,)]


def test_of_equal_values_the_first_is_first() -> None:
    found, _ = search({}, width=2, steps=1)
    assert found == [(0.0, (0,)), (0.0, (1,))]


def test_it_ends_where_nothing_grows() -> None:
    found, _ = search({}, width=2, steps=9)
    assert max(len(node) for _, node in found) == 3
