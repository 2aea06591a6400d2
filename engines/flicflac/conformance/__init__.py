"""The game's part of the conformance checks: positions, test vectors."""

from engines.conformance.contract import Conformance
from engines.flicflac.conformance.position import read_position, write_position
from engines.flicflac.conformance.vectors import VECTORS
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.state import FlicFlacState

CONFORMANCE: Conformance[FlicFlacState, FlicFlacOptions] = Conformance(
    write_position=write_position,
    read_position=read_position,
    vectors=VECTORS,
)
