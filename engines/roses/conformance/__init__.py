"""The examiners' part of the game: positions, test vectors and counting."""

from engines.contract.conformance import Conformance
from engines.roses.conformance.perft import count_sequences
from engines.roses.conformance.position import read_position
from engines.roses.conformance.vectors import VECTORS
from engines.roses.notation import write_position
from engines.roses.state import RosesOptions, RosesState

CONFORMANCE: Conformance[RosesState, RosesOptions] = Conformance(
    write_position=write_position,
    read_position=read_position,
    vectors=VECTORS,
    perft=count_sequences,
)
