"""The game's part of the conformance checks: positions, test vectors."""

from engines.conformance.contract import Conformance
from engines.tae.conformance.error_codes import rules_code
from engines.tae.conformance.position import read_position, write_position
from engines.tae.conformance.vectors import VECTORS
from engines.tae.options import TaeOptions
from engines.tae.state import TaeState

CONFORMANCE: Conformance[TaeState, TaeOptions] = Conformance(
    write_position=write_position,
    read_position=read_position,
    vectors=VECTORS,
    rules_code=rules_code,
)
