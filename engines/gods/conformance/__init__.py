"""The game's part of the conformance checks: positions, test vectors, the solved duel."""

from engines.conformance.contract import Conformance, Solution
from engines.gods.conformance.error_codes import rules_code
from engines.gods.conformance.position import read_position, write_position
from engines.gods.conformance.vectors import VECTORS
from engines.gods.duel import SHA256, table
from engines.gods.options import GodsOptions
from engines.gods.state import GodsState

CONFORMANCE: Conformance[GodsState, GodsOptions] = Conformance(
    write_position=write_position,
    read_position=read_position,
    vectors=VECTORS,
    rules_code=rules_code,
    solution=Solution(sha256=SHA256, solve=lambda _: table()),
)
