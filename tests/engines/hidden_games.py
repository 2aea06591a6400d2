"""The generators of pairs of every game that hides something."""

from tests.engines.flicflac.equal_views import pairs as flicflac_pairs
from tests.engines.gods.equal_views import pairs as gods_pairs
from tests.engines.hidden import PairMaker
from tests.engines.reef.equal_views import pairs as reef_pairs
from tests.engines.tae.equal_views import pairs as tae_pairs

PAIRS: dict[str, PairMaker] = {
    "flicflac": flicflac_pairs,
    "gods": gods_pairs,
    "reef": reef_pairs,
    "tae": tae_pairs,
}
"""For each game that hides something: states at several moments of random games, each with hidden parts
exchanged (hands, sealed plans, the order of a bag, the seed itself)."""
