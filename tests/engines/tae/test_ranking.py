"""What ranks before what among the placements of a turn."""

from engines.tae.actions import Colony
from engines.tae.ranking import rank
from tests.engines.tae.table import BOW, load


def test_ones_own_point_ranks_before_nobodys_and_anothers_does_harm() -> None:
    state = load("r@B2 r@H5 r@N5", "Bk@B1 Pk@N6", hands={"bow": {"settler": 3}}, artifacts="")
    own, nobodys, anothers = (rank(state, BOW, Colony("settler", cell)) for cell in ("A2", "H6", "M5"))
    assert own > nobodys > -100 > anothers, "what does harm comes behind all others"
