"""What ranks before what among the placements of a turn."""

from engines.tae.actions import Colony, Leader
from engines.tae.legal_moves import legal
from engines.tae.ranking import rank
from tests.engines.tae.table import BOW, load


def test_ones_own_point_ranks_before_nobodys_and_anothers_does_harm() -> None:
    state = load("r@B2 r@H5 r@N5", "Bk@B1 Pk@N6", hands={"bow": {"settler": 3}}, artifacts="")
    own, nobodys, anothers = (rank(state, BOW, Colony("settler", cell)) for cell in ("A2", "H6", "M5"))
    assert own > nobodys > -100 > anothers, "what does harm comes behind all others"


def test_only_legal_places_are_ranked_so_that_the_best_of_every_kind_are_equal() -> None:
    state = load("r@B2 r@H5 r@N5", "Bk@B1 Pk@N6", hands={"bow": {"settler": 1, "miner": 1}}, artifacts="")
    best = dict[tuple[type, str], float]()
    for action in legal(state, BOW):
        if isinstance(action, Colony | Leader):
            kind = type(action), action.type
            best[kind] = max(rank(state, BOW, action), best.get(kind, -1_000))
    assert set(best.values()) == {0}
    assert len(best) == 6
