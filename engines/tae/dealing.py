"""The set-up: rules/tae.md section 3."""

from __future__ import annotations

from engines.chance import Chance
from engines.tae.board import bare
from engines.tae.course import Course
from engines.tae.galaxy import START
from engines.tae.state import NONE, NOTHING, TaeOptions, TaeState
from engines.tae.terms import BOMBS, HAND, LETTERS, SCIENTIST, SHIPS


def deal(options: TaeOptions, seats: int, chance: Chance) -> TaeState:
    """The start colonies, a shuffled bag, six ships a player in the order of seats, and who begins."""
    in_bag = [
        letter
        for kind, letter in enumerate(LETTERS)
        for _ in range(SHIPS[kind] - (len(START) if kind == SCIENTIST else 0))
    ]
    bag, rest = chance.shuffle(in_bag)
    first, _ = rest.below(seats)
    board = bare(seats).with_ground(START, LETTERS[SCIENTIST])
    empty = TaeState(
        options=options,
        board=type(board)(board.ground, board.leaders, START),
        hands=(NONE,) * seats,
        bag="".join(bag),
        scores=(NOTHING,) * seats,
        bombs=(BOMBS,) * seats,
        active=first,
        ply=-1,
    )
    course = Course(empty, None)
    for seat in range(seats):
        course.draw(seat, HAND)
    return course.state
