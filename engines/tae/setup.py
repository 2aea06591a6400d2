"""The set-up: docs/rules/tae.md section 3."""

from msgspec.structs import replace

from engines.chance import Chance, check_seed
from engines.tae.board import bare
from engines.tae.board_masks import START
from engines.tae.constants import BOMBS, HAND, LETTERS, SCIENTIST, SHIPS
from engines.tae.options import TaeOptions
from engines.tae.state import NONE, NOTHING, TaeState
from engines.tae.turn_context import TurnContext


def set_up(options: TaeOptions, seats: int, seed: str) -> TaeState:
    """Ten science colonies with artifacts, a shuffled bag, six ships each; the seed also says who begins."""
    return deal(options, seats, Chance(check_seed(seed)))


def reseed(state: TaeState, seed: str) -> TaeState:
    """The position with its bag shuffled again: it determines all draws of a game."""
    return replace(state, bag="".join(Chance(check_seed(seed)).shuffle(state.bag)[0]))


def deal(options: TaeOptions, seats: int, chance: Chance) -> TaeState:
    """The position in which a game begins."""
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
        board=replace(board, artifacts=START),
        hands=(NONE,) * seats,
        bag="".join(bag),
        scores=(NOTHING,) * seats,
        bombs=(BOMBS,) * seats,
        active=first,
        ply=-1,
    )
    context = TurnContext(empty, None)
    for seat in range(seats):
        context.draw(seat, HAND)
    return context.state
