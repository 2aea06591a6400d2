"""Health and reach keep their laws in any position."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.flicflac.board import Board
from engines.flicflac.legal_moves import reach
from engines.flicflac.phase_end import forecast
from engines.flicflac.pieces import BODY, CODES, NUMBER, OWNER, RING, Colour
from engines.flicflac.state import SET_UP, Stand, Stands, with_stands
from tests.engines.flicflac.oracle import plain_healths, plain_reach, positions
from tests.examples import examples

QUICK = settings(max_examples=examples(150))


def health(ground: Board, stands: Stands) -> list[int]:
    return forecast(ground, stands, 0).health


@given(positions())
@QUICK
def test_health_is_that_of_the_rules(position: tuple[Board, Stands]) -> None:
    assert health(*position) == plain_healths(*position)


@given(positions(), st.sampled_from(CODES))
@QUICK
def test_reach_is_that_of_the_rules(position: tuple[Board, Stands], code: str) -> None:
    ground, stands = position
    cells = reach(ground, stands, NUMBER[code])
    assert set(cells) == plain_reach(ground, stands, code)
    assert len(set(cells)) == len(cells) <= 24
    order = [cell.name for cell in ground.cells]
    assert list(cells) == sorted(cells, key=order.index)


@given(positions(), st.sampled_from((0, 1)))
@QUICK
def test_a_captive_has_an_unanswered_attack_or_a_negative_sum(
    position: tuple[Board, Stands], side: int
) -> None:
    found, _, captives, _ = forecast(*position, side)
    for number, code in enumerate(CODES):
        unanswered = [one for one in found if one.on == number and one.unanswered]
        plain = sum(-one.strength if one.attack else one.strength for one in found if one.on == number) + sum(
            one.strength for one in found if one.by == number and one.attack
        )
        assert (code in captives) == (bool(unanswered) or plain < 0)
        assert plain <= 12


@given(positions(), st.sampled_from((0, 1)))
@QUICK
def test_captors_are_there_when_and_only_when_an_enemy_falls(
    position: tuple[Board, Stands], side: int
) -> None:
    found = forecast(*position, side)
    assert all(OWNER[code] == side for code in found.captors)
    assert bool(found.captors) == any(OWNER[code] != side for code in found.captives)


@given(positions())
@QUICK
def test_pieces_at_home_take_no_part(position: tuple[Board, Stands]) -> None:
    ground, stands = position
    for points, stand in zip(health(ground, stands), stands, strict=True):
        assert stand.cell is not None or points == 0
    turned = tuple(stand if stand.cell is not None else Stand(None, not stand.flipped) for stand in stands)
    assert health(ground, turned) == health(ground, stands)


@given(positions())
@QUICK
def test_a_mirrored_position_has_mirrored_healths_and_reaches(position: tuple[Board, Stands]) -> None:
    ground, stands = position
    by_place = {(cell.q, cell.y): cell.name for cell in ground.cells}
    mirror = {cell.name: by_place[2 * ground.centre.q - cell.q, cell.y] for cell in ground.cells}
    mirrored = tuple(
        stand if stand.cell is None else Stand(mirror[stand.cell], stand.flipped) for stand in stands
    )
    assert health(ground, mirrored) == health(ground, stands)
    for number, stand in enumerate(stands):
        if stand.cell is not None:
            assert set(reach(ground, mirrored, number)) == {
                mirror[cell] for cell in reach(ground, stands, number)
            }


@given(positions())
@QUICK
def test_the_shapes_are_alike(position: tuple[Board, Stands]) -> None:
    ground, stands = position
    assert health(ground, stands[6:] + stands[:6]) == health(ground, stands)[6:] + health(ground, stands)[:6]


def recoloured(stands: Stands, bodies: dict[Colour, Colour], *, turn: bool) -> Stands:
    """Each piece replaced by the one of its shape with another body, on the other face if asked."""
    return with_stands(
        SET_UP,
        (
            (code[0] + bodies[BODY[code]], Stand(stand.cell, stand.flipped != turn))
            for code, stand in zip(CODES, stands, strict=True)
        ),
    )


def strong(ground: Board, stands: Stands) -> bool:
    """Whether anybody is empowered: that depends on the board, which is not recoloured with the pieces."""
    return any(
        stand.cell is not None and ground.cell[stand.cell].colour == BODY[code]
        for code, stand in zip(CODES, stands, strict=True)
    )


@pytest.mark.parametrize("steps", range(1, 6))
@given(position=positions())
@settings(max_examples=examples(40))
def test_the_ring_turns(steps: int, position: tuple[Board, Stands]) -> None:
    ground, stands = position
    bodies = {colour: RING[(number + steps) % 6] for number, colour in enumerate(RING)}
    turned = recoloured(stands, bodies, turn=False)
    assume(not strong(ground, stands) and not strong(ground, turned))
    before, after = health(ground, stands), health(ground, turned)
    for code in CODES:
        assert after[NUMBER[code[0] + bodies[BODY[code]]]] == before[NUMBER[code]]


@given(position=positions())
@settings(max_examples=examples(40))
def test_the_ring_read_backwards_is_the_other_face(position: tuple[Board, Stands]) -> None:
    ground, stands = position
    bodies = {colour: RING[-number % 6] for number, colour in enumerate(RING)}
    turned = recoloured(stands, bodies, turn=True)
    assume(not strong(ground, stands) and not strong(ground, turned))
    before, after = health(ground, stands), health(ground, turned)
    for code in CODES:
        assert after[NUMBER[code[0] + bodies[BODY[code]]]] == before[NUMBER[code]]
