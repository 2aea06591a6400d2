"""The game's part of the conformance checks: positions, test vectors."""

from engines.conformance.contract import Conformance
from engines.reef.conformance.error_codes import rules_code
from engines.reef.conformance.position import read_position, write_position
from engines.reef.conformance.vectors import VECTORS
from engines.reef.options import ReefOptions
from engines.reef.state import ReefState

CONFORMANCE: Conformance[ReefState, ReefOptions] = Conformance(
    write_position=write_position,
    read_position=read_position,
    vectors=VECTORS,
    rules_code=rules_code,
)
