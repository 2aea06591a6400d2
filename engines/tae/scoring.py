"""Artifacts collected after an action, and points at the end of a turn: docs/rules/tae.md 11 and 12."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.contract import Seat
from engines.tae.board import Board, leaders_in
from engines.tae.board_masks import MONUMENTS, OUTER, SQUARES, cells_of, grown
from engines.tae.constants import MERCHANT, WIDTH, by_column


class Collection(NamedTuple):
    """The artifacts of one region that go to the owner of its merchant leader."""

    owner: Seat
    taken: tuple[int, ...]
    """The cells of the taken artifacts: outer ones first, then by column."""
    stays: int


def collections(board: Board) -> Iterator[Collection]:
    """All but one artifact of each region that has several and a merchant leader, in reading order."""
    artifacts = board.lying
    for region in board.regions:
        lying = region & artifacts
        if lying.bit_count() < 2:
            continue
        held = set(cells_of(lying))
        for owner in [seat for seat, kind, _ in leaders_in(board, region) if kind == MERCHANT]:
            stays = max(held - OUTER or held, key=lambda cell: (cell // WIDTH, -cell))
            taken = held - {stays}
            yield Collection(owner, by_column(taken & OUTER) + by_column(taken - OUTER), stays)


def income(board: Board, seat: Seat) -> Iterator[int]:
    """The kinds of which a player's leaders earn a point beside monuments, by the monuments' numbers."""
    for monument in sorted(board.monuments, key=lambda one: one.id):
        region = grown(SQUARES[monument.square], board.occupied)
        for kind in MONUMENTS[monument.id]:
            cell = board.leaders[seat][kind]
            if cell is not None and region >> cell & 1:
                yield kind
