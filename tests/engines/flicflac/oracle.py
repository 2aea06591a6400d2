"""A second implementation of health and reach, close to sections 6 and 7 of the rules."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from engines.flicflac.board import SIZES, SLIDES, Board, Cell, board
from engines.flicflac.pieces import BODY, CODES, FACES, NUMBER, OWNER
from engines.flicflac.state import SET_UP, Stand, Stands, with_stands


def positions(sizes: Iterable[int] = SIZES, slides: Iterable[int] = SLIDES) -> st.SearchStrategy[Any]:
    """Boards with any number of pieces on them, mostly close together so that they touch."""

    @st.composite
    def build(draw: st.DrawFn) -> tuple[Board, Stands]:
        ground = board(draw(st.sampled_from(tuple(sizes))), draw(st.sampled_from(tuple(slides))))
        middle = draw(st.sampled_from(ground.cells))
        near = sorted(ground.cells, key=lambda cell: (distance(cell, middle), cell.name))
        within = near[: draw(st.sampled_from((14, 20, 40, len(near))))]
        codes = draw(st.lists(st.sampled_from(CODES), unique=True))
        cells = draw(st.permutations(within))
        faces = draw(st.lists(st.booleans(), min_size=12, max_size=12))
        stands = with_stands(
            SET_UP, ((code, Stand(None, face)) for code, face in zip(CODES, faces, strict=True))
        )
        return ground, with_stands(
            stands,
            ((code, Stand(cell.name, face)) for code, cell, face in zip(codes, cells, faces, strict=False)),
        )

    return build()


def distance(one: Cell, other: Cell) -> int:
    return max(abs(one.q - other.q), abs(one.r - other.r), abs(one.s - other.s))


def flies(code: str, stand: Stand, other: str) -> bool:
    return BODY[other] in FACES[BODY[code]][stand.flipped]


def plain_healths(ground: Board, stands: Stands) -> list[int]:
    """The healths by the pseudo-code of section 7, over all ordered pairs."""
    health = [0] * 12
    placed = [(code, stand) for code, stand in zip(CODES, stands, strict=True) if stand.cell]
    for actor, here in placed:
        for target, there in placed:
            one, other = ground.cell[here.cell or ""], ground.cell[there.cell or ""]
            if distance(one, other) != 1 or not flies(actor, here, target):
                continue
            weight = 2 if one.colour == BODY[actor] else 1
            if OWNER[actor] == OWNER[target]:
                health[NUMBER[target]] += weight
                continue
            health[NUMBER[actor]] += weight
            health[NUMBER[target]] -= weight
            if not flies(target, there, actor):
                health[NUMBER[target]] -= 20
    return health


def plain_reach(ground: Board, stands: Stands, code: str) -> set[str]:
    """The reach of a piece by the rings of section 6, over all cells."""
    taken = {stand.cell for stand in stands}
    cell = stands[NUMBER[code]].cell
    if cell is None:
        return {name for name in ground.entry[code] if name not in taken}
    here = ground.cell[cell]
    found = {
        other.name
        for other in ground.cells
        if other.colour == "K" and distance(here, other) == 1 and other.name not in taken
    }
    rings = [{here}]
    for _ in range(3):
        rings.append(
            {
                other
                for other in ground.cells
                if other.colour != "K"
                and other.name not in taken
                and any(distance(last, other) == 1 for last in rings[-1])
            }
        )
        found |= {other.name for other in rings[-1]}
    return found
